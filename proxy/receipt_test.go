package proxy

import (
	"testing"

	"vouchsafe/grounding/report"
)

// TestAnAgentMaySayWhatItDid: each confirmation of an agent that acts was refused, as a statement that no source backs.
func TestAnAgentMaySayWhatItDid(t *testing.T) {
	t.Parallel()
	const said = "Done, the call with Rosa is moved to 15:20."
	calls := func(name, result string) map[string]string {
		return map[string]string{
			chatPath: `{"model":"m","messages":[{"role":"user","content":"Move my call with Rosa to 15:20."},` +
				`{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"` + name + `","arguments":"{\"with\":\"Rosa\"}"}}]},` +
				`{"role":"tool","tool_call_id":"c","content":` + encode(result) + `}]}`,
			responsesPath: `{"model":"m","input":[{"role":"user","content":"Move my call with Rosa to 15:20."},` +
				`{"type":"function_call","call_id":"c","name":"` + name + `","arguments":"{\"with\":\"Rosa\"}"},` +
				`{"type":"function_call_output","call_id":"c","output":` + encode(result) + `}]}`,
		}
	}
	for _, c := range []struct {
		name, result string
		verdict      report.Verdict
	}{
		{"reschedule_call", `{"status":"updated","id":"ev_7"}`, report.Skipped},
		{"reschedule_call", `{"status":"updated","start":"15:40"}`, report.Refused},
		{"get_call", `{"status":"updated","id":"ev_7"}`, report.Refused},
	} {
		for path, body := range calls(c.name, c.result) {
			r := newRig(t, says(said))
			r.post(path, body)
			if tr := r.trace(0); tr.Verdict != c.verdict {
				t.Errorf("%s: %s says %s: %s, want %s", path, c.name, c.result, tr.Verdict, c.verdict)
			}
		}
	}
}
