package verify

import (
	"slices"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

func TestSourcesThatContradictEachOtherAreTold(t *testing.T) {
	for _, tt := range []struct {
		a, b     string
		conflict bool
	}{
		{"The north gate closes at 18:00 in winter.", "The north gate closes at 20:00 in winter.", true},
		{"Dogs are permitted in the deer park.", "Dogs are not permitted in the deer park.", true},
		{"The north gate closes at 18:00 in winter.", "The south gate closes at 20:00 in winter.", false},
		{"Dogs are permitted in the deer park.", "Dogs are permitted in the deer park.", false},
	} {
		ev := given(evidence.Chunk{ID: "a", Text: tt.a}, evidence.Chunk{ID: "b", Text: tt.b})
		r := Check(answer.Answer{Mode: answer.ModeAnswer,
			Citations: []answer.Citation{{ChunkID: "a", Snippet: tt.a, Quoted: true}, {ChunkID: "b", Snippet: tt.b, Quoted: true}},
			Segments:  []answer.Segment{{Text: tt.a + " ", Citations: []int{0}}, {Text: tt.b, Citations: []int{1}}}}, ev, rules())
		if slices.Contains(codes(r), report.SourceConflict) != tt.conflict {
			t.Errorf("%q, %q: %+v", tt.a, tt.b, r.Findings)
		}
		if !r.Segments[0].Stands || !r.Segments[1].Stands {
			t.Errorf("%q, %q: a conflict fails a claim", tt.a, tt.b)
		}
	}
}

func TestAnAnswerToAnotherQuestionIsTold(t *testing.T) {
	for question, off := range map[string]bool{
		"How long are backups kept?": false, "What is the board's dividend?": true, "": false, "When is the backup?": false, "Wie hoch ist die Dividende?": false,
	} {
		ev := library()
		ev.Question = question
		r := rules()
		r.Relevance = true
		res := Check(said("Nightly backups are kept for 21 days.", "run", "are kept for 21 days"), ev, r)
		if slices.Contains(codes(res), report.OffQuestion) != off || !res.Segments[0].Stands {
			t.Errorf("%q: %+v", question, res.Findings)
		}
	}
}
