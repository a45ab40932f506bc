package layout

import (
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// TestEveryStretchOfAPromptHasAKind holds that parts name passages, question, samples and
// the app's own words, in order and without overlap.
func TestEveryStretchOfAPromptHasAKind(t *testing.T) {
	t.Parallel()
	p := prompt.Prompt{Messages: []prompt.Message{
		{Role: "system", Parts: []string{"Answer from the documents.\n\nExample:\nQuestion: How old is the mill?\nAnswer: 90 years [1].\n\nBe brief."}},
		{Role: "user", Parts: []string{"Documents:\n[1] The kiln is fired at 1000 degrees for 20 minutes.\n[2] The ferry leaves at nine and takes 35 minutes.\n\nQuestion: When does the ferry leave?"}},
	}}
	found := Find(p, Defaults())
	said, last := map[PartKind]string{}, map[int]int{}
	for _, part := range found.Parts(p) {
		if part.Start < last[part.Message] || part.End <= part.Start {
			t.Errorf("a part stands at %d to %d behind %d", part.Start, part.End, last[part.Message])
		}
		last[part.Message] = part.End
		said[part.Kind] += TextOf(&p.Messages[part.Message])[part.Start:part.End] + "\n"
	}
	for kind, want := range map[PartKind]string{Material: "[1] The kiln", Question: "When does the ferry leave?", Sample: "90 years", Instruction: "Be brief."} {
		if !strings.Contains(said[kind], want) {
			t.Errorf("kind %d lacks %q: %q", kind, want, said[kind])
		}
	}
	if got := said[Instruction]; strings.Contains(got, "mill") || strings.Contains(got, "kiln") || strings.Contains(got, "When does") {
		t.Errorf("the app's own words hold others: %q", got)
	}
}
