package answer

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
)

func TestAFigureInATitleIsNoMarker(t *testing.T) {
	t.Parallel()
	prompt := []string{"Cite the number of the document in square brackets after every statement, like this: [1]."}
	for want, heads := range map[string][]string{
		"[{chunk_id}] 1 2": {"[1] Tariff sheet, May 2025\n", "[2] General terms\n"},
		"[{chunk_id}] 3 4": {"Document 3: Policy HR-21, May 2025\n", "Document 4: Policy HR-7\n"},
	} {
		var passages []Passage
		for _, head := range heads {
			passages = append(passages, Passage{Before: head})
		}
		form, shown, ok := PairedWith(prompt, make([]evidence.Chunk, len(heads)), passages)
		if got := strings.Join(append([]string{form.Style}, shown...), " "); !ok || got != want {
			t.Errorf("%q: %q, want %q", heads, got, want)
		}
	}
}
