package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
)

// The dose as the arguments of a tool, beside another tool.
const (
	doseTools     = `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}},{"type":"function","function":{"name":"give_dose","strict":true,"parameters":` + doseSchema + `}}],`
	doseFunctions = `"functions":[{"name":"give_dose","parameters":` + doseSchema + `}],`
	doseForced    = `"tool_choice":{"type":"function","function":{"name":"give_dose"}},`
)

// calls answers with calls of tools, names and arguments in turn.
func calls(content string, called ...string) up.Script {
	c := up.Choice{Content: content}
	for i := 0; i+1 < len(called); i += 2 {
		c.ToolCalls = append(c.ToolCalls, up.ToolCall{ID: "call_" + called[i], Name: called[i], Arguments: called[i+1]})
	}
	return up.Answering(up.Answer{Choices: []up.Choice{c}})
}

func namesAnswerTool(a *App) { a.Policy.AnswerTools = []string{"give_dose"} }

func TestAnswersInToolCallsAreVerified(t *testing.T) {
	t.Parallel()
	good, bad := enveloped(doseRightAnswer, doseCitation), enveloped(doseWrongAnswer, doseCitation)
	collected := `{"citations":[` + doseCitation + `],"mode":"answer","unanswered_aspects":[]}`
	for _, tc := range []struct {
		name    string
		extra   string
		scripts []up.Script
		calls   string // names of the calls that the client gets
		args    string
		content string
		finish  string
		verdict string
	}{
		{"grounded", doseTools, []up.Script{calls("", "give_dose", good)}, "give_dose", doseRightAnswer, "", "tool_calls", "grounded"},
		{"forced", doseTools + doseForced, []up.Script{calls("", "give_dose", good)}, "give_dose", doseRightAnswer, "", "tool_calls", "grounded"},
		{"repaired", doseTools, []up.Script{calls("", "give_dose", bad), calls("", "give_dose", good)}, "give_dose", doseRightAnswer, "", "tool_calls", "repaired"},
		{"a false dose", doseTools, []up.Script{calls("", "give_dose", bad)}, "", "", refused, "stop", "refused"},
		{"citations in a second call", doseTools, []up.Script{calls("", "give_dose", doseRightAnswer), says(collected)}, "give_dose", doseRightAnswer, "", "tool_calls", "grounded"},
		{"a false dose, citations in a second call", doseTools, []up.Script{calls("", "give_dose", doseWrongAnswer), says(collected), calls("", "give_dose", doseWrongAnswer), says(collected)}, "", "", refused, "stop", "refused"},
		{"against the schema", doseTools, []up.Script{calls("", "give_dose", enveloped(`{"drug":"apixaban"}`, doseCitation))}, "", "", refused, "stop", "refused"},
		{"no JSON", doseTools, []up.Script{calls("", "give_dose", "5 mg, take it")}, "", "", refused, "stop", "refused"},
		{"beside another call", doseTools, []up.Script{calls("", "look_up", `{"q": "x"}`, "give_dose", bad)}, "look_up", `{"q": "x"}`, "", "tool_calls", "redacted"},
		{"two answers, one false", doseTools, []up.Script{calls("", "give_dose", good, "give_dose", bad)}, "", "", refused, "stop", "refused"},
		{"with text that fails", doseTools, []up.Script{calls("Take 50 mg of it daily.", "give_dose", good)}, "give_dose", doseRightAnswer, "", "tool_calls", "grounded"},
		{"with text that stands", doseTools, []up.Script{calls(goodAnswer, "give_dose", good)}, "give_dose", doseRightAnswer, "Backups are kept for 21 days. [1]", "tool_calls", "grounded"},
		{"another tool", doseTools, []up.Script{calls("", "look_up", `{"q": "50 mg"}`)}, "look_up", `{"q": "50 mg"}`, "", "tool_calls", "skipped"},
		{"an answer in text after all", doseTools, []up.Script{says(goodAnswer)}, "", "", "Backups are kept for 21 days. [1]", "stop", "grounded"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(tc.scripts...), namesAnswerTool)
			s := r.talk(ask("What dose of apixaban do adults start on?", tc.extra), stream)
			s.wellFormed(t)
			c := s.choices[0]
			var names []string
			for _, call := range parse(c.tools).Array() {
				names = append(names, call.Get("function.name").Str)
				if args := call.Get("function.arguments").Str; args != tc.args {
					t.Errorf("arguments %s", args)
				}
			}
			if strings.Join(names, " ") != tc.calls || c.content != tc.content || c.finish != tc.finish || string(r.trace(0).Verdict) != tc.verdict {
				t.Errorf("%s, finish %s, calls %s, content %q\n%s", r.trace(0).Verdict, c.finish, names, c.content, s.body)
			}
			if strings.Contains(s.body, `dose_mg\":50`) || strings.Contains(s.text(), "Take 50") || strings.Contains(c.tools, "chunk_id") {
				t.Errorf("it leaks: %s", s.body)
			}
			if s.report.Exists() == (tc.verdict == "skipped") {
				t.Errorf("report: %s", s.report.Raw)
			}
		})
	}
}

func TestAnswersInFunctionCallsAreVerified(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{enveloped(doseRightAnswer, doseCitation): doseRightAnswer, enveloped(doseWrongAnswer, doseCitation): ""} {
		r := newRig(t, up.Raw(up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(
			`{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"function_call","message":{"role":"assistant","content":null,"function_call":{"name":"give_dose","arguments":` + encode(args) + `}}}]}`)}),
			namesAnswerTool)
		s := r.talk(ask("What dose?", doseFunctions), false)
		s.wellFormed(t)
		if got := parse(s.body).Get("choices.0.message.function_call.arguments").Str; got != want || want == "" && s.text() != refused {
			t.Errorf("%s", s.body)
		}
	}
}

func TestToolsOfAnswersAreAskedForWithTheirCitations(t *testing.T) {
	t.Parallel()
	r := newRig(t, calls("", "give_dose", enveloped(doseRightAnswer, doseCitation)), namesAnswerTool)
	r.post(chatPath, ask("What dose?", doseTools))
	q := r.asked(0)
	if got := q.Get("tools.1.function.parameters.properties.answer").Raw; got != doseSchema {
		t.Errorf("the tool's parameters became %s", got)
	}
	if q.Get("tools.0.function.parameters.properties.answer").Exists() || !q.Get("tools.1.function.strict").Bool() {
		t.Errorf("%s", q.Get("tools").Raw)
	}
	if text := q.Get("messages.0.content").Str; !strings.Contains(text, `The arguments of the tool "give_dose" are an answer`) {
		t.Errorf("%s", text)
	}
}

func TestAnUpstreamThatRejectsTheWrappedToolGetsTheClientsOwn(t *testing.T) {
	t.Parallel()
	model := func(q *up.Request) up.Reply {
		switch {
		case q.Get("tools.1.function.parameters.properties.answer").Exists():
			return up.Fails(400, "invalid_function_parameters", "Invalid schema for function 'give_dose'.", nil)(q)
		case q.Get("tools").Exists():
			return calls("", "give_dose", doseRightAnswer)(q)
		}
		return says(`{"citations":[` + doseCitation + `],"mode":"answer","unanswered_aspects":[]}`)(q)
	}
	r := newRig(t, model, namesAnswerTool)
	for i, want := range []int{3, 5} { // the second time it is known
		s := r.talk(ask("What dose?", doseTools), false)
		s.wellFormed(t)
		if n := len(r.upstream.Requests()); n != want || r.trace(i).Verdict != "grounded" {
			t.Errorf("%d calls, %s: %s", n, r.trace(i).Verdict, s.body)
		}
	}
}

// The upstream takes every schema but the one around the client's.
func rejectsEnvelope(collected string) up.Script {
	return func(q *up.Request) up.Reply {
		schema := q.Get("response_format.json_schema.schema.properties")
		switch {
		case schema.Get("answer").Exists():
			return up.Fails(400, "invalid_request_error", "Invalid schema for response_format 'dose'.", nil)(q)
		case schema.Get("citations").Exists():
			return says(collected)(q)
		}
		return says(doseRightAnswer)(q)
	}
}

func TestAnUpstreamThatRejectsTheWrappedFormGetsTheClientsOwn(t *testing.T) {
	t.Parallel()
	collects := map[answer.Dialect]string{answer.Segments: ownschema.CollectInstruction(nil), answer.Sentences: ownschema.CollectInstruction(&answer.Numbers{Sign: "§"})}
	inBoth(t, "twice", func(t *testing.T, in func(*App), d answer.Dialect) {
		plainAndStreamed(t, "", func(t *testing.T, stream bool) {
			r := newRig(t, rejectsEnvelope(`{"citations":[`+doseCitation+`],"mode":"answer","unanswered_aspects":[]}`), in)
			for i, want := range []int{3, 5} { // the second time it is known
				s := r.talk(ask("What dose?", doseFormat), stream)
				s.wellFormed(t)
				if n := len(r.upstream.Requests()); n != want || s.text() != doseRightAnswer || r.trace(i).Verdict != "grounded" {
					t.Errorf("%d calls, %s: %s", n, r.trace(i).Verdict, s.body)
				}
			}
			own, second := r.asked(1), r.asked(2)
			if got := own.Get("response_format.json_schema.schema").Raw; got != doseSchema {
				t.Errorf("the client's form became %s", got)
			}
			messages := second.Get("messages").Array()
			if n := len(messages); messages[n-2].Get("content").Str != doseRightAnswer || messages[n-1].Get("content").Str != collects[d] {
				t.Errorf("%s", second.Body)
			}
			if a := r.trace(0).Attempts[2]; a.Asked != "citations of an answer" {
				t.Errorf("the trace says %q", a.Asked)
			}
		})
	})
	t.Run("in vain", func(t *testing.T) {
		r := newRig(t, rejectsEnvelope(`{"citations":[{"chunk_id":"d2","path":"","snippet":"Nightly backups start at 01:30 UTC"}],"mode":"answer","unanswered_aspects":[]}`))
		s := r.talk(ask("What dose?", doseFormat), false)
		if s.wellFormed(t); s.verdict() != "refused" || s.text() != refused {
			t.Errorf("%s", s.body)
		}
	})
}

func TestAnUpstreamsErrorOnTheSecondCallIsTheReply(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.InTurn(says(doseRightAnswer), up.Fails(401, "invalid_api_key", "No.", nil)))
	if g := r.post(chatPath, ask("What dose?", doseFormat)); g.status != 401 || strings.Contains(g.body, "apixaban") {
		t.Errorf("%d %s", g.status, g.body)
	}
}

func TestUnnamedAnswerToolsPassAndTheTraceNamesThem(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
		r := newRig(t, calls("", "give_dose", doseWrongAnswer), func(a *App) { a.Policy.Mode = mode })
		r.post(chatPath, ask("What dose?", doseTools))
		tr := r.trace(0)
		if tr.Verdict != "skipped" || tr.Reason != "tool-call" || parse(string(tr.Metadata)).Get("tools_passed").Raw != `["give_dose"]` {
			t.Errorf("%s: %s, %s, %s", mode, tr.Verdict, tr.Reason, tr.Metadata)
		}
	}
}

// TestAnAnswerToolIsKnownByAnyOfItsNames: a model may call one that was not
// offered in this request, or spell its name in its own way.
func TestAnAnswerToolIsKnownByAnyOfItsNames(t *testing.T) {
	t.Parallel()
	other := `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}}],`
	for _, tc := range []struct{ name, tools, called string }{
		{"not offered", other, "give_dose"},
		{"letter case", doseTools, "Give_Dose"},
		{"a space", doseTools, "give_dose "},
		{"a name space", doseTools, "functions.give_dose"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, calls("", tc.called, enveloped(doseWrongAnswer, doseCitation)), namesAnswerTool)
			if s := r.talk(ask("What dose?", tc.tools), stream); s.verdict() != "refused" || strings.Contains(s.body, "dose_mg") {
				t.Errorf("%s: %s", s.verdict(), s.body)
			}
			r = newRig(t, calls("", "look_up", `{"q": "x"}`, tc.called, doseWrongAnswer), namesAnswerTool)
			s := r.talk(ask("What dose?", tc.tools), stream)
			if strings.Contains(s.body, "dose_mg") || !strings.Contains(s.body, "look_up") || s.choices[0].finish != "tool_calls" {
				t.Errorf("beside another call: %s", s.body)
			}
		})
	}
}

func TestAJudgeIsAskedAboutTheTextBesideAnAnswersCall(t *testing.T) {
	t.Parallel()
	for says, want := range map[string]string{"Yes": "Backups are kept for 21 days. [1]", "No": ""} {
		r := newRig(t, calls(goodAnswer, "give_dose", enveloped(doseRightAnswer, doseCitation)), namesAnswerTool, judged(t, func(q *up.Request) up.Reply {
			if strings.Contains(string(q.Body), "21 days") && strings.Contains(string(q.Body), "Claim: Backups") {
				return up.Say(says)(q)
			}
			return up.Say("Yes")(q)
		}, func(c *judge.Config) { c.AskAll = true }))
		if s := r.talk(ask("What dose?", doseTools), false); s.text() != want || s.choices[0].tools == "" {
			t.Errorf("the judge says %s: %s", says, s.body)
		}
	}
}

// doseFinal is the dose as the arguments of the tool that ends a run, beside one that finds.
const doseFinal = `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}},{"type":"function","function":{"name":"final_result","description":"The final response which ends this conversation","parameters":` + doseSchema + `}}],`

// doseType is the same as a framework offers it that names it by its type and wants some call.
const doseType = `"tool_choice":"required","tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}},{"type":"function","function":{"name":"Dose","description":"A dose.","parameters":` + doseSchema + `}}],`

func TestALieInTheToolThatEndsARunIsStopped(t *testing.T) {
	t.Parallel()
	for name, offered := range map[string]string{"final_result": doseFinal, "Dose": doseType} {
		for _, preset := range []string{"balanced", "strict", "verbatim", "lenient"} {
			plainAndStreamed(t, name+", "+preset, func(t *testing.T, stream bool) {
				r := newRig(t, calls("", name, enveloped(doseWrongAnswer, doseCitation)), func(a *App) { a.Policy, _ = policy.Builtin(preset) })
				if s := r.talk(ask("What dose of apixaban do adults start on?", offered), stream); s.verdict() != "refused" || strings.Contains(s.body, "dose_mg") {
					t.Errorf("%s: %s", s.verdict(), s.body)
				}
				r = newRig(t, calls("", "look_up", `{"q": "apixaban"}`), func(a *App) { a.Policy, _ = policy.Builtin(preset) })
				if s := r.talk(ask("What dose of apixaban do adults start on?", offered), stream); !strings.Contains(s.choices[0].tools, "look_up") {
					t.Errorf("a call that looks up: %s", s.body)
				}
			})
		}
	}
}

// Observing has to foretell what enforcing would do, so it judges the arguments of the same
// tools, and answers in the client's own form, though they carry no citations.
func TestObserveJudgesAnswersInFormsOfTheClientsOwn(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{"grounded": doseRightAnswer, "ungrounded": doseWrongAnswer} {
		for asked, model := range map[string]up.Script{
			doseFinal:              calls("", "final_result", answer),
			doseTools + doseForced: calls("", "give_dose", answer),
			doseType:               calls("", "Dose", answer),
			doseFormat:             says(answer),
		} {
			plainAndStreamed(t, name, func(t *testing.T, stream bool) {
				r := newRig(t, model, func(a *App) { a.Policy.Mode = policy.Observe })
				s := r.talk(ask("What dose of apixaban do adults start on?", asked), stream)
				if tr := r.trace(0); string(tr.Verdict) != name || !strings.Contains(s.text()+s.choices[0].tools, "dose_mg") {
					t.Errorf("%.80s: %s %v", asked, tr.Verdict, tr.Findings)
				}
			})
		}
	}
}
