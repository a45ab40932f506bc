package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestAValueIsNotOfTheLabelThatItsSourceGivesAnother: lines of an answer that a stranger wrote, two values changing places.
func TestAValueIsNotOfTheLabelThatItsSourceGivesAnother(t *testing.T) {
	source := `Hat "Fjellro", size M. Yarn: 90 g of Drift DK. Needles: 3.5 mm for the rib and 4 mm for the body.`
	for said, stands := range map[string]bool{
		"Rib needles: 3.5 mm": true, "Body needles: 4 mm": true, "- **Rib needles:** 3.5 mm": true, "| Rib needles | 3.5 mm |": true,
		"Rib needles: 4 mm": false, "- **Rib needles:** 4 mm": false, "| Rib needles | 4 mm |": false,
	} {
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said, Citations: []int{0}}},
			Citations: []answer.Citation{{ChunkID: "a", Snippet: source, Quoted: true}}}
		if res := Check(a, given(evidence.Chunk{ID: "a", Text: source}), rules()); res.Segments[0].Stands != stands {
			t.Errorf("%s: stands %t, want %t (%+v)", said, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}
