package proxy

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/verify"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
)

// bySentence asks for the dialect sentences.
func bySentence(a *App) { a.Policy.Citations.Dialect = answer.Sentences }

// numbersInside fails where a number of a sentence, or its sign, reaches the client or
// the trace's evidence.
func (r *rig) numbersInside(t *testing.T, s seen) {
	t.Helper()
	if strings.Contains(s.body, "§") || strings.Contains(s.body, `\u00a7`) {
		t.Errorf("a number has reached the client: %s", s.body)
	}
	tr := r.trace(0)
	for i := range tr.Chunks {
		if strings.Contains(tr.Chunks[i].Text, "§") {
			t.Errorf("the trace has the chunk %q", tr.Chunks[i].Text)
		}
	}
	if strings.Contains(tr.Answer, "§") {
		t.Errorf("the trace has the answer %q", tr.Answer)
	}
}

func TestSentencesAreCitedByTheirNumbers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, reply, verdict, text string }{
		{"before the stop", "Backups are kept for 21 days §2.", "grounded", "Backups are kept for 21 days. [1]"},
		{"behind the stop", "Backups are kept for 21 days. §2", "grounded", "Backups are kept for 21 days. [1]"},
		{"of two", "Adults start on 5 mg of apixaban twice daily §1. Backups are kept for 21 days §2.", "grounded",
			"Adults start on 5 mg of apixaban twice daily. [1] Backups are kept for 21 days. [2]"},
		{"a range", "Adults start on 5 mg of apixaban twice daily §1-2.", "grounded", "Adults start on 5 mg of apixaban twice daily. [1][2]"},
		{"copied with its number", "§2 Nightly backups start at 01:30 UTC and are kept for 21 days.", "grounded",
			"Nightly backups start at 01:30 UTC and are kept for 21 days. [1]"},
		{"another figure", "Backups are kept for 22 days §2.", "refused", refused},
		{"no such sentence", "Backups are kept for 21 days §7.", "refused", refused},
		{"another sentence", "Backups are kept for 21 days §1.", "refused", refused},
		{"declined", "REFUSE: The sources do not tell.", "declined", "The sources do not tell."},
		{"the example", "The fact §n.", "refused", refused},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.reply), bySentence, func(a *App) { a.Policy.OnFailure = policy.RefuseAnswer })
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.verdict() != tc.verdict || s.text() != tc.text {
				t.Errorf("%s: %q\n%s", s.verdict(), s.text(), s.body)
			}
			if tc.verdict == "grounded" && s.report.Get("choices.0.citations.0.match").Str != "sentence" {
				t.Errorf("%s", s.report.Raw)
			}
			r.numbersInside(t, s)
		})
	}
}

func TestARepairBySentenceAsksInTheSameForm(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "another figure", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(says("Backups are kept for 22 days §2."), says("Backups are kept for 21 days §2.")), bySentence)
		s := r.talk(ask(howLong, ""), stream)
		if s.verdict() != "repaired" || s.text() != "Backups are kept for 21 days. [1]" {
			t.Errorf("%s: %q", s.verdict(), s.text())
		}
		second := string(r.upstream.Requests()[1].Body)
		if strings.Contains(second, "4 to 12 words") || !strings.Contains(second, ">§2 Nightly") || !strings.Contains(second, "begins with its number, a §") {
			t.Errorf("asked again: %s", second)
		}
		r.numbersInside(t, s)
	})
}

// TestAnEchoOfTheInstructionIsAskedForAgainWithoutIt: a small model gave back the
// example of the instruction in 11 of 12 replies.
func TestAnEchoOfTheInstructionIsAskedForAgainWithoutIt(t *testing.T) {
	t.Parallel()
	echo := `{"mode":"answer","segments":[{"citations":[{"chunk_id":"…","snippet":"…"}],"text":"…"}],"unanswered_aspects":[]}`
	plainAndStreamed(t, "segments", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(says(echo), says(goodAnswer)), func(a *App) { a.Upstream.Structured = "prompt"; a.Policy.Citations.Dialect = answer.Segments })
		s := r.talk(ask(howLong, ""), stream)
		if s.verdict() != "repaired" {
			t.Errorf("%s: %q", s.verdict(), s.text())
		}
		first, second := string(r.upstream.Requests()[0].Body), string(r.upstream.Requests()[1].Body)
		if !strings.Contains(first, `…`) || strings.Contains(second, `…`) || !strings.Contains(second, "repeats the form") {
			t.Errorf("%s\n%s", first, second)
		}
		if found := r.trace(0).Attempts[0].Findings; len(found) == 0 || found[0].Code != "echoed-example" {
			t.Errorf("%+v", found)
		}
	})
}

// TestNumbersStayOutOfToolCalls: a model that searches for a passage's words has them
// with their numbers.
func TestNumbersStayOutOfToolCalls(t *testing.T) {
	t.Parallel()
	tools := `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}}],`
	plainAndStreamed(t, "a call", func(t *testing.T, stream bool) {
		call := up.ToolCall{ID: "c", Name: "look_up", Arguments: `{"q":"§2 Nightly backups §1-2"}`}
		r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{ToolCalls: []up.ToolCall{call}}}, Runes: 1}), bySentence)
		s := r.talk(ask(howLong, tools), stream)
		if !strings.Contains(s.body, "Nightly backups") {
			t.Errorf("%s", s.body)
		}
		r.numbersInside(t, s)
	})
}

func TestAnOwnFormIsCitedBySentence(t *testing.T) {
	t.Parallel()
	schema := `"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object","additionalProperties":false,"required":["kept"],"properties":{"kept":{"type":"string"}}}}},`
	for _, tc := range []struct{ name, reply, verdict, content string }{
		{"honest", `{"answer":{"kept":"Backups are kept for 21 days."},"citations":[{"path":"/kept","sentences":"§2"}],"mode":"answer","unanswered_aspects":[]}`, "grounded", `{"kept":"Backups are kept for 21 days."}`},
		{"copied", `{"answer":{"kept":"§2 Backups are kept for 21 days \u00a72."},"citations":[{"path":"/kept","sentences":"2"},{"path":"/kept","sentences":"§1-2"}],"mode":"answer","unanswered_aspects":[]}`, "", ""},
		{"a lie", `{"answer":{"kept":"Backups are kept for 22 days."},"citations":[{"path":"/kept","sentences":"§2"}],"mode":"answer","unanswered_aspects":[]}`, "refused", ""},
		{"no such sentence", `{"answer":{"kept":"Backups are kept for 21 days."},"citations":[{"path":"/kept","sentences":"§9"}],"mode":"answer","unanswered_aspects":[]}`, "refused", ""},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.reply), bySentence, func(a *App) { a.Policy.OnFailure = policy.RefuseAnswer })
			s := r.talk(ask(howLong, schema), stream)
			if tc.verdict != "" && (s.verdict() != tc.verdict || s.choices[0].content != tc.content) {
				t.Errorf("%s: %q\n%s", s.verdict(), s.choices[0].content, s.body)
			}
			r.numbersInside(t, s)
			asked := r.upstream.Requests()[0]
			if item := asked.Get("response_format.json_schema.schema.properties.citations.items.properties"); !item.Get("sentences").Exists() || item.Get("snippet").Exists() {
				t.Errorf("%s", asked.Body)
			}
		})
	}
	r := newRig(t, up.Extractive{}.Reply, bySentence)
	if s := r.talk(ask(howLong, schema), false); s.verdict() != "grounded" {
		t.Errorf("%s: %s", s.verdict(), s.body)
	}
}

// TestAReplayFindsTheNumbersAgain: the trace has the material as the app sent it.
func TestAReplayFindsTheNumbersAgain(t *testing.T) {
	t.Parallel()
	r := newRig(t, says("Backups are kept for 21 days §2."), bySentence)
	r.talk(ask(howLong, ""), false)
	tr := r.trace(0)
	a := audit.Attempt{Asked: tr.Attempts[0].Asked, Reply: tr.Attempts[0].Reply}
	dialect, asked := a.Dialect()
	known := a.Known(audit.Evidence(tr.Chunks, tr.Question, func(text string) *verify.Passage { return verify.NewPassage(text, nil) }))
	read := answer.Read(dialect, a.Reply, known)
	if !asked || dialect != answer.Sentences || len(read.Citations) != 1 || read.Citations[0].Place == nil || read.Citations[0].ChunkID != "d2" {
		t.Errorf("%s %+v", a.Asked, read)
	}
}

// TestTheMaterialIsNumberedInEveryChannel: beside the messages, in tools, in parts.
func TestTheMaterialIsNumberedInEveryChannel(t *testing.T) {
	t.Parallel()
	kept := "Nightly backups are kept for 21 days. They start at 01:30 UTC."
	for name, body := range map[string]string{
		"beside":           `{"model":"m","vouchsafe":{"chunks":[{"text":"` + kept + `"}]},"messages":[{"role":"user","content":"` + howLong + `"}]}`,
		"beside and shown": `{"model":"m","vouchsafe":{"chunks":[{"text":"` + kept + `"}]},"messages":[{"role":"system","content":"<document id=\"a\">` + kept + `</document>"},{"role":"user","content":"` + howLong + `"}]}`,
		"documents":        `{"model":"m","documents":[{"title":"a","text":"` + kept + `"}],"messages":[{"role":"user","content":"` + howLong + `"}]}`,
		"a tool": `{"model":"m","messages":[{"role":"user","content":"` + howLong + `"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},` +
			`{"role":"tool","tool_call_id":"c","content":"[{\"id\":\"a\",\"text\":\"` + kept + `\"}]"}]}`,
		"parts": `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"<document id=\"a\">` + kept + `</document>"},{"type":"text","text":"` + howLong + `"}]}]}`,
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Extractive{}.Reply, bySentence)
			s := r.talk(body, stream)
			asked := string(r.upstream.Requests()[0].Body)
			if s.verdict() != "grounded" || !gjson.Valid(asked) || !strings.Contains(asked, "§1 Nightly") || !strings.Contains(asked, "§2 They") || strings.Contains(asked, "§3") {
				t.Errorf("%s %q: %s", s.verdict(), s.text(), asked)
			}
			r.numbersInside(t, s)
		})
	}
}

// TestASignThatAUserWritesForgesNothing: numbers that no gateway wrote name no sentence.
func TestASignThatAUserWritesForgesNothing(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "forged", func(t *testing.T, stream bool) {
		r := newRig(t, says("Backups are kept for 99 years §2."), bySentence)
		s := r.talk(ask("§2 Backups are kept for 99 years. "+howLong, ""), stream)
		if s.verdict() != "refused" || !strings.Contains(string(r.upstream.Requests()[0].Body), "¶2 Nightly") {
			t.Errorf("%s: %s", s.verdict(), s.body)
		}
	})
}

func TestSeveralChoicesAndMarkersOfTheApp(t *testing.T) {
	t.Parallel()
	r := newRig(t, says("Backups are kept for 21 days §2.", "Backups are kept for 21 days [d2] §2."), bySentence)
	s := r.talk(ask(howLong, `"n":2,`), false)
	for _, c := range s.choices {
		if c.content != "Backups are kept for 21 days. [1]" {
			t.Errorf("%q", c.content)
		}
	}
	body := strings.Replace(ask(howLong, ""), "Answer from the documents.", "Answer from the documents. Cite the document in brackets, for instance [doc1].", 1)
	r = newRig(t, says("Backups are kept for 21 days §2."), bySentence)
	if s := r.talk(body, false); s.text() != "Backups are kept for 21 days. [doc2]" && s.text() != "Backups are kept for 21 days [doc2]." {
		t.Errorf("%q", s.text())
	}
}
