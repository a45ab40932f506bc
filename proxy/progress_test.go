package proxy

import (
	"bufio"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
)

const shown = "Backups are kept for 21 days. [1]"

// hangs writes a text event by event, and then nothing more until the gateway
// ends the call.
func hangs(content string) up.Script {
	return func(r *up.Request) up.Reply {
		reply := up.Answer{Choices: []up.Choice{{Content: content}}}.For(r)
		reply.Pieces = reply.Pieces[:len(reply.Pieces)-2] // no finish_reason, no end
		reply.Ending = up.Hang
		return reply
	}
}

// begun is an answer that breaks off in the sentence behind what is said.
func begun(d answer.Dialect, said ...passage) string {
	if d == answer.Segments {
		return begunWith(`,{"citations":[{"chunk_id":"d1","snippet":"Adults with atr`, said...)
	}
	return written(d, said...) + " Adults with atr"
}

// begunWith is the beginning of an answer: these segments whole, then the rest as
// it stands.
func begunWith(rest string, said ...passage) string {
	whole := segmented(said...)
	return strings.TrimSuffix(whole, `],"unanswered_aspects":[]}`) + rest
}

// hears reads a reply from a socket until a text has come.
func hears(t *testing.T, c net.Conn, text string) string {
	t.Helper()
	_ = c.SetReadDeadline(wait.Deadline())
	var all strings.Builder
	for in := bufio.NewReader(c); ; {
		line, err := in.ReadString('\n')
		all.WriteString(line)
		if strings.Contains(line, text) {
			return all.String()
		}
		if err != nil {
			t.Fatalf("%v before %q came:\n%s", err, text, all.String())
		}
	}
}

func TestASentenceLeavesWhileTheNextIsBeingWritten(t *testing.T) {
	t.Parallel()
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		r := newRig(t, hangs(begun(d, backups)), in)
		c := r.dial()
		defer c.Close()
		_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`)))
		got := hears(t, c, "21 days. [1]")
		if strings.Contains(got, "Adults") || strings.Contains(got, "finish_reason\":\"") {
			t.Errorf("%s", got)
		}
		_ = c.Close()
		wait.Closed(t, "the upstream call ends", r.asked(0).Gone())
		if tr := r.trace(0); tr.Verdict != "failed" || tr.Reason != "client-closed" || tr.Latency.First <= 0 {
			t.Errorf("trace %q %q %v", tr.Verdict, tr.Reason, tr.Latency)
		}
	})
}

// TestAFailingQuoteEndsTheUpstreamCallAtOnce: every further word would be paid
// for in vain.
func TestAFailingQuoteEndsTheUpstreamCallAtOnce(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]string{
		"a quote that is whole":          begunWith(`,{"citations":[{"chunk_id":"d1","snippet":"Adults with atrial fibrillation start on apixaban 50 mg twice daily."},{"chunk_id":"d1","snip`, backups),
		"a sentence that is not carried": begunWith(`,{"citations":[{"chunk_id":"d1","snippet":"start on apixaban 5 mg twice daily"}],"text":"Children start on 7731 mg."},{"citations":`, backups),
		"a sentence by its number":       written(answer.Sentences, backups) + " Children start on 7731 mg §1. Nightly backups st",
	} {
		t.Run(name, func(t *testing.T) {
			d := answer.Segments
			if strings.Contains(first, "§") {
				d = answer.Sentences
			}
			r := newRig(t, up.InTurn(hangs(first), says(written(d, doseRight))), func(a *App) { a.Policy.Citations.Dialect = d })
			s := r.talk(ask(howLong, ""), true)
			s.wellFormed(t)
			wait.Closed(t, "the first call ends", r.asked(0).Gone())
			if s.verdict() != "repaired" || s.text() != shown+" Adults start on 5 mg of apixaban twice daily. [2]" {
				t.Errorf("%s: %s", s.verdict(), s.text())
			}
			if !s.report.Get("usage_estimated").Bool() || s.report.Get("attempts").Int() != 2 {
				t.Errorf("%s", s.report.Raw)
			}
		})
	}
}

func TestAContinuationKnowsWhatHasBeenReleased(t *testing.T) {
	t.Parallel()
	told := map[answer.Dialect][2]string{
		answer.Segments:  {`{"mode":"answer","segments":[{"citations":[{"chunk_id":"d2","snippet":"Nightly backups start at 01:30 UTC and are kept for 21 days."}],"text":"Backups are kept for 21 days."}],"unanswered_aspects":[]}`, "only the segments that follow"},
		answer.Sentences: {"Backups are kept for 21 days. §2", "only the sentences that follow"},
	}
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		r := newRig(t, up.InTurn(says(written(d, backups, doseWrong)), says(written(d, backups, doseRight))), in)
		s := r.talk(ask(howLong, ""), true)
		s.wellFormed(t)
		if s.text() != shown+" Adults start on 5 mg of apixaban twice daily. [2]" {
			t.Errorf("what was said is said again, or numbered anew: %s", s.text())
		}
		turns := r.asked(1).Get("messages").Array()
		said, wants := turns[len(turns)-2].Get("content").Str, turns[len(turns)-1].Get("content").Str
		if said != told[d][0] || !strings.Contains(wants, told[d][1]) || !strings.Contains(wants, "50 mg") {
			t.Errorf("%s\n%s", said, wants)
		}
		if n := s.report.Get("choices.0.citations.#").Int(); n != 2 {
			t.Errorf("%d citations: %s", n, s.report.Raw)
		}
		for _, c := range s.report.Get("choices.0.claims").Array() {
			if got := string([]rune(s.text())[c.Get("start").Int():c.Get("end").Int()]); got != c.Get("text").Str {
				t.Errorf("%q stands at the place of %q", got, c.Get("text").Str)
			}
		}
	})
}

func TestWhatIsLeftOfAnAnswerEndsWithANotice(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(segmented(backups, doseWrong)))
	s := r.talk(ask(howLong, ""), true)
	s.wellFormed(t)
	if s.verdict() != "redacted" || s.text() != shown+"\n\n"+repair.Notice("en") {
		t.Errorf("%s: %s", s.verdict(), s.text())
	}
	if codes := s.report.Get("choices.0.findings.#.code").Raw; !strings.Contains(codes, "snippet-altered") || strings.Contains(s.body, "50 mg") {
		t.Errorf("%s", s.body)
	}
	if tr := r.trace(0); len(tr.Attempts) != 2 || !strings.Contains(tr.Attempts[0].Asked, "released as it is verified") || tr.Verdict != "redacted" {
		t.Errorf("%+v", tr.Attempts)
	}
}

func TestAnUpstreamThatBreaksOffBehindReleasedTextIsNoCleanEnd(t *testing.T) {
	t.Parallel()
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		r := newRig(t, func(r *up.Request) up.Reply {
			reply := hangs(begun(d, backups))(r)
			reply.Ending = up.Cut
			return reply
		}, in)
		s := r.talk(ask(howLong, ""), true)
		if !strings.Contains(s.body, "21 days. [1]") || !strings.HasPrefix(s.fault, "The upstream's reply broke off.") || strings.Contains(s.body, "[DONE]") {
			t.Errorf("%q: %s", s.fault, s.body)
		}
		if tr := r.trace(0); tr.Verdict != "failed" || tr.Answer != shown {
			t.Errorf("the trace says %s, %q", tr.Verdict, tr.Answer)
		}
		if n := len(r.upstream.Requests()); n != 1 {
			t.Errorf("%d calls: what has been paid for is not paid for again in silence", n)
		}
	})
}

// An answer that broke off was refused whole where it was not streamed.
func TestAnAnswerThatBreaksOffEndsWithItsLastWholeSentence(t *testing.T) {
	t.Parallel()
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		plainAndStreamed(t, "cut", func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: begun(d, backups), Finish: "length"}}}), in)
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.text() != shown || s.choices[0].finish != "length" || s.verdict() != "grounded" {
				t.Errorf("%s", s.body)
			}
		})
	})
}

func TestTheTraceSaysWhyAStreamWasHeld(t *testing.T) {
	t.Parallel()
	for why, change := range map[string]func(*App){
		"on_failure is refuse":                           func(a *App) { a.Policy.OnFailure = policy.RefuseAnswer },
		"coverage is below 1":                            func(a *App) { a.Policy.Verify.Coverage = 0.5 },
		"the dialect puts its citations behind the text": func(a *App) { a.Policy.Citations.Dialect = "snippet" },
	} {
		r := newRig(t, hangs(begun(`,{"cit`, backups)), change)
		c := r.dial()
		_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`)))
		r.asked(0)
		_ = c.Close()
		if tr := r.trace(0); !strings.Contains(tr.Attempts[0].Asked, why) {
			t.Errorf("%q, want %q", tr.Attempts[0].Asked, why)
		}
	}
}

func TestTextBesideToolCallsIsDroppedAloneInAStream(t *testing.T) {
	t.Parallel()
	tools := `"tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}],`
	r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: segmented(backups, doseWrong), ToolCalls: []up.ToolCall{{ID: "t1", Name: "look", Arguments: "{}"}}}}}))
	s := r.talk(ask(howLong, tools), true)
	s.wellFormed(t)
	if s.text() != shown || !strings.Contains(s.body, `"name":"look"`) || s.choices[0].finish != "tool_calls" || s.verdict() != "redacted" {
		t.Errorf("%s", s.body)
	}
}

// TestSplitsChangeNothing: however an upstream cuts its bytes, the client gets
// the same text.
func TestSplitsChangeNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(goodAnswer))
	random := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		r.upstream.Use(up.Answering(up.Answer{Choices: []up.Choice{{Content: segmented(backups, doseRight)}}, Runes: 1 + random.IntN(9), Split: 1 + random.IntN(400)}))
		s := r.talk(ask(howLong, ""), true)
		s.wellFormed(t)
		if s.verdict() != "grounded" || s.text() != shown+" Adults start on 5 mg of apixaban twice daily. [2]" {
			t.Fatalf("%s: %s", s.verdict(), s.text())
		}
	}
}

func TestHeadersThatAreTooLargeAreSaidToBe(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(goodAnswer))
	c := r.dial()
	defer c.Close()
	_, _ = io.WriteString(c, "GET /v1/models HTTP/1.1\r\nHost: g\r\nX-Long: "+strings.Repeat("a", 20<<10)+"\r\n\r\n")
	hears(t, c, "headers_too_large")
}

// called is an event with a part of a tool call.
func called(part string) string {
	return `{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[` + part + `]},"finish_reason":null}]}`
}

// TestToolCallsLeaveWhileTheyAreBeingWritten: interfaces show the arguments as
// they grow. It holds under policies that hold the text, too.
func TestToolCallsLeaveWhileTheyAreBeingWritten(t *testing.T) {
	t.Parallel()
	first, second := called(`{"index":0,"id":"t1","type":"function","function":{"name":"write","arguments":"{\"a\""}}`), called(`{"index":0,"function":{"arguments":":1}"}}`)
	tools := `"tools":[{"type":"function","function":{"name":"write","parameters":{"type":"object","properties":{}}}}],`
	for _, name := range []string{"balanced", "strict"} {
		with := func(a *App) { a.Policy, _ = policy.Builtin(name) }
		stuck := func(r *up.Request) up.Reply {
			reply := frames(first)(r)
			reply.Ending = up.Hang
			return reply
		}
		r := newRig(t, stuck, with)
		c := r.dial()
		_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`+tools)))
		hears(t, c, `{\"a\"`)
		_ = c.Close()
		wait.Closed(t, "the upstream call ends", r.asked(0).Gone())

		text := frame(segmented(doseWrong), "null")
		r = newRig(t, frames(text, first, second, frame("", "tool_calls"), "[DONE]"), with)
		s := r.talk(ask(howLong, tools), true)
		s.wellFormed(t)
		if n := strings.Count(s.body, `"name":"write"`); n != 1 || !strings.Contains(s.body, `"function":{"arguments":":1}"}`) || strings.Contains(s.body, "50 mg") {
			t.Errorf("%s: %s", name, s.body)
		}
		if s.verdict() != "redacted" || s.choices[0].finish != "tool_calls" || len(r.upstream.Requests()) != 1 {
			t.Errorf("%s: %s after %d calls: %s", name, s.verdict(), len(r.upstream.Requests()), s.body)
		}
	}
}

func TestASentenceThatNothingCarriesLeavesWithItsMark(t *testing.T) {
	t.Parallel()
	praise := passage{text: "The committee also praised the friendly people in the canteen."}
	mark := func(a *App) {
		a.Policy.OnFailure = policy.MarkAnswer
		a.Policy.Repair.Attempts = 0
	}
	r := newRig(t, says(segmented(backups, praise, doseRight)), mark)
	s := r.talk(ask(howLong, ""), true)
	s.wellFormed(t)
	if s.verdict() != "marked" || s.text() != shown+" "+praise.text+" [not verified] Adults start on 5 mg of apixaban twice daily. [2]" {
		t.Errorf("%s: %s", s.verdict(), s.text())
	}
	if !strings.Contains(r.trace(0).Attempts[0].Asked, "released as it is verified") {
		t.Errorf("%s", r.trace(0).Attempts[0].Asked)
	}
	r = newRig(t, says(segmented(backups, doseWrong, praise)), mark)
	if s := r.talk(ask(howLong, ""), true); s.verdict() != "marked" || s.text() != shown+" "+praise.text+" [not verified]" {
		t.Errorf("what is falsified gets no mark: %s: %s", s.verdict(), s.text())
	}
}

func TestAContinuationDoesNotDenyWhatTheReaderHasSeen(t *testing.T) {
	t.Parallel()
	body := `{"model":"m","vouchsafe":{"chunks":[{"chunk_id":"k1","text":"Apixaban may be combined with rifampicin."},{"chunk_id":"k2","text":"Apixaban may not be combined with rifampicin."}]},"messages":[{"role":"user","content":"May it?"}]}`
	yes, no := passage{"Apixaban may be combined with rifampicin.", "k1", "Apixaban may be combined with rifampicin"}, passage{"Apixaban may not be combined with rifampicin.", "k2", "Apixaban may not be combined with rifampicin"}
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		r := newRig(t, up.InTurn(says(written(d, yes, doseWrong)), says(written(d, no))), in)
		s := r.talk(body, true)
		s.wellFormed(t)
		if s.verdict() != "redacted" || strings.Contains(s.text(), "may not") {
			t.Errorf("%s: %s", s.verdict(), s.text())
		}
	})
}

// TestAStreamComesOutAsThePlainAnswerDoes: what fails for good, before anything
// has been released or behind it, does not take what stands with it.
func TestAStreamComesOutAsThePlainAnswerDoes(t *testing.T) {
	t.Parallel()
	praise := passage{text: "The committee also praised the friendly people in the canteen."}
	for name, said := range map[string]string{
		"the first fails":  segmented(doseWrong, backups),
		"the second fails": segmented(backups, doseWrong, doseRight),
		"the last fails":   segmented(backups, doseRight, doseWrong),
		"not cited":        segmented(praise, backups, doseRight),
		"all fail":         segmented(doseWrong, praise),
	} {
		for _, action := range []policy.OnFailure{policy.QuoteAnswer, policy.RedactAnswer, policy.MarkAnswer} {
			t.Run(name+", "+string(action), func(t *testing.T) {
				r := newRig(t, says(said), func(a *App) { a.Policy.OnFailure, a.Policy.Repair.Attempts = action, 0 })
				plain, streamed := r.talk(ask(howLong, ""), false), r.talk(ask(howLong, ""), true)
				plain.wellFormed(t)
				streamed.wellFormed(t)
				if plain.text() != streamed.text() || plain.verdict() != streamed.verdict() {
					t.Errorf("plain %s: %q\nstreamed %s: %q", plain.verdict(), plain.text(), streamed.verdict(), streamed.text())
				}
			})
		}
	}
}

// TestAReplyThatIsCutBehindAWholeSentenceIsDelivered: it was refused, where one that was cut within the next was not.
func TestAReplyThatIsCutBehindAWholeSentenceIsDelivered(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "cut", func(t *testing.T, stream bool) {
		for said, want := range map[string]string{
			nightlySource: nightlySource + " [1]", nightlySource + " [d2]": nightlySource + " [1]", nightlySource + " Adults with": nightlySource + " [1]",
			nightlySource + " It costs 21.": nightlySource + " [1]", "It costs 21.": refused, "Nightly backups start": refused,
		} {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: said, Finish: "length"}}}))
			if s := r.talk(ask(howLong, ""), stream); s.text() != want || s.choices[0].finish != "length" {
				t.Errorf("%q: %s %q %s", said, s.verdict(), s.text(), s.choices[0].finish)
			}
		}
	})
}
