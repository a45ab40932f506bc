package policy

import (
	"testing"
	"time"

	"vouchsafe/grounding/report"
)

func TestTextThatIsNotAccountedForIsDroppedAtOnce(t *testing.T) {
	loose := func(f *Facts) {
		f.Findings, f.AttemptsLeft, f.BudgetLeft = []report.Code{report.TextUnaccounted}, 1, time.Second
	}
	expectFailures(t, nil, loose, TextUnaccounted)
	expectFailures(t, func(p *Policy) { p.Verify.Accounted = false }, loose)
	for on, want := range map[OnFailure]Action{RedactAnswer: Redact, QuoteAnswer: lastResort(QuoteAnswer, nil).Action, RefuseAnswer: Ask, MarkAnswer: Ask} {
		if got := Decide(policyWith(func(p *Policy) { p.OnFailure = on }), factsWith(loose)).Action; got != want {
			t.Errorf("on_failure %s: %s, want %s", on, got, want)
		}
	}
}

func TestTextThatIsNotAccountedForIsNoClaim(t *testing.T) {
	claim := 1
	f := FactsOf(report.Report{
		Citations: []report.Citation{{Number: 1, Verified: true}},
		Claims:    []report.Claim{{Citations: []int{1}}, {Citations: []int{}, Supported: new(bool)}},
		Findings:  []report.Finding{{Code: report.TextUnaccounted, Claim: &claim}}, Coverage: 1,
	})
	if f.Claims != 1 || f.Cited != 1 {
		t.Errorf("%d claims, %d cited; want one of each", f.Claims, f.Cited)
	}
}
