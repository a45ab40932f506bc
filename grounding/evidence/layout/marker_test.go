package layout

import (
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// TestPassagesWithNumbersAreCitedByOthers: a newcomer's app whose order describes the marker and
// shows none got a passage under another one's number.
func TestPassagesWithNumbersAreCitedByOthers(t *testing.T) {
	found := Find(prompt.Prompt{Messages: []prompt.Message{
		{Role: "system", Parts: []string{"Answer only from the passages. Cite sources by their number in square brackets."}},
		{Role: "user", Parts: []string{"Passages:\n[1] Customs duties are paid by the buyer.\n[2] The warranty on frames lasts ten years.\n\nQuestion: How long is the warranty?"}},
	}}, Defaults())
	if found.Marker != "[{n}]" {
		t.Errorf("the marker is %q", found.Marker)
	}
}
