package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// A sentence in the client's own form that the rules ask no source of proved the figure beside it.
func TestALeafThatNobodyCheckedIsTold(t *testing.T) {
	r := rules()
	r.Claims = claim.Numeric
	chunk := evidence.Chunk{ID: "a", Text: "Backups are kept for 21 days."}
	for said, told := range map[string]int{"Backups are kept for 21 days.": 0, "Restores are impossible.": 1} {
		leaves := []ownschema.Leaf{{Path: "/limit", Key: "limit", Text: "Backups are kept for 21 days."}, {Path: "/note", Key: "note", Text: said}}
		own := ownschema.Own{Answer: []byte(`{}`), Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Snippet: "Backups are kept for 21 days", Path: "/limit"}, {ChunkID: "a", Snippet: "Backups are kept for 21 days", Path: "/note"}}}
		ev := given(chunk)
		res := CheckOwn(own, leaves, ev, r)
		full := res.Report(ev, View{Verdict: report.Grounded, Numbers: res.All(), All: true})
		if proof := report.ProofOf(report.Grounded, full.Claims); len(res.Unchecked) != told || (proof == report.NoProof) != (told > 0) {
			t.Errorf("%q: %d unchecked, proof %s", said, len(res.Unchecked), proof)
		}
	}
}

// TestACitedLieIsJudgedWhereFiguresAloneNeedSupport: its marker was taken out, nobody looked at it, and the answer counted as good.
func TestACitedLieIsJudgedWhereFiguresAloneNeedSupport(t *testing.T) {
	r := rules()
	r.Claims, r.Accounted = claim.Numeric, false
	ev := given(evidence.Chunk{ID: "a", Text: "The vault stands in Hamburg. Backups are kept for 21 days."})
	for said, stands := range map[string]bool{"The vault stands in Bonn.": false, "The vault stands in Hamburg.": true, "Backups aren't kept for 21 days.": false} {
		res := Check(answer.Answer{Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Candidates: []string{"a"}}},
			Segments: []answer.Segment{{Text: said, Citations: []int{0}}}}, ev, r)
		if len(res.Claims) != 1 || res.Segments[0].Stands != stands {
			t.Errorf("%q: stands %t, %d claims", said, res.Segments[0].Stands, len(res.Claims))
		}
	}
	for _, denial := range []string{"False.", "That is wrong.", "Das stimmt nicht.", "That is not true."} { // passed beside a proven sentence
		res := Check(answer.Answer{Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Candidates: []string{"a"}}},
			Segments: []answer.Segment{{Text: "Backups are kept for 21 days. ", Citations: []int{0}}, {Text: denial}}}, ev, r)
		if !res.Segments[0].Stands || res.Segments[1].Stands || len(codes(res)) != 1 || codes(res)[0] != report.ClaimNegation {
			t.Errorf("%q behind a copy: stands %t, %v", denial, res.Segments[1].Stands, codes(res))
		}
	}
	uncited := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: "The vault stands in Bonn."}}}, ev, r)
	if len(uncited.Claims) != 0 || len(uncited.Unchecked) != 1 {
		t.Errorf("uncited: %d claims, %d unchecked", len(uncited.Claims), len(uncited.Unchecked))
	}
}
