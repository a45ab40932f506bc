package ask

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

func TestWhatStandsBehindASign(t *testing.T) {
	t.Parallel()
	for turn, want := range map[string]string{
		"Thought: a\nObservation: x\ny\nThought: b\nObservation: z": "x\ny|z",
		"Observation: x": "x", "Thought: Observation: x": "", "Observation:": "", "": "",
	} {
		if got := strings.Join(behind(turn, "Observation:"), "|"); got != want {
			t.Errorf("%q: %q, want %q", turn, got, want)
		}
	}
}

// TestAnObservationInTagsIsEvidence: what an agent with tags writes of a step's result, into the model's turn or one of the
// user's, was none, and the answer behind it passed unverified.
func TestAnObservationInTagsIsEvidence(t *testing.T) {
	t.Parallel()
	const result = "Backups are kept for 21 days."
	order := prompt.Message{Role: "user", Parts: []string{"Use <tool></tool> and <tool_input></tool_input> tags. You get a response in the form <observation></observation>. Answer with:\n\n" +
		"<tool>search</tool><tool_input>weather</tool_input>\n<observation>64 degrees</observation>\n<final_answer>It is 64 degrees.</final_answer>\n\nQuestion: How long?"}}
	const step, seen = "<tool>search</tool><tool_input>backups</tool_input>", "<observation>" + result + "</observation> "
	for name, turns := range map[string][]prompt.Message{
		"the model's": {order, {Role: "assistant", Parts: []string{step + seen}}},
		"the user's":  {order, {Role: "assistant", Parts: []string{step}}, {Role: "user", Parts: []string{seen}}},
	} {
		p := prompt.Prompt{Messages: turns}
		found := layout.Find(p, layout.Defaults())
		all := Observations(p, nil, &found)
		if len(all) != 1 || all[0].Text != result {
			t.Fatalf("%s: %+v", name, all)
		}
		found.Chunks = append(found.Chunks, all...)
		if begun := Begun(p, &found); begun != "" {
			t.Errorf("%s: the answer has begun with %q", name, begun)
		}
	}
}
