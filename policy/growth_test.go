package policy

import (
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/growth"
)

// TestFactsGrowWithTheFindings: each finding was looked up among all citations.
func TestFactsGrowWithTheFindings(t *testing.T) {
	growth.Linear(t, "findings", growth.Repeat("a"), func(s string) {
		r := report.Report{Citations: make([]report.Citation, len(s)), Findings: make([]report.Finding, len(s))}
		for i := range r.Citations {
			r.Citations[i].Number = i + 1
			r.Findings[i] = report.Finding{Code: report.SnippetNotFound, Citation: &r.Citations[i].Number}
		}
		FactsOf(r)
	})
}
