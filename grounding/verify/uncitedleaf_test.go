package verify

import (
	"testing"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// TestALeafInOwnWordsNeedsNoCitation: what a leaf says, with its member's name if it is a figure,
// is found where a source says it word for word, and only there.
func TestALeafInOwnWordsNeedsNoCitation(t *testing.T) {
	const source = "Adults start on apixaban 5 mg twice daily. Patients of 80 years or older take half of it.\n\nStarting dose: 10 mg\n"
	for body, want := range map[string]bool{
		`{"note":"Adults start on apixaban 5 mg twice daily."}`:                                                true,
		`{"note":"Adults start on apixaban 5 mg twice daily. Patients of 80 years or older take half of it."}`: true,
		`{"note":"Adults start on apixaban 5 mg twice daily.","drug":"apixaban"}`:                              true,
		`{"starting_dose_mg":10}`:                                true,
		`{"starting_dose_mg":11}`:                                false,
		`{"greatest_dose_mg":10}`:                                false,
		`{"note":"Adults start on apixaban 50 mg twice daily."}`: false,
		`{"note":"Adults start on apixaban 5 mg."}`:              false,
		`{"note":"Adults start on apixaban 5 mg twice daily. Children take it too, in half of that dose."}`: false,
		`{"note":"Adults start on apixaban 5 mg twice daily.","dose_mg":5}`:                                 false,
	} {
		leaves, err := leavesOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		ev, r := given(evidence.Chunk{ID: "a", Text: source}), rules()
		r.Accounted = true
		own, all := CiteOwnLeaves(ownschema.ReadBare(body, nil), leaves, ev)
		stands := true
		res := CheckOwn(own, leaves, ev, r)
		for i := range res.Claims {
			cl := &res.Claims[i]
			stands = stands && cl.Stands
			if want && cl.Outcome == report.Carried && res.Citations[cl.Citations[0]].Match.Kind != "located" {
				t.Errorf("%s: %+v", body, res.Citations)
			}
		}
		if all != want || stands != want || want && len(res.Findings) > 0 {
			t.Errorf("%s: all cited %t, stands %t, want %t (%+v)", body, all, stands, want, res.Findings)
		}
	}
}
