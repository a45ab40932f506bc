package proxy

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// lookUp offers one tool.
const lookUp = `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object"}}}],`

func TestOnlyCallsOfOfferedToolsPass(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, extra string
		called      string
		passes      bool
	}{
		{"offered", lookUp, "look_up", true},
		{"not offered", lookUp, "wipe_disk", false},
		{"in another spelling", lookUp, "Look_Up", false},
		{"no tool at all", "", "look_up", false},
		{"all calls forbidden", lookUp + `"tool_choice":"none",`, "look_up", false},
		{"allowed", lookUp + `"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"look_up"}}]}},`, "look_up", true},
		{"not among those allowed", lookUp + `"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[]}},`, "look_up", false},
		{"the older form", `"functions":[{"name":"look_up","parameters":{}}],`, "look_up", true},
		{"the older form, forbidden", `"functions":[{"name":"look_up","parameters":{}}],"function_call":"none",`, "look_up", false},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(calls("", tc.called, `{"q": "50 mg"}`), says(goodAnswer)))
			s := r.talk(ask(howLong, tc.extra), stream)
			s.wellFormed(t)
			c := s.choices[0]
			if passed := c.tools != ""; passed != tc.passes {
				t.Errorf("calls %s\n%s", c.tools, s.body)
			}
			if !tc.passes && (c.content != "Backups are kept for 21 days. [1]" || c.finish != "stop") {
				t.Errorf("%q, finish %s", c.content, c.finish)
			}
			if tr := r.trace(0); !tc.passes && !slices.ContainsFunc(tr.Attempts[0].Findings, func(f report.Finding) bool { return f.Code == report.ToolNotOffered }) {
				t.Errorf("the trace does not tell: %+v", tr.Attempts[0].Findings)
			}
		})
	}
}

func TestTextBesideACallThatIsNotOfferedStays(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "beside", func(t *testing.T, stream bool) {
		r := newRig(t, calls(goodAnswer, "wipe_disk", `{}`))
		s := r.talk(ask(howLong, lookUp), stream)
		s.wellFormed(t)
		if c := s.choices[0]; c.content != "Backups are kept for 21 days. [1]" || c.tools != "" || c.finish != "stop" {
			t.Errorf("%+v", c)
		}
		if s.report.Get("choices.0.findings.0.code").Str != "tool-not-offered" {
			t.Errorf("report %s", s.report.Raw)
		}
	})
}

func TestResponsesPassOnlyCallsOfOfferedTools(t *testing.T) {
	t.Parallel()
	tools := `"tools":[{"type":"function","name":"look_up","parameters":{"type":"object"}},{"type":"computer_use_preview"}],`
	for item, passes := range map[string]bool{
		`{"type":"function_call","id":"f","call_id":"c","name":"look_up","arguments":"{}"}`:   true,
		`{"type":"function_call","id":"f","call_id":"c","name":"wipe_disk","arguments":"{}"}`: false,
		`{"type":"computer_call","id":"f","call_id":"c","action":{"type":"screenshot"}}`:      true,
		`{"type":"local_shell_call","id":"f","call_id":"c","action":{"type":"exec"}}`:         false,
	} {
		r := newRig(t, up.Raw(up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(
			`{"id":"resp_1","object":"response","status":"completed","model":"m","output":[` + item + `]}`)}))
		h := r.inquire(inputOf(howLong, tools), false)
		kind := parse(item).Get("type").Str
		if got := h.item(kind).Exists(); got != passes {
			t.Errorf("%s: passes %t\n%s", item, got, h.body)
		}
	}
}

// TestATurnThatOnlyRetrievesPassesWithoutContext: an agent's first turn has no
// evidence and brings some.
func TestATurnThatOnlyRetrievesPassesWithoutContext(t *testing.T) {
	t.Parallel()
	bare := func(extra string) string {
		return `{"model":"m",` + extra + `"messages":[{"role":"user","content":"` + howLong + `"}]}`
	}
	refuses := func(a *App) { a.Policy.WhenNoContext = policy.RefuseNoContext }
	for _, tc := range []struct {
		name, extra string
		model       up.Script
		calls       bool
		content     string
		verdict     string
	}{
		{"a call", lookUp, calls("", "look_up", `{"q":"backups"}`), true, "", "skipped"},
		{"a call and text", lookUp, calls("They are kept for 3 days.", "look_up", `{"q":"backups"}`), true, "", "skipped"},
		{"text alone", lookUp, up.Say("They are kept for 3 days."), false, refused, "refused"},
		{"another tool", lookUp, calls("", "wipe_disk", `{}`), false, refused, "refused"},
		{"calls forbidden", lookUp + `"tool_choice":"none",`, calls("", "look_up", `{}`), false, refused, "refused"},
		{"a forced answer", doseTools + doseForced, calls("", "give_dose", doseRightAnswer), false, refused, "refused"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			s := newRig(t, tc.model, refuses).talk(bare(tc.extra), stream)
			c := s.choices[0]
			if (c.tools != "") != tc.calls || c.content != tc.content {
				t.Errorf("calls %s, %q\n%s", c.tools, c.content, s.body)
			}
		})
	}
}

// TestAForcedRetrievalIsThePolicysToTell: nothing in a request tells a tool that is
// forced to fetch from one that is forced to answer, so that it is held to be an
// answer until the policy says otherwise. Then the turn passes, with evidence and
// without.
func TestAForcedRetrievalIsThePolicysToTell(t *testing.T) {
	t.Parallel()
	forced := lookUp + `"tool_choice":"required",`
	bare := `{"model":"m",` + forced + `"messages":[{"role":"user","content":"` + howLong + `"}]}`
	for _, names := range [][]string{nil, {"give_*"}, {policy.Auto}} {
		for _, body := range []string{bare, ask(howLong, forced)} {
			r := newRig(t, calls("", "look_up", `{"q":"backup retention"}`), func(a *App) {
				a.Policy.WhenNoContext, a.Policy.AnswerTools = policy.RefuseNoContext, names
			})
			s := r.talk(body, false)
			if passed := strings.Contains(s.choices[0].tools, "backup retention"); passed == slices.Equal(names, []string{policy.Auto}) {
				t.Errorf("%v: calls %s, %s", names, s.choices[0].tools, r.trace(0).Verdict)
			}
		}
	}
}

func TestAForcedToolsArgumentsAreAnAnswer(t *testing.T) {
	t.Parallel()
	only := `"tools":[{"type":"function","function":{"name":"give_dose","parameters":` + doseSchema + `}}],"tool_choice":"required",`
	for _, tc := range []struct {
		name, extra, says, want string
	}{
		{"named", doseTools + doseForced, enveloped(doseRightAnswer, doseCitation), doseRightAnswer},
		{"named, false", doseTools + doseForced, enveloped(doseWrongAnswer, doseCitation), ""},
		{"the only one", only, enveloped(doseRightAnswer, doseCitation), doseRightAnswer},
		{"the only one, false", only, enveloped(doseWrongAnswer, doseCitation), ""},
		{"not forced", doseTools, doseWrongAnswer, doseWrongAnswer},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, calls("", "give_dose", tc.says))
			s := r.talk(ask("What dose?", tc.extra), stream)
			s.wellFormed(t)
			if got := parse(s.choices[0].tools).Get("0.function.arguments").Str; got != tc.want {
				t.Errorf("arguments %s, want %s\n%s", got, tc.want, s.body)
			}
			if told := parse(string(r.trace(0).Metadata)).Get("tools_verified").Exists(); told != (tc.extra != doseTools) {
				t.Errorf("metadata %s", r.trace(0).Metadata)
			}
		})
	}
}
