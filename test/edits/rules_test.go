package main

import "testing"

func TestRulesMakeTheirEdit(t *testing.T) {
	for name, c := range map[string][2]string{
		"list in another order":     {"The kit includes a pump, two hoses and a manual.", "The kit includes a manual, a pump and two hoses."},
		"pair in another order":     {"Season the meat with salt and pepper.", "Season the meat with pepper and salt."},
		"bracket left out":          {"The residue was taken up in methanol (15 mL) and stirred.", "The residue was taken up in methanol and stirred."},
		"phrase from the front":     {"In May, the firm hired ten people.", "The firm hired ten people in May."},
		"condition to the front":    {"You may leave if the bell rings.", "If the bell rings, you may leave."},
		"condition left out":        {"If it rains, the road is closed.", "The road is closed."},
		"negation lost":             {"The drug is not safe.", "The drug is safe."},
		"figures swapped":           {"It grew from 5 in May up to 9 in June.", "It grew from 9 in May up to 5 in June."},
		"first predicate left out":  {"The set has a good rating and has many reviews.", "The set has many reviews."},
		"second predicate left out": {"The set was sold in May and was shipped in June.", "The set was sold in May."},
		"short form":                {"The drug is not safe.", "The drug isn't safe."},
	} {
		for _, r := range rules {
			if r.name != name {
				continue
			}
			if got := r.edit(c[0]); got != c[1] {
				t.Errorf("%s of %q: got %q, want %q", r, c[0], got, c[1])
			}
		}
	}
}
