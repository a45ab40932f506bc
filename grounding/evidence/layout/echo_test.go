package layout

import (
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/internal/growth"
	"vouchsafe/proxy/wire/prompt"
)

// agent is a conversation in which a model says something, and calls a tool whose result is shown.
func agent(said, arguments, result string) prompt.Prompt {
	return prompt.Prompt{Messages: []prompt.Message{
		{Role: "user", Parts: []string{"May I use glaze 14 for cups?"}},
		{Role: "assistant", Parts: []string{said}, ToolCalls: true},
		{Role: "tool", Parts: []string{result}, Call: &prompt.Call{Name: "do_it", Arguments: arguments}},
	}}
}

// TestWhatTheModelWroteIsNoSource: plans, memories and notes came back from their tools as proof of what the model had made up.
func TestWhatTheModelWroteIsNoSource(t *testing.T) {
	const lie, fact = "Glaze 14 is safe for cups and plates.", "Glaze 14 contains lead and may be used for wall tiles only."
	quoted, _ := json.Marshal(lie)
	call, todo := `{"text":`+string(quoted)+`}`, `{"todos":[{"content":"Read the manual of the kiln"},{"content":`+string(quoted)+`}]}`
	for name, p := range map[string]prompt.Prompt{
		"the same":     agent("", call, lie),
		"label":        agent("", call, "Saved: "+lie),
		"JSON":         agent("", call, `{"status": "ok", "memory": `+string(quoted)+`}`),
		"list":         agent("", todo, "Todos have been modified:\n1. [ ] Read the manual of the kiln\n2. [ ] "+lie),
		"JSON list":    agent("", todo, `[{"content":"Read the manual of the kiln","status":"open"},{"content":`+string(quoted)+`,"status":"open"}]`),
		"its own text": agent("I think this: \n"+lie, "{}", "Notes so far:\n- "+lie),
		"query":        agent("", `{"q":`+string(quoted)+`}`, `{"query":`+string(quoted)+`,"results":[{"id":"1","text":"`+fact+`"}]}`),
		"result below": agent("", call, "Query: "+lie+"\n\n[1] "+fact),
	} {
		for _, c := range Find(p, Defaults()).Chunks {
			if strings.Contains(c.Text, "safe for cups") {
				t.Errorf("%s: %q", name, c.Text)
			}
		}
	}
	first := agent("", "{}", fact)
	first.Messages = append(first.Messages, agent(fact, `{"q":"`+fact+`"}`, fact).Messages...)
	for name, p := range map[string]prompt.Prompt{
		"what it asked for":    agent("", `{"q":"glaze 14 lead cups"}`, fact),
		"more than it wrote":   agent("", `{"q":"Glaze 14 contains lead"}`, fact),
		"what a tool told it":  first,
		"an address it opened": agent("", `{"url":"https://example.com/glazes/14"}`, "https://example.com/glazes/14\n"+fact),
	} {
		found := Find(p, Defaults())
		if last := found.Chunks[len(found.Chunks)-1]; !strings.Contains(last.Text+last.URL, fact) {
			t.Errorf("%s: %q", name, last.Text)
		}
	}
}

// TestWhatTheModelWroteIsLookedForOnce lets the arguments, the texts and the results grow together.
func TestWhatTheModelWroteIsLookedForOnce(t *testing.T) {
	for _, piece := range [...]string{"The lift takes %d people at most.\n", "a: b: c: The lift takes %d people: ", "\"\n\" 1. ", "- - - - "} {
		growth.Linear(t, piece, growth.Repeat(piece), func(s string) {
			arguments, _ := json.Marshal(map[string]string{"text": s})
			Find(agent(s, string(arguments), s), Defaults())
		})
	}
}

// TestAMessageOfAnExampleIsNoEvidence: OpenAI has the messages of worked examples named, and these names were not read.
func TestAMessageOfAnExampleIsNoEvidence(t *testing.T) {
	found := Find(say("system", "You are kind.", prompt.Sample, "Context:\n[1] "+coldStore, prompt.Sample, "It may be warm [1].", "user", "How warm?"), Defaults())
	if len(found.Chunks) > 0 || found.Question != "How warm?" {
		t.Errorf("%q %+v", found.Question, found.Chunks)
	}
}
