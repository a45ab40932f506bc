package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestWhatOneSourceSaysWasSaidOfAnother: only the passages were compared.
func TestWhatOneSourceSaysWasSaidOfAnother(t *testing.T) {
	for said, stands := range map[string]bool{
		"Quill et al. found that early mobilisation shortened the hospital stay by 1.8 days.":    true,
		"Ferrante et al. found that early mobilisation shortened the hospital stay by 1.8 days.": false,
	} {
		ev := given(evidence.Chunk{ID: "a", Title: "Quill et al. 2019", Text: "Early mobilisation shortened the hospital stay by 1.8 days."},
			evidence.Chunk{ID: "b", Title: "Ferrante et al. 2021", Text: "Falls were more frequent."})
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said, Citations: []int{0}}},
			Citations: []answer.Citation{{ChunkID: "a", Candidates: []string{"a"}}}}
		if res := Check(a, ev, rules()); res.Segments[0].Stands != stands {
			t.Errorf("%q: stands %t, %+v", said, !stands, res.Findings)
		}
	}
}
