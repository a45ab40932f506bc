package proxy

import (
	"testing"

	"vouchsafe/grounding/report"
)

// A relink told nothing of where it came from where the model had named a sentence by its number.
func TestARelinkTellsTheNumberOfASentence(t *testing.T) {
	for from, told := range map[string]string{"§1": "§1", "zz9": "zz9", "the sky is green": ""} {
		r := report.Report{Citations: []report.Citation{{Number: 1, Heal: &report.Heal{Kind: "relink", From: from, To: "d1"}}}}
		if hush(&r); r.Citations[0].Heal.From != told {
			t.Errorf("%q is told as %q", from, r.Citations[0].Heal.From)
		}
	}
}
