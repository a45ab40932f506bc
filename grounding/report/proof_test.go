package report

import "testing"

// TestTheWeakestClaimIsTheProof: an answer that passed by risk is never shown like a proven one.
func TestTheWeakestClaimIsTheProof(t *testing.T) {
	carried := Claim{Judgement: Carried, By: ByWords, Supported: new(true), Citations: []int{1}}
	quoted := Claim{Judgement: QuotedOutcome, By: ByWords, Supported: new(true), Citations: []int{1}}
	judged := Claim{Judgement: Open, By: ByJudge, Supported: new(true), Citations: []int{1}}
	risked := Claim{Judgement: Open, By: ByRisk, Citations: []int{1}}
	uncited := Claim{Judgement: Unjudged, By: ByRisk}
	marked := Claim{Judgement: Open, By: ByWords, Supported: new(false), Citations: []int{1}}
	for _, c := range []struct {
		verdict Verdict
		claims  []Claim
		want    Proof
	}{
		{Grounded, []Claim{carried, quoted}, OwnWords},
		{Grounded, []Claim{carried, judged}, Judged},
		{Grounded, []Claim{risked, judged, carried}, Cited},
		{Marked, []Claim{carried, marked}, NoProof},
		{Grounded, []Claim{carried, uncited}, NoProof},
		{Refused, []Claim{carried}, NoProof},
		{Declined, nil, NoProof},
	} {
		if got := ProofOf(c.verdict, c.claims); got != c.want {
			t.Errorf("%s with %v: %s, want %s", c.verdict, c.claims, got, c.want)
		}
	}
}
