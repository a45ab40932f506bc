package proxy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

const (
	howLong = "How long are nightly backups kept?"
	refused = "I can't answer that from the provided sources."
)

// TestOutcomes plays every outcome of an exchange, both ways.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	extractive := up.Extractive{}.Reply
	bare := `{"model":"m","messages":[{"role":"user","content":"Say hello."}]}`
	for _, tc := range []struct {
		name, body       string
		scripts          []up.Script
		verdict, text    string
		finish           string
		attempts         int
		reported, strict bool
	}{
		{name: "grounded", scripts: []up.Script{says(goodAnswer)}, verdict: "grounded", text: "Backups are kept for 21 days. [1]", attempts: 1, reported: true},
		{name: "healed", scripts: []up.Script{says(segmented(passage{backups.text, "d1", backups.snippet}))}, verdict: "healed", text: "Backups are kept for 21 days. [1]", attempts: 1, reported: true},
		{name: "repaired", scripts: []up.Script{says(badAnswer), says(goodAnswer)}, verdict: "repaired", text: "Backups are kept for 21 days. [1]", attempts: 2, reported: true},
		{name: "refused", scripts: []up.Script{says(badAnswer)}, verdict: "refused", text: refused, finish: "stop", attempts: 2, reported: true},
		{name: "refused whole under strict", scripts: []up.Script{says(segmented(backups, doseWrong))}, verdict: "refused", text: refused, finish: "stop", attempts: 2, reported: true, strict: true},
		{name: "uncited prose", scripts: []up.Script{says("Backups are kept for 21 days.")}, verdict: "quoted", text: "The source says: “Nightly backups start at 01:30 UTC and are kept for 21 days.” [1]", attempts: 2, reported: true},
		{name: "declined", body: ask("Who won the race?", ""), scripts: []up.Script{extractive}, verdict: "declined", text: "The sources do not answer this question.", attempts: 1, reported: true},
		{name: "no claims", scripts: []up.Script{says(segmented(passage{text: "Hello! How can I help you today?"}))}, verdict: "skipped", text: "Hello! How can I help you today?", attempts: 1, reported: true},
		{name: "no context", body: bare, scripts: []up.Script{up.Say("Hello.")}, verdict: "skipped", text: "Hello.", attempts: 1},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(tc.scripts...), func(a *App) {
				if tc.strict {
					a.Policy, _ = policy.Builtin("strict")
				}
			})
			body := tc.body
			if body == "" {
				body = ask(howLong, "")
			}
			s := r.talk(body, stream)
			s.wellFormedUnless(t, !tc.reported)
			finish := tc.finish
			if finish == "" {
				finish = "stop"
			}
			if s.verdict() != tc.verdict && !(stream && s.verdict() == "" && !tc.reported) || s.text() != tc.text || s.choices[0].finish != finish {
				t.Errorf("verdict %q, %q, finish %q\n%s", s.verdict(), s.text(), s.choices[0].finish, s.body)
			}
			if s.report.Exists() != tc.reported {
				t.Errorf("report: %s", s.report.Raw)
			}
			if n := len(r.upstream.Requests()); n != tc.attempts {
				t.Errorf("%d attempts", n)
			}
			tr := r.trace(0)
			if string(tr.Verdict) != tc.verdict || tr.QueryID != s.header.Get("X-Vouchsafe-Trace-Id") || len(tr.Attempts) != tc.attempts {
				t.Errorf("trace: %q of %d attempts", tr.Verdict, len(tr.Attempts))
			}
			if tc.reported && tr.Answer != tc.text {
				t.Errorf("the trace has the answer %q", tr.Answer)
			}
		})
	}
}

// wellFormedUnless is wellFormed for replies that are rebuilt; what passes
// untouched has the form that the upstream gave it.
func (s seen) wellFormedUnless(t testing.TB, untouched bool) {
	t.Helper()
	if !untouched {
		s.wellFormed(t)
	}
}

func TestEachChoiceIsDecidedByItself(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		first    []string
		repair   string
		texts    []string
		verdicts []string
		whole    string
		attempts int
	}{
		{"two, the second is repaired alone", []string{goodAnswer, badAnswer}, segmented(doseRight),
			[]string{"Backups are kept for 21 days. [1]", "Adults start on 5 mg of apixaban twice daily. [1]"}, []string{"grounded", "repaired"}, "repaired", 2},
		{"three, the first fails for good", []string{badAnswer, goodAnswer, segmented(doseRight)}, badAnswer,
			[]string{refused, "Backups are kept for 21 days. [1]", "Adults start on 5 mg of apixaban twice daily. [1]"}, []string{"refused", "grounded", "grounded"}, "refused", 2},
		{"three, two fail", []string{badAnswer, badAnswer, goodAnswer}, goodAnswer,
			[]string{"Backups are kept for 21 days. [1]", "Backups are kept for 21 days. [1]", "Backups are kept for 21 days. [1]"}, []string{"repaired", "repaired", "grounded"}, "repaired", 3},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(says(tc.first...), says(tc.repair)))
			s := r.talk(ask(howLong, `"n":`+string('0'+rune(len(tc.first)))+`,`), stream)
			s.wellFormed(t)
			var texts, verdicts []string
			for i, c := range s.choices {
				texts = append(texts, c.content)
				verdicts = append(verdicts, s.report.Get("choices").Array()[i].Get("verdict").Str)
			}
			if d := cmp.Diff(tc.texts, texts); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tc.verdicts, verdicts); d != "" {
				t.Error(d)
			}
			if s.verdict() != tc.whole || len(r.upstream.Requests()) != tc.attempts {
				t.Errorf("%s after %d attempts", s.verdict(), len(r.upstream.Requests()))
			}
			for i, q := range r.upstream.Requests()[1:] {
				if q.Get("n").Exists() {
					t.Errorf("repair %d asks for %s answers", i, q.Get("n").Raw)
				}
			}
		})
	}
}

func TestUsageIsTheSumOfAllAttempts(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "repaired", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(says(badAnswer), says(goodAnswer)))
		extra := ""
		if stream {
			extra = `"stream_options":{"include_usage":true},`
		}
		s := r.talk(ask(howLong, extra), stream)
		s.wellFormed(t)
		sum := r.trace(0).Attempts
		by := s.report.Get("usage_by_attempt").Array()
		figures := func(i int) any { return gjson.ParseBytes(sum[i].Usage).Value() }
		if len(by) != 2 || !cmp.Equal(by[0].Value(), figures(0)) || !cmp.Equal(by[1].Value(), figures(1)) {
			t.Errorf("by attempt: %v", by)
		}
		total := by[0].Get("total_tokens").Int() + by[1].Get("total_tokens").Int()
		if got := readInt(s.usage, "total_tokens"); got != total || total == 0 {
			t.Errorf("usage %s, want a total of %d", s.usage, total)
		}
	})
	t.Run("nobody asked a stream for it", func(t *testing.T) {
		s := newRig(t, says(goodAnswer)).talk(ask(howLong, ""), true)
		if s.wellFormed(t); s.usages != 0 || strings.Contains(s.body, `"usage":null`) {
			t.Error(s.body)
		}
	})
	t.Run("asked for", func(t *testing.T) {
		s := newRig(t, says(goodAnswer)).talk(ask(howLong, `"stream_options":{"include_usage":true},`), true)
		if s.wellFormed(t); s.usages != 1 || strings.Count(s.body, `"usage":null`) != 3 {
			t.Error(s.body)
		}
	})
	t.Run("the upstream gives none", func(t *testing.T) {
		r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: goodAnswer}}, NoUsage: true}))
		s := r.talk(ask(howLong, ""), false)
		if s.wellFormed(t); s.usage != "" {
			t.Errorf("usage %s out of nothing", s.usage)
		}
	})
}

func TestAStopSequenceEndsTheTextAfterTheLastWholeSentence(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, stop string
		said       []passage
		want       string
	}{
		{"in a sentence", `"apixaban","never"`, []passage{backups, doseRight}, "Backups are kept for 21 days. [1]"},
		{"in a figure", `"5 mg"`, []passage{backups, doseRight}, "Backups are kept for 21 days. [1]"},
		{"in the first figure", `"21"`, []passage{backups, doseRight}, ""},
		{"between two sentences", `"\n"`, []passage{backups, {"\n" + doseRight.text, doseRight.chunk, doseRight.snippet}}, "Backups are kept for 21 days. [1]"},
		{"the full stop", `"."`, []passage{backups, doseRight}, "Backups are kept for 21 days"},
		{"nowhere", `"zebra"`, []passage{backups}, "Backups are kept for 21 days. [1]"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, says(segmented(tc.said...)))
			s := r.talk(ask(howLong, `"stop":[`+tc.stop+`],`), stream)
			s.wellFormed(t)
			if s.text() != tc.want || s.choices[0].finish != "stop" {
				t.Errorf("%q, want %q, finish %s", s.text(), tc.want, s.choices[0].finish)
			}
			if r.asked(0).Get("stop").Exists() {
				t.Error("the upstream was asked to stop inside the form")
			}
			for _, c := range s.report.Get("choices.0.claims").Array() {
				if end := c.Get("end").Int(); end > int64(len(s.text())) {
					t.Errorf("a claim ends at %d, behind the text: %s", end, c.Raw)
				}
			}
		})
	}
}

func TestAStopSequenceTakesNoRestrictionAway(t *testing.T) {
	t.Parallel()
	kept := passage{"Backups are kept for 21 days.", "b1", "Backups are kept for 21 days."}
	not := passage{"This does not apply to the archive.", "b1", "This does not apply to the archive."}
	body := `{"model":"m","stop":"This does","vouchsafe":{"chunks":[{"chunk_id":"b1","text":"` + kept.snippet + ` ` + not.snippet +
		`"}]},"messages":[{"role":"user","content":"` + howLong + `"}]}`
	plainAndStreamed(t, "restriction", func(t *testing.T, stream bool) {
		s := newRig(t, says(segmented(kept, not))).talk(body, stream)
		s.wellFormed(t)
		if s.text() != "" || s.verdict() != "grounded" {
			t.Errorf("%q, %s", s.text(), s.verdict())
		}
	})
}

func TestAnnotationsAreCompleteAndMarkTheMarker(t *testing.T) {
	t.Parallel()
	chunks := `"vouchsafe":{"chunks":[{"chunk_id":"w1","text":"The bridge – opened in 1932 – is 503 m long.","title":"Bridge <b>x</b>","url":"https://example.org/b?a=1"},` +
		`{"chunk_id":"w2","text":"Trains cross it every four minutes at rush hour.","url":"javascript:alert(1)"}]},`
	body := `{"model":"m",` + chunks + `"messages":[{"role":"user","content":"How long is the bridge?"}]}`
	said := segmented(passage{"Äh – the bridge is 503 m long.", "w1", "is 503 m long"}, passage{"Trains cross it every four minutes at rush hour.", "w2", "Trains cross it every four minutes at rush hour."})
	plainAndStreamed(t, "annotations", func(t *testing.T, stream bool) {
		s := newRig(t, says(said)).talk(body, stream)
		s.wellFormed(t)
		all := parse(s.choices[0].annotations).Array()
		if len(all) != 1 {
			t.Fatalf("annotations %s\n%s", s.choices[0].annotations, s.text())
		}
		c := all[0].Get("url_citation")
		span := string([]rune(s.text())[c.Get("start_index").Int():c.Get("end_index").Int()])
		if all[0].Get("type").Str != "url_citation" || span != "[1]" || c.Get("url").Str != "https://example.org/b?a=1" {
			t.Errorf("%s marks %q", all[0].Raw, span)
		}
		if title := c.Get("title").Str; title == "" || strings.Contains(title, "<b>") {
			t.Errorf("title %q", title)
		}
	})
}

func TestTheModelsReasoningIsDropped(t *testing.T) {
	t.Parallel()
	for _, trick := range []string{"think", "reason"} {
		plainAndStreamed(t, trick, func(t *testing.T, stream bool) {
			r := newRig(t, up.Extractive{}.Reply)
			s := r.talk(strings.Replace(ask(howLong, ""), `"m"`, `"extractive:`+trick+`"`, 1), stream)
			s.wellFormed(t)
			if strings.Contains(s.body, "one by one") || s.verdict() != "grounded" {
				t.Error(s.body)
			}
		})
	}
}

func TestNoContextMayBeRefused(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "refuse", func(t *testing.T, stream bool) {
		r := newRig(t, up.Say("Hello."), func(a *App) { a.Policy.WhenNoContext = policy.RefuseNoContext })
		s := r.talk(`{"model":"m","n":2,"messages":[{"role":"user","content":"Who was Ada?"}]}`, stream)
		s.wellFormed(t)
		if len(s.choices) != 2 || s.text() != refused || s.verdict() != "refused" || len(r.upstream.Requests()) != 0 {
			t.Errorf("%s\n%d calls", s.body, len(r.upstream.Requests()))
		}
	})
}

func TestAuxiliaryCallsPassInTheirClosedForm(t *testing.T) {
	t.Parallel()
	rerank := `{"model":"m","messages":[{"role":"user","content":"A list of documents is shown below. Each document has a number next to it along with a summary of the document. A question is also provided. \nRespond with the numbers of the documents you should consult to answer the question, in order of relevance, as well \nas the relevance score. The relevance score is a number from 1-10 based on how relevant you think the document is to the question.\nDo not include any documents that are not relevant to the question. \nExample format: \nDocument 1:\n<summary of document 1>\n\nDocument 2:\n<summary of document 2>\n\n...\n\nDocument 10:\n<summary of document 10>\n\nQuestion: <question>\nAnswer:\nDoc: 9, Relevance: 7\nDoc: 3, Relevance: 4\nDoc: 7, Relevance: 3\n\nLet's try this now: \n\nDocument 1:\nNightly backups are kept for 21 days. They are stored in two places, which are checked every week.\n\nDocument 2:\nApixaban 5 mg twice daily is the usual dose for adults with atrial fibrillation.\nQuestion: How long are backups kept?\nAnswer:\n"}]}`
	for _, tc := range []struct{ name, reply, verdict, text string }{
		{"fits", "Doc: 1, Relevance: 9", "skipped", "Doc: 1, Relevance: 9"},
		{"does not fit", "The backups are kept for 99 days, I believe.", "quoted", "The source says: “Nightly backups are kept for 21 days.” [1]"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Say(tc.reply))
			s := r.talk(rerank, stream)
			s.wellFormed(t)
			tr := r.trace(0)
			if s.text() != tc.text || string(tr.Verdict) != tc.verdict {
				t.Errorf("%q, %s (%s)", s.text(), tr.Verdict, tr.Reason)
			}
			if tc.verdict == "skipped" && (tr.Reason != report.ReasonTask || s.report.Exists()) {
				t.Errorf("reason %q, report %s", tr.Reason, s.report.Raw)
			}
		})
	}
}

func TestRepairsAreBoundedByThePolicy(t *testing.T) {
	t.Parallel()
	for attempts, calls := range map[int]int{0: 1, 1: 2, 3: 4} {
		plainAndStreamed(t, fmt.Sprint(attempts), func(t *testing.T, stream bool) {
			r := newRig(t, says(badAnswer), func(a *App) { a.Policy.Repair.Attempts = attempts })
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if n := len(r.upstream.Requests()); n != calls || s.text() != refused || s.report.Get("attempts").Int() != int64(calls) {
				t.Errorf("%d calls: %s", n, s.body)
			}
			if !stream && s.header.Get("X-Vouchsafe-Attempts") != fmt.Sprint(calls) {
				t.Errorf("%v", s.header)
			}
			last := r.asked(calls - 1).Get("messages").Array()
			if calls > 1 && len(last) != 4 {
				t.Errorf("the last repair has %d messages: turns pile up", len(last))
			}
		})
	}
}

func TestStoringIsForbiddenOnlyWhereItWasAskedFor(t *testing.T) {
	t.Parallel()
	for extra, want := range map[string]string{`"store":true,`: "false", `"store":false,`: "false", "": ""} {
		r := newRig(t, says(goodAnswer))
		r.post(chatPath, ask(howLong, extra))
		if got := r.asked(0).Get("store").Raw; got != want {
			t.Errorf("%s became %q", extra, got)
		}
	}
}

func TestTokenLimitsKeepTheirNames(t *testing.T) {
	t.Parallel()
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		for extra, wants := range map[string]map[answer.Dialect]string{
			`"max_tokens":10,`:              {answer.Segments: `"max_tokens":542`, answer.Sentences: `"max_tokens":77`},
			`"max_completion_tokens":1000,`: {answer.Segments: `"max_completion_tokens":3512`, answer.Sentences: `"max_completion_tokens":1314`},
			"":                              {},
		} {
			r, want := newRig(t, says(written(d, backups)), in), wants[d]
			r.post(chatPath, ask(howLong, extra))
			if body := string(r.asked(0).Body); !strings.Contains(body, want) || strings.Contains(body, "max_") != (want != "") {
				t.Errorf("%s became %s", extra, body)
			}
		}
	})
}
