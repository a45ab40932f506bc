package policy

import (
	"testing"
	"time"

	"vouchsafe/grounding/report"
)

func TestTrustOfEachSource(t *testing.T) {
	ask := func(p *Policy) { p.Trust.MinScore = 0.7 }
	weak := func(f *Facts) { f.LeastTrust = 0.6 }
	expectFailures(t, ask, nil)
	expectFailures(t, nil, weak)
	expectFailures(t, ask, weak, TrustLow)
	expectFailures(t, ask, found(report.LowTrust), TrustLow)
}

func TestTrustOfTheAnswer(t *testing.T) {
	ask := func(p *Policy) { p.Trust.MinAnswer = 0.7 }
	expectFailures(t, ask, nil) // no figure: nothing is known against it
	expectFailures(t, ask, func(f *Facts) { f.Trust = &report.AnswerTrust{Score: 0.69} }, TrustLow)
}

func TestOldSources(t *testing.T) {
	days := 800000 // more than a Duration could hold
	year := func(p *Policy) { p.Trust.MaxAge = 365 * 24 * time.Hour }
	expectFailures(t, nil, func(f *Facts) { f.Oldest = &days })
	expectFailures(t, year, func(f *Facts) { f.Oldest = &days }, SourceTooOld)
	expectFailures(t, year, found(report.StaleSource)) // an earlier turn, not an old source
}

func TestNotesBreakNothing(t *testing.T) {
	expectFailures(t, nil, found(report.SourceConflict, report.UntrustedContext, report.DerivedEvidence, report.BudgetExhausted))
}
