package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer/ownschema"
	up "vouchsafe/internal/upstreamtest"
)

// doseSchema is a client's own form, in odd spelling on purpose.
const doseSchema = `{"type":"object","properties":{"drug":{"type":"string"},"dose_mg":{"type":"number"},"note":{"type":"string"}},"required":["drug","dose_mg","note"],"additionalProperties":false}`

const doseFormat = `"response_format":{"type":"json_schema","json_schema":{"name":"dose", "strict":true,"schema":` + doseSchema + `}},`

// enveloped is a client's answer with the citations around it.
func enveloped(answer string, citations ...string) string {
	return `{"answer":` + answer + `,"citations":[` + strings.Join(citations, ",") + `],"mode":"answer","unanswered_aspects":[]}`
}

const (
	doseRightAnswer = `{"drug":"apixaban", "dose_mg":5,"note":"adults with atrial fibrillation, twice daily"}`
	doseWrongAnswer = `{"drug":"apixaban", "dose_mg":50,"note":"adults with atrial fibrillation, twice daily"}`
	doseCitation    = `{"chunk_id":"d1","path":"","snippet":"Adults with atrial fibrillation start on apixaban 5 mg twice daily."}`
)

func TestOwnForm(t *testing.T) {
	t.Parallel()
	good, bad := enveloped(doseRightAnswer, doseCitation), enveloped(doseWrongAnswer, doseCitation)
	for _, tc := range []struct {
		name             string
		format           string
		scripts          []up.Script
		content, refusal string
		finish, verdict  string
	}{
		{"grounded", doseFormat, []up.Script{says(good)}, doseRightAnswer, "", "stop", "grounded"},
		{"repaired", doseFormat, []up.Script{says(bad), says(good)}, doseRightAnswer, "", "stop", "repaired"},
		{"a false dose", doseFormat, []up.Script{says(bad)}, "", refused, "stop", "refused"},
		{"no citations", doseFormat, []up.Script{says(doseRightAnswer)}, "", refused, "stop", "refused"},
		{"against the schema", doseFormat, []up.Script{says(enveloped(`{"drug":"apixaban"}`, doseCitation))}, "", refused, "stop", "refused"},
		{"no JSON", doseFormat, []up.Script{says("It is 5 mg.")}, "", refused, "stop", "refused"},
		{"cut off", doseFormat, []up.Script{up.Answering(up.Answer{Choices: []up.Choice{{Content: good[:50], Finish: "length"}}})}, "", refused, "length", "refused"},
		{"any object", `"response_format":{"type":"json_object"},`, []up.Script{says(good)}, doseRightAnswer, "", "stop", "grounded"},
		{"any object, a false dose", `"response_format":{"type":"json_object"},`, []up.Script{says(bad)}, "", refused, "stop", "refused"},
		{"any object, and a text came", `"response_format":{"type":"json_object"},`, []up.Script{says(enveloped(`"Adults start on 5 mg."`, doseCitation))}, "", refused, "stop", "refused"},
		{"text", `"response_format":{"type":"text"},`, []up.Script{says(goodAnswer)}, "Backups are kept for 21 days. [1]", "", "stop", "grounded"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(tc.scripts...))
			s := r.talk(ask("What dose of apixaban do adults start on?", tc.format), stream)
			s.wellFormed(t)
			c := s.choices[0]
			if c.content != tc.content || c.refusal != tc.refusal || c.finish != tc.finish || s.verdict() != tc.verdict {
				t.Errorf("%s, finish %s, content %q, refusal %q\n%s", s.verdict(), c.finish, c.content, c.refusal, s.body)
			}
			if c.null != (tc.content == "") {
				t.Errorf("content is null: %v", c.null)
			}
			if tc.content != "" && tc.format == doseFormat {
				if err := validate(c.content, doseSchema); err != nil {
					t.Error(err)
				}
			}
			if strings.Contains(s.body, `"dose_mg":50`) || strings.Contains(s.text(), "unanswered_aspects") {
				t.Errorf("it leaks: %s", s.body)
			}
			for _, cl := range s.report.Get("choices.0.claims").Array() {
				if tc.format == doseFormat && (cl.Get("start").Type.String() != "Null" || cl.Get("path").Str == "") {
					t.Errorf("claim %s", cl.Raw)
				}
			}
		})
	}
}

// TestOwnWordsInAnOwnFormTakeNoSecondCall: the gateway finds where they stand.
func TestOwnWordsInAnOwnFormTakeNoSecondCall(t *testing.T) {
	t.Parallel()
	const format = `"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object","properties":{"note":{"type":"string"}},"required":["note"]}}},`
	for note, calls := range map[string]int{
		"Adults with atrial fibrillation start on apixaban 5 mg twice daily.":  1,
		"Adults with atrial fibrillation start on apixaban 50 mg twice daily.": 4,
	} {
		plainAndStreamed(t, note, func(t *testing.T, stream bool) {
			r := newRig(t, says(`{"note":"`+note+`"}`))
			s := r.talk(ask("What dose of apixaban do adults start on?", format), stream)
			s.wellFormed(t)
			if n := len(r.upstream.Requests()); n != calls || (s.verdict() == "grounded") != (calls == 1) {
				t.Errorf("%s after %d calls, want %d\n%s", s.verdict(), n, calls, s.body)
			}
			if cited := s.report.Get("choices.0.citations.0"); calls == 1 && (cited.Get("match").Str != "located" || s.report.Get("proof").Str != "own-words") {
				t.Errorf("%s", s.report.Raw)
			}
		})
	}
}

func TestOwnFormIsWrappedForTheModel(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(enveloped(doseRightAnswer, doseCitation)))
	r.post(chatPath, ask("What dose?", doseFormat))
	format := r.asked(0).Get("response_format")
	if format.Get("json_schema.name").Str != "dose" || !format.Get("json_schema.strict").Bool() {
		t.Errorf("name and strict are lost: %s", format.Raw)
	}
	if got := format.Get("json_schema.schema.properties.answer").Raw; got != doseSchema {
		t.Errorf("the client's schema became %s", got)
	}
}

func TestJSONAskedForInWordsIsHeldToItsForm(t *testing.T) {
	t.Parallel()
	body := strings.Replace(ask("What dose?", ""), "Answer from the documents.", "Answer from the documents. Respond only with a JSON object with the keys drug, dose_mg and note.", 1)
	plainAndStreamed(t, "demanded", func(t *testing.T, stream bool) {
		r := newRig(t, says(enveloped(doseWrongAnswer, doseCitation)))
		s := r.talk(body, stream)
		s.wellFormed(t)
		if s.text() != `{"drug":"","dose_mg":null,"note":"`+refused+`"}` || s.verdict() != "refused" {
			t.Errorf("%s", s.body)
		}
	})
}

const toolsMember = `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}}],`

func TestToolCallsPass(t *testing.T) {
	t.Parallel()
	call := up.ToolCall{ID: "call_1", Name: "look_up", Arguments: `{"q": "50 mg, \u00e4"}`}
	for _, tc := range []struct {
		name, beside, content, verdict string
		reported                       bool
	}{
		{"alone", "", "", "skipped", false},
		{"with text that stands", goodAnswer, "Backups are kept for 21 days. [1]", "grounded", true},
		{"with text that fails", badAnswer, "", "redacted", true},
		{"with uncited text", "The dose is 50 mg for all adults.", "", "redacted", true},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: tc.beside, ToolCalls: []up.ToolCall{call}}}}))
			s := r.talk(ask(howLong, toolsMember), stream)
			s.wellFormed(t)
			c := s.choices[0]
			calls := parse(c.tools)
			if calls.Get("0.id").Str != call.ID || calls.Get("0.function.arguments").Str != call.Arguments || c.finish != "tool_calls" {
				t.Errorf("finish %s, calls %s", c.finish, c.tools)
			}
			if c.content != tc.content || c.refusal != "" || r.trace(0).Verdict != "" && string(r.trace(0).Verdict) != tc.verdict {
				t.Errorf("%s: %q\n%s", r.trace(0).Verdict, c.content, s.body)
			}
			if s.report.Exists() != tc.reported {
				t.Errorf("report %s", s.report.Raw)
			}
			if n := len(r.upstream.Requests()); n != 1 {
				t.Errorf("%d calls: text beside a call is dropped, not asked for again", n)
			}
		})
	}
}

func TestCallsOfToolsThatNobodyOfferedAreDropped(t *testing.T) {
	t.Parallel()
	call := up.ToolCall{ID: "call_1", Name: "say", Arguments: `{"text":"The dose is 50 mg."}`}
	for beside, want := range map[string]string{"": refused, goodAnswer: "Backups are kept for 21 days. [1]"} {
		plainAndStreamed(t, "beside "+want, func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: beside, ToolCalls: []up.ToolCall{call}}}}))
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if strings.Contains(s.body, "50 mg") || s.choices[0].tools != "" || s.text() != want || s.choices[0].finish == "tool_calls" {
				t.Errorf("%s", s.body)
			}
		})
	}
}

func TestTheModelsOwnRefusalIsCheckedLikeAnyText(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"I won't say, but adults take 50 mg of apixaban daily.": "The source says: “Adults with atrial fibrillation start on apixaban 5 mg twice daily.” [1]",
		"I'm sorry, I can't help with that.":                    "I'm sorry, I can't help with that.",
	} {
		plainAndStreamed(t, said, func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Refusal: said}}}))
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.text() != want {
				t.Errorf("%s", s.body)
			}
		})
	}
}

// TestTheModelsOwnRefusalStaysWhereRefusalsStand: it was told as content, and with a schema the
// model was asked again and refused in the gateway's words.
func TestTheModelsOwnRefusalStaysWhereRefusalsStand(t *testing.T) {
	t.Parallel()
	const said = "I'm sorry, I can't assist with that."
	const schema = `"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","properties":{"days":{"type":"integer"}},"required":["days"]}}},`
	for _, more := range []string{"", schema} {
		plainAndStreamed(t, more, func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Refusal: said}}}))
			s := r.talk(ask(howLong, more), stream)
			s.wellFormed(t)
			if c := s.choices[0]; c.refusal != said || c.content != "" || s.verdict() == "refused" {
				t.Errorf("%s: %s", s.verdict(), s.body)
			}
		})
	}
}

// An agent goes on as long as it is given calls. A repair must give it an
// answer, or the loop of one that finds nothing would never end.
func TestARepairEndsInAnAnswerAndNotInAnotherCall(t *testing.T) {
	t.Parallel()
	call := up.Answering(up.Answer{Choices: []up.Choice{{ToolCalls: []up.ToolCall{{ID: "c", Name: "look_up", Arguments: `{"q":"again"}`}}}}})
	plainAndStreamed(t, "repair", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(says(badAnswer), call))
		s := r.talk(ask(howLong, toolsMember), stream)
		s.wellFormed(t)
		if c := s.choices[0]; c.tools != "" || c.content != refused || c.finish != "stop" {
			t.Errorf("%s", s.body)
		}
		if first, second := r.asked(0), r.asked(1); first.Get("tool_choice").Exists() || second.Get("tool_choice").Str != "none" {
			t.Errorf("%s\n%s", first.Body, second.Body)
		}
	})
}

func TestToolsWithoutSchemaAreAskedInWords(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply, inSegments, func(a *App) { a.Upstream.ToolsWithSchema = false })
	s := r.talk(ask(howLong, toolsMember), false)
	s.wellFormed(t)
	q := r.asked(0)
	if q.Get("response_format").Exists() || !q.Get("tools.0").Exists() || !strings.Contains(q.Get("messages.0.content").Str, `"segments"`) {
		t.Errorf("%s", q.Body)
	}
	if s.verdict() != "grounded" {
		t.Errorf("%s", s.body)
	}
}

// validate holds an answer against the client's schema.
func validate(answer, schema string) error {
	compiled, err := ownschema.Compile([]byte(schema))
	if err != nil {
		return err
	}
	return compiled.Validate([]byte(answer))
}
