package proxy

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/internal/growth"
)

// TestASentenceIsKnownAgain holds what a continuation says against what has come.
func TestASentenceIsKnownAgain(t *testing.T) {
	var s said
	s.wrote.Segments = []answer.Segment{{Text: "The  mill opened\nin 1702."}, {Text: " It burnt down."}}
	for _, c := range []struct {
		texts []string
		want  bool
	}{
		{[]string{"the mill opened in 1702. "}, true},
		{[]string{"It burnt down.", "The mill opened in 1702."}, true},
		{[]string{"It burnt down.", "It stands."}, false},
		{[]string{" "}, false},
	} {
		var segments []answer.Segment
		for _, text := range c.texts {
			segments = append(segments, answer.Segment{Text: text})
		}
		if got := s.repeats(segments); got != c.want {
			t.Errorf("%q: %v", c.texts, got)
		}
	}
	s.wrote.Segments = append(s.wrote.Segments, answer.Segment{Text: "It stands."})
	if !s.repeats([]answer.Segment{{Text: "It stands."}}) {
		t.Error("what came last is not known again")
	}
}

// TestAContinuationCostsWhatItIsLong: a model may write as many sentences again as it likes.
func TestAContinuationCostsWhatItIsLong(t *testing.T) {
	growth.Linear(t, "sentences", growth.Repeat("Line %d is worked. "), func(written string) {
		var s said
		for at := 0; at+19 <= len(written); at += 19 {
			part := []answer.Segment{{Text: written[at : at+19]}}
			s.repeats(part)
			s.wrote.Segments = append(s.wrote.Segments, part...)
		}
	})
}
