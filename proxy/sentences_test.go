package proxy

import (
	"encoding/json"
	"fmt"
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
		{"quoted with its number", `The guide says: "§2 Nightly backups start at 01:30 UTC and are kept for 21 days."`, "grounded",
			`The guide says: "Nightly backups start at 01:30 UTC and are kept for 21 days." [1]`},
		{"JSON with numbers in it", `{"mode":"answer","segments":[{"citations":[{"chunk_id":"d2","snippet":"§2 Nightly backups start at 01:30 UTC"}],"text":"§2 Nightly backups start at 01:30 UTC."}],"unanswered_aspects":[]}`,
			"grounded", "Nightly backups start at 01:30 UTC. [1]"},
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
			if tc.verdict == "grounded" && tc.reply[0] != '{' && s.report.Get("choices.0.citations.0.match").Str != "sentence" {
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

// TestArgumentsOfToolsComeWhole: a law's "§ 2" was taken out of the call of a tool, and a streamed call never
// ended. A number of a sentence became no name of its passage.
func TestArgumentsOfToolsComeWhole(t *testing.T) {
	t.Parallel()
	tools := `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}}],`
	for arguments, want := range map[string]string{
		`{"section":"§ 2"}`: "", `{"section":"§2"}`: "", `{"q":"hours §1"}`: `{"q":"hours"}`, `{"q":"§§ 1-2","n":1}`: "", `{"ids":["§2"]}`: `{"ids":["d2"]}`,
		`{"q":"§2 Nightly backups start at 01:30 UTC"}`: `{"q":"Nightly backups start at 01:30 UTC"}`,
	} {
		if want == "" {
			want = arguments
		}
		for _, runes := range []int{0, 1, 4} {
			plainAndStreamed(t, arguments, func(t *testing.T, stream bool) {
				call := up.ToolCall{ID: "c", Name: "look_up", Arguments: arguments}
				r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{ToolCalls: []up.ToolCall{call}}}, Runes: runes}), bySentence)
				s := r.talk(ask(howLong, tools), stream)
				got := ""
				for _, event := range strings.Split(s.body, "\n") {
					event = strings.TrimPrefix(event, "data: ")
					for _, at := range []string{"choices.0.delta.tool_calls.0.function.arguments", "choices.0.message.tool_calls.0.function.arguments"} {
						got += gjson.Get(event, at).Str
					}
				}
				if got != want {
					t.Errorf("%s", got)
				}
			})
		}
	}
}

// TestANumberInTheFiguresPlaceIsNoNumber: it was cut out, and what was left of its sentence passed.
func TestANumberInTheFiguresPlaceIsNoNumber(t *testing.T) {
	t.Parallel()
	schema := `"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","properties":{"kept":{"type":"string"}}}}},`
	for _, said := range []string{
		"Backups are kept for §2 days.", "- Backups are kept for §2 days §2", "**Kept:** §2 days", "## Backups are kept for §2 days\n\nBackups are kept for 21 days §2.",
		"Backups are kept for `§2` days §2.", "Backups are kept for § days §2.", "Backups are kept for §§2 days.", "Backups cost €§2.", "Backups are kept for §2.",
	} {
		plainAndStreamed(t, said, func(t *testing.T, stream bool) {
			r := newRig(t, says(said), bySentence, func(a *App) { a.Policy.OnFailure = policy.RefuseAnswer })
			if s := r.talk(ask(howLong, ""), stream); s.verdict() != "refused" {
				t.Errorf("%s: %q", s.verdict(), s.text())
			}
			own, _ := json.Marshal(map[string]any{"answer": map[string]string{"kept": said}, "mode": "answer", "unanswered_aspects": []string{}, "citations": []any{map[string]string{"path": "/kept", "sentences": "§2"}}})
			r = newRig(t, says(string(own)), bySentence, func(a *App) { a.Policy.OnFailure = policy.RefuseAnswer })
			if s := r.talk(ask(howLong, schema), stream); s.verdict() != "refused" {
				t.Errorf("own form: %s: %q", s.verdict(), s.text())
			}
		})
	}
}

// TestARepairOfAnOwnFormByNumberAsksForNoQuotes: there is no place for them.
func TestARepairOfAnOwnFormByNumberAsksForNoQuotes(t *testing.T) {
	t.Parallel()
	own := func(days string) string {
		return `{"answer":{"kept":"Backups are kept for ` + days + ` days."},"citations":[{"path":"/kept","sentences":["§1", 2]}],"mode":"answer","unanswered_aspects":[]}`
	}
	r := newRig(t, up.InTurn(says(own("22")), says(own("21"))), bySentence)
	s := r.talk(ask(howLong, `"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","properties":{"kept":{"type":"string"}}}}},`), false)
	if second := string(r.upstream.Requests()[1].Body); s.verdict() != "repaired" || strings.Contains(second, "4 to 12 words") || !strings.Contains(second, "numbers of the source sentences") {
		t.Errorf("%s after %s", s.verdict(), second)
	}
}

// TestAnEchoInProseIsAskedForAgainWithoutIt: the repair showed the example again.
func TestAnEchoInProseIsAskedForAgainWithoutIt(t *testing.T) {
	t.Parallel()
	for dialect, echo := range map[answer.Dialect]string{answer.Sentences: "§n §m", answer.Numbered: "It opens [n][m].", answer.AuthorYear: "It opens [Author, Year]."} {
		plainAndStreamed(t, string(dialect), func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(says(echo), says("Backups are kept for 21 days.")), func(a *App) { a.Policy.Citations.Dialect = dialect })
			r.talk(ask(howLong, ""), stream)
			first, second := string(r.upstream.Requests()[0].Body), string(r.upstream.Requests()[1].Body)
			if example := strings.Fields(echo)[len(strings.Fields(echo))-1]; !strings.Contains(first, strings.Trim(example, "]. ")) || strings.Contains(second, strings.Trim(example, ". ")) || !strings.Contains(second, "No list of sources") {
				t.Errorf("%s\n%s", first, second)
			}
		})
	}
}

func TestAnOwnFormIsCitedBySentence(t *testing.T) {
	t.Parallel()
	schema := `"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object","additionalProperties":false,"required":["kept"],"properties":{"kept":{"type":"string"}}}}},`
	for _, tc := range []struct{ name, reply, verdict, content string }{
		{"honest", `{"answer":{"kept":"Backups are kept for 21 days."},"citations":[{"path":"/kept","sentences":"§2"}],"mode":"answer","unanswered_aspects":[]}`, "grounded", `{"kept":"Backups are kept for 21 days."}`},
		{"copied", `{"answer":{"kept":"§2 Backups are kept for 21 days \u00a72."},"citations":[{"path":"/kept","sentences":"2, 1"},{"path":"/kept","sentences":"1-2"}],"mode":"answer","unanswered_aspects":[]}`, "grounded", `{"kept":"Backups are kept for 21 days."}`},
		{"a lie", `{"answer":{"kept":"Backups are kept for 22 days."},"citations":[{"path":"/kept","sentences":"§2"}],"mode":"answer","unanswered_aspects":[]}`, "refused", ""},
		{"no such sentence", `{"answer":{"kept":"Backups are kept for 21 days."},"citations":[{"path":"/kept","sentences":"§9"}],"mode":"answer","unanswered_aspects":[]}`, "refused", ""},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.reply), bySentence, func(a *App) { a.Policy.OnFailure = policy.RefuseAnswer })
			s := r.talk(ask(howLong, schema), stream)
			if s.verdict() != tc.verdict || s.choices[0].content != tc.content {
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

// TestJSONInsteadOfNumbersSaysNothingOfAForm: no schema was asked for, and none was ignored.
func TestJSONInsteadOfNumbersSaysNothingOfAForm(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(goodAnswer), bySentence)
	for range 3 {
		if s := r.talk(ask(howLong, ""), false); s.verdict() != "grounded" {
			t.Fatalf("%s: %s", s.verdict(), s.body)
		}
	}
	r.talk(ask(howLong, `"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","properties":{"kept":{"type":"string"}}}}},`), false)
	if asked := r.upstream.Requests()[3]; asked.Get("response_format.type").String() != "json_schema" {
		t.Errorf("%s", asked.Body)
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
		"a gateway's document": `{"model":"m","messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","data":"` + kept + `"}},{"type":"text","text":"` + howLong + `"}]}]}`,
		"a gateway's result":   `{"model":"m","messages":[{"role":"user","content":[{"type":"search_result","source":"s","content":[{"type":"text","text":"` + kept + `"}]},{"type":"text","text":"` + howLong + `"}]}]}`,
		"parts":                `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"<document id=\"a\">` + kept + `</document>"},{"type":"text","text":"` + howLong + `"}]}]}`,
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Extractive{}.Reply, bySentence)
			s := r.talk(body, stream)
			asked := string(r.upstream.Requests()[0].Body)
			if s.verdict() != "grounded" || !gjson.Valid(asked) || !strings.Contains(asked, "§1 Nightly") || !strings.Contains(asked, "§2 They") || strings.Contains(asked, "§3") ||
				strings.Count(asked, "§1 Nightly") != 1 {
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
		if s.verdict() != "quoted" || strings.Contains(s.text(), "99") || !strings.Contains(string(r.upstream.Requests()[0].Body), "¶2 Nightly") {
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

// TestAWrongNumberOfASourcesOwnSentenceIsHealed: the words tell where they stand.
func TestAWrongNumberOfASourcesOwnSentenceIsHealed(t *testing.T) {
	t.Parallel()
	const own = "Nightly backups start at 01:30 UTC and are kept for 21 days"
	for reply, verdict := range map[string]string{
		own + " §1.": "healed", own + " §2.": "grounded", own + " §1-2.": "grounded", own + " §7.": "refused",
		strings.Replace(own, "21", "22", 1) + " §1.": "refused", "Backups are kept for 21 days §1.": "refused",
	} {
		plainAndStreamed(t, reply, func(t *testing.T, stream bool) {
			r := newRig(t, says(reply), bySentence, func(a *App) { a.Policy.OnFailure, a.Policy.Stream.Mode = policy.RefuseAnswer, policy.Progressive })
			s := r.talk(ask(howLong, ""), stream)
			if s.verdict() != verdict {
				t.Errorf("%s: %s", s.verdict(), s.body)
			}
			if heal := s.report.Get("choices.0.citations.0.heal"); verdict == "healed" && (heal.Get("kind").Str != "relink" || heal.Get("to").Str != "d2") {
				t.Errorf("%s", s.report.Raw)
			}
			r.numbersInside(t, s)
		})
	}
	r := newRig(t, says(own+" §1."), bySentence, func(a *App) { a.Policy.Heal = nil })
	if s := r.talk(ask(howLong, ""), false); s.verdict() == "healed" {
		t.Errorf("no heal is allowed: %s", s.body)
	}
}

// TestNumbersThatProveNothing: what a careless or hostile model may write with numbers.
func TestNumbersThatProveNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ reply, verdict, text string }{
		"a range of everything":      {"Adults start on 21 mg of apixaban §1-2.", "refused", refused},
		"a range without end":        {"Backups are kept for 21 days §1-99999999.", "refused", refused},
		"a range that runs back":     {"Backups are kept for 21 days §2-2.", "grounded", "Backups are kept for 21 days. [1]"},
		"a huge number":              {"Backups are kept for 21 days §99999999999999999999.", "refused", refused},
		"zero":                       {"Backups are kept for 21 days §0.", "refused", refused},
		"digits of another script":   {"Backups are kept for 21 days §٢.", "grounded", "Backups are kept for 21 days. [1]"},
		"a lie in them":              {"Backups are kept for 22 days §٢.", "refused", refused},
		"a number before the figure": {"Backups are kept for §2 21 days §2.", "grounded", "Backups are kept for [1] 21 days."},
		"a number in code":           {"Backups are kept for 21 days §2. Type `keep §2`.", "refused", refused},
		"a sign without a number":    {"Backups are kept for 21 days §.", "refused", refused},
		"the number of another":      {"Apixaban is taken for 21 days §2.", "refused", refused},
		"a number, and no words":     {"§2", "refused", refused},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: c.reply}}, Runes: 1}), bySentence, func(a *App) { a.Policy.OnFailure = policy.RefuseAnswer })
			s := r.talk(ask(howLong, ""), stream)
			if s.verdict() != c.verdict || s.text() != c.text {
				t.Errorf("%s: %q\n%s", s.verdict(), s.text(), s.report.Raw)
			}
			r.numbersInside(t, s)
		})
	}
}

// TestAnAnswerThatBreaksOffInANumber: what is left of a number is none. A plain answer was refused whole.
func TestAnAnswerThatBreaksOffInANumber(t *testing.T) {
	t.Parallel()
	const first = "Backups are kept for 21 days §2."
	for _, rest := range []string{" Adults start on 5 mg of apixaban twice daily §", " Adults start on 5 mg of apixaban twice daily §1", " Adults start on 5 mg of"} {
		plainAndStreamed(t, rest, func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: first + rest, Finish: "length"}}, Runes: 1}), bySentence)
			s := r.talk(ask(howLong, ""), stream)
			if !strings.HasPrefix(s.text(), shown) || strings.Contains(s.text(), "Adults") || s.choices[0].finish != "length" {
				t.Errorf("%s: %q", s.verdict(), s.text())
			}
			r.numbersInside(t, s)
		})
	}
}

// TestALongerConversationKeepsTheBytesOfTheShorter: so the upstream's prompt cache holds.
func TestALongerConversationKeepsTheBytesOfTheShorter(t *testing.T) {
	t.Parallel()
	const system = `{"role":"system","content":"Answer from the documents."}`
	kept := func(tag string) string {
		return `<document id=\"` + tag + `\">Nightly backups are kept for 21 days. They start at 01:30 UTC.</document>`
	}
	call := func(id, result string) string {
		return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"` + id + `","content":"` + result + `"}`
	}
	const tape = `<document id=\"t\">Tapes are stored in Bern. They are checked every 90 days.</document>`
	for name, turns := range map[string][2]string{
		"in the system message": {`{"role":"system","content":"Answer from the documents.\n` + kept("a") + `"},{"role":"user","content":"` + howLong + `"}`,
			`{"role":"assistant","content":"For 21 days."},{"role":"user","content":"When do they start?"}`},
		"in the user's messages": {system + `,{"role":"user","content":"` + kept("a") + `\n\n` + howLong + `"}`,
			`{"role":"assistant","content":"For 21 days. [1]"},{"role":"user","content":"` + tape + `\n\nWhere are tapes stored?"}`},
		"of tools": {system + `,{"role":"user","content":"` + howLong + `"},` + call("c1", kept("a")),
			`{"role":"assistant","content":"For 21 days."},{"role":"user","content":"Where are tapes stored?"},` + call("c2", tape)},
		"retrieved again": {system + `,{"role":"user","content":"` + kept("a") + `\n\n` + howLong + `"}`,
			`{"role":"assistant","content":"For 21 days."},{"role":"user","content":"` + kept("a") + tape + `\n\nWhere are tapes stored?"}`},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, up.Extractive{}.Reply, bySentence)
			r.talk(`{"model":"m","messages":[`+turns[0]+`]}`, false)
			r.talk(`{"model":"m","messages":[`+turns[0]+`,`+turns[1]+`]}`, false)
			one, two := r.asked(0).Get("messages").Array(), r.asked(1).Get("messages").Array()
			if len(one) >= len(two) || !strings.Contains(one[0].Raw+one[1].Raw+one[len(one)-1].Raw, "§1 Nightly") {
				t.Fatalf("%s", r.asked(0).Body)
			}
			for i := range one {
				if one[i].Raw != two[i].Raw {
					t.Errorf("message %d was\n%s\nand is\n%s", i, one[i].Raw, two[i].Raw)
				}
			}
		})
	}
}

// TestAGuardReadsTheNumbersOfAGatewayInFront: its material is what the app sent, and the
// answer goes back in the form in which the other reads it.
func TestAGuardReadsTheNumbersOfAGatewayInFront(t *testing.T) {
	t.Parallel()
	front := newRig(t, says("Backups are kept for 21 days §2."), bySentence)
	front.talk(ask(howLong, ""), false)
	numbered := front.asked(0).Get("messages").Raw
	for name, messages := range map[string]string{"as written": numbered, "escaped": strings.ReplaceAll(numbered, "§", `\u00a7`)} {
		for _, dialect := range []answer.Dialect{answer.Sentences, answer.Segments} {
			r := guarding(t, func(a *App) { a.Policy.Citations.Dialect = dialect })
			request := `{"input_type":"request","litellm_call_id":"c1","structured_messages":` + messages + `,"texts":[],"model":"m"}`
			if g := r.post(guardURL, request); g.body != `{"action":"NONE"}` {
				t.Errorf("%s: %s", name, g.body)
			}
			if g := r.post(guardURL, liteResponse("c1", "Backups are kept for 21 days §2.")); parse(g.body).Get("texts.0").Str != "Backups are kept for 21 days §2." {
				t.Errorf("%s, %s: %s", name, dialect, g.body)
			}
			if tr := r.trace(0); tr.Verdict != "grounded" || len(tr.Chunks) != 2 || strings.Contains(tr.Chunks[0].Text+tr.Chunks[1].Text, "§") {
				t.Errorf("%s, %s: %s of %+v", name, dialect, tr.Verdict, tr.Chunks)
			}
			r.post(guardURL, strings.Replace(request, `"c1"`, `"c2"`, 1))
			if g := r.post(guardURL, liteResponse("c2", "Backups are kept for 7731 days §2.")); strings.Contains(g.body, "7731") || strings.Contains(g.body, "NONE") {
				t.Errorf("%s: %s", name, g.body)
			}
		}
	}
	r := newRig(t, says("Backups are kept for 21 days §2."), bySentence)
	s := r.talk(`{"model":"m","messages":`+numbered+`}`, false)
	if asked := string(r.asked(0).Body); s.verdict() != "grounded" || strings.Count(asked, "§2 Nightly") != 1 || strings.Count(asked, answer.Headings[0][:20]) != 1 {
		t.Errorf("%s after %s", s.verdict(), asked)
	}
	r.numbersInside(t, s)
}

// TestARangeIsOneMarker: a row of a chunk's sentences has one marker, however long it is.
func TestARangeIsOneMarker(t *testing.T) {
	t.Parallel()
	var passage strings.Builder
	for i := range 40 {
		fmt.Fprintf(&passage, "Station %d stands %d m above the sea. ", i, 100+i)
	}
	body := `{"model":"m","messages":[{"role":"system","content":"Answer from the documents.\n<document id=\"d1\">` + passage.String() + `</document>"},{"role":"user","content":"How high do the stations stand?"}]}`
	for reply, want := range map[string]string{
		"Station 3 stands 103 m above the sea §1-40.":                                                   "Station 3 stands 103 m above the sea. [1]",
		"Station 3 stands 103 m above the sea §3 §4 §5.":                                                "Station 3 stands 103 m above the sea. [1]",
		"Station 3 stands 103 m above the sea §4 §9.":                                                   "Station 3 stands 103 m above the sea. [1][2]",
		"Station 3 stands 103 m above the sea §4. Station 4 stands 104 m above the sea §1-9.":           "Station 3 stands 103 m above the sea. [1] Station 4 stands 104 m above the sea. [1]",
		"Station 3 stands 103 m above the sea §1-9. Station 20 stands 120 m above the sea §20-§30, §2.": "Station 3 stands 103 m above the sea. [1] Station 20 stands 120 m above the sea. [2][1]",
	} {
		plainAndStreamed(t, reply, func(t *testing.T, stream bool) {
			r := newRig(t, says(reply), bySentence)
			s := r.talk(body, stream)
			if s.verdict() != "grounded" || s.text() != want {
				t.Errorf("%s: %q\n%s", s.verdict(), s.text(), s.report.Get("choices.0.claims").Raw)
			}
			r.numbersInside(t, s)
		})
	}
}
