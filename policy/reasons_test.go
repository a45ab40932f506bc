package policy

import (
	"slices"
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

func TestChangedNumbersAndNegationsPassUnderNoPolicy(t *testing.T) {
	one := 1
	for code, want := range map[report.Code]Reason{
		report.ClaimNumber: NumberChanged, report.ClaimNegation: NegationChanged, report.ClaimEntity: EntityChanged,
	} {
		// The citation it belongs to was healed, which changes nothing.
		r := report.Report{
			Mode: "answer", Coverage: 1, Verifiable: 1,
			Citations: []report.Citation{{Number: 1, Heal: &report.Heal{Kind: "snap"}}},
			Claims:    []report.Claim{{Citations: []int{1}}},
			Findings:  []report.Finding{{Code: code, Citation: &one}},
		}
		for _, name := range Names() {
			p, _ := Builtin(name)
			p.Verify.Coverage, p.Verify.Support, p.Verify.MaxRisk = 0, 0, 1
			if got := Failures(p, FactsOf(r)); !slices.Contains(got, want) {
				t.Errorf("%s, %s: %v", name, code, got)
			}
		}
	}
}

func TestNoPolicyForgivesClaimsWithoutCitations(t *testing.T) {
	for _, name := range Names() {
		p, _ := Builtin(name)
		p.Verify.Coverage = 0
		f := factsWith(func(f *Facts) { f.Citations, f.Cited, f.Coverage = 0, 0, 0 })
		if got := Failures(p, f); len(got) == 0 || got[0] != CitationMissing {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAnAuditHoldsNothingAgainstTheUncited(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) { f.Audit, f.Citations, f.Cited, f.Coverage = true, 0, 0, 0 })
}

func TestOneUnverifiedCitationIsAFailure(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) { f.Unverified = 1 }, CitationUnverified)
	for _, code := range citationDefects {
		expectFailures(t, nil, func(f *Facts) { f.Findings = []report.Code{code} }, CitationUnverified)
	}
	expectFailures(t, nil, func(f *Facts) { f.Findings = []report.Code{report.MissingCitations} }, CitationMissing)
}

func TestCoverage(t *testing.T) {
	half := func(f *Facts) { f.Claims, f.Cited, f.Coverage = 4, 2, 0.5 }
	expectFailures(t, nil, half, CoverageLow)
	expectFailures(t, func(p *Policy) { p.Verify.Coverage = 0.5 }, half)
	expectFailures(t, func(p *Policy) { p.Verify.Coverage = 0.51 }, half, CoverageLow)
}

func TestFullCoverageForgivesNoRounding(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) { f.Claims, f.Cited, f.Coverage = 99999, 99998, 1 }, CoverageLow)
	expectFailures(t, nil, func(f *Facts) { f.Findings = []report.Code{report.ClaimUncited} }, CoverageLow)
}

func TestCoverageForgivesUncitedClaimsOnly(t *testing.T) {
	lax := func(p *Policy) { p.Verify.Coverage = 0 }
	expectFailures(t, lax, func(f *Facts) { f.Unsupported = 1 }, ClaimUnsupported)
	expectFailures(t, lax, func(f *Facts) { f.Unverified = 1 }, CitationUnverified)
	expectFailures(t, lax, func(f *Facts) { f.Findings = []report.Code{report.ClaimUncited} })
}

func TestMalformedOutputFailsEvenWhereNothingIsClaimed(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) {
		*f = Facts{Findings: []report.Code{report.MalformedOutput}}
	}, OutputMalformed)
}

func TestTheExampleOfTheInstructionIsNoAnswer(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) {
		*f = Facts{Findings: []report.Code{report.EchoedExample}}
	}, OutputMalformed)
}

func TestAMissingFieldAloneIsNoFailure(t *testing.T) {
	expectFailures(t, nil, found(report.MissingField))
}

func TestMarkers(t *testing.T) {
	expectFailures(t, nil, found(report.MarkerUnresolved), MarkerUnresolved)
	expectFailures(t, nil, found(report.MarkerOrder)) // they are renumbered
	expectFailures(t, func(p *Policy) { p.Heal = []Heal{Snap} }, found(report.MarkerOrder), MarkerUnresolved)
}

func TestLowSimilarityCountsWhereItIsAskedFor(t *testing.T) {
	expectFailures(t, nil, found(report.LowSimilarity))
	expectFailures(t, func(p *Policy) { p.Verify.MinRetrievalSimilarity = 0.1 }, found(report.LowSimilarity), SimilarityLow)
}

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

func TestOneUnsupportedClaimIsAFailure(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) { f.Unsupported = 1 }, ClaimUnsupported)
	expectFailures(t, nil, func(f *Facts) { f.Findings = []report.Code{report.ClaimUnsupported} }, ClaimUnsupported)
}

func TestRiskIsBoundedByThePolicy(t *testing.T) {
	risk := func(f *Facts) { f.Risk = 0.6 }
	expectFailures(t, nil, risk)
	expectFailures(t, func(p *Policy) { p.Verify.MaxRisk = 0.6 }, risk)
	expectFailures(t, func(p *Policy) { p.Verify.MaxRisk = 0.59 }, risk, RiskHigh)
}

func TestTruncatedOutputFails(t *testing.T) {
	expectFailures(t, nil, found(report.TruncatedOutput), OutputTruncated)
}

func TestVerifiable(t *testing.T) {
	ask := func(p *Policy) { p.Verify.Verifiable = 0.9 }
	expectFailures(t, ask, nil)
	expectFailures(t, ask, func(f *Facts) { f.Verifiable = 0.89 }, VerifiableLow)
	expectFailures(t, ask, func(f *Facts) { f.Verifiable, f.Claims, f.Cited, f.Citations = 0, 0, 0, 0 })
}
