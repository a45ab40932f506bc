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
		Observe(p, nil, &found)
		all := found.Chunks
		if len(all) != 1 || all[0].Text != result {
			t.Fatalf("%s: %+v", name, all)
		}
		if begun := Begun(p, &found); begun != "" {
			t.Errorf("%s: the answer has begun with %q", name, begun)
		}
	}
}

// What a loop brings back under a sign of its own was no evidence where its name was none of a few words.
func TestALoopsOwnSignsTellWhatAStepHasBrought(t *testing.T) {
	t.Parallel()
	const result = "Backups are kept for 21 days."
	says := func(role, text string) prompt.Message { return prompt.Message{Role: role, Parts: []string{text}} }
	labels := says("system", "Use the following format:\nThought: think\nAction: a tool\nAction Input: its input\n\nThe tool replies in the following format:\nFinding: what it found\n\nThen:\nFinal Answer: what you tell")
	tags := says("system", "Reason first. Reply with <answer>your answer</answer>, or call a tool within <tool_call></tool_call> tags.")
	calls := says("system", "Solve the task with calls. What a call brings is its observation.")
	for name, c := range map[string]struct {
		turns []prompt.Message
		stops []string
		want  string
	}{
		"a label of the frame's":  {[]prompt.Message{labels, says("user", "How long?"), says("assistant", "Thought: I look\nAction: search\nAction Input: backups"), says("system", "Finding: "+result)}, nil, result},
		"behind an answer":        {[]prompt.Message{labels, says("user", "How long?"), says("assistant", "Final Answer: I do not know"), says("user", "Finding: "+result)}, nil, ""},
		"a tag of a step":         {[]prompt.Message{tags, says("user", "How long?"), says("assistant", "<tool_call>\n{}\n</tool_call>"), says("user", "<tool_response>\n"+result+"\n</tool_response>")}, nil, result},
		"behind a step in JSON":   {[]prompt.Message{says("user", "Reply in JSON.\n\nYOUR TURN\nHow long?"), says("assistant", `{"action": "search", "action_input": "backups"}`), says("user", "TOOL RESULT:\n-----\n"+result+"\n\nYOUR TURN\nReply in JSON.")}, nil, result},
		"behind a last step":      {[]prompt.Message{says("user", "Reply in JSON. How long?"), says("assistant", `{"action": "Final Answer", "action_input": "No."}`), says("user", "TOOL RESULT:\n"+result)}, nil, ""},
		"behind calls in text":    {[]prompt.Message{calls, says("user", "How long?"), says("assistant", "Calling tools:\n[{'id': '1'}]"), says("user", "Observation:\n"+result)}, nil, result},
		"where the model stops":   {[]prompt.Message{says("user", "How long?"), says("assistant", "I search.\nRetrieved: "+result)}, []string{"\nRetrieved:"}, result},
		"where a user goes on":    {[]prompt.Message{says("user", "How long?"), says("assistant", "I search.\nUser: "+result)}, []string{"\nUser:"}, ""},
		"no label that they know": {[]prompt.Message{labels, says("user", "How long?"), says("assistant", "Thought: I look\nAction: search"), says("user", "Listen: "+result)}, nil, ""},
	} {
		p := prompt.Prompt{Messages: c.turns}
		found := layout.Find(p, layout.Defaults())
		Observe(p, c.stops, &found)
		got := ""
		for _, chunk := range found.Chunks {
			got += chunk.Text
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
