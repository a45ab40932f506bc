package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

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
