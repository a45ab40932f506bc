package policy

import (
	"slices"
	"testing"

	"vouchsafe/grounding/report"
)

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
