package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

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
