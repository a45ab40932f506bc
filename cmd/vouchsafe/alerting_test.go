package main

import (
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// TestQuotingWhatIsNotProvenAlarmsNobody: it is what the policy asks for; a
// quotation after a repair that failed is not.
func TestQuotingWhatIsNotProvenAlarmsNobody(t *testing.T) {
	once := &ledger.Trace{Verdict: report.Quoted, Attempts: make([]ledger.Attempt, 1), Findings: []report.Finding{{Code: report.ClaimUnsupported}}}
	if got := verdictOf(once); got != report.Healed {
		t.Errorf("%s", got)
	}
	twice := &ledger.Trace{Verdict: report.Quoted, Attempts: make([]ledger.Attempt, 2), Findings: once.Findings}
	if got := verdictOf(twice); got != report.Quoted {
		t.Errorf("%s", got)
	}
}
