package layout

import (
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// TestPartsThatAClientMarksAreWhatItSays holds that a `grounding_source` part is a passage
// and a `query` part the question, whatever stands in them.
func TestPartsThatAClientMarksAreWhatItSays(t *testing.T) {
	t.Parallel()
	p := prompt.Prompt{Messages: []prompt.Message{{
		Role:    "user",
		Parts:   []string{"The lift takes eight people.\r\nQuestion: how many?", "Dogs stay outside.", "How many people does the lift take?", "Be brief."},
		Sources: []int{0, 1}, Queries: []int{2},
	}}}
	found := Find(p, Defaults())
	if len(found.Chunks) != 2 || found.Chunks[0].Standing != evidence.Primary || found.Chunks[1].Text != "Dogs stay outside." {
		t.Errorf("%+v", found.Chunks)
	}
	if found.Question != "How many people does the lift take?" {
		t.Errorf("question %q", found.Question)
	}
}
