package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

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
