package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

func TestAStoppedCheckJudgesNothingFurther(t *testing.T) {
	ev := Evidence{Set: evidence.NewSet([]evidence.Chunk{{ID: "c1", Text: "It is blue."}}), Passages: []*Passage{NewPassage("It is blue.", nil)}}
	asked := 0
	ev.Stopped = func() bool { asked++; return asked > 3 }
	r := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: strings.Repeat("The house has 12 windows. ", 50)}}}, ev, Rules{Claims: "factual"})
	if len(r.Claims) == 0 || len(r.Claims) > 3 {
		t.Errorf("%d claims were judged", len(r.Claims))
	}
}
