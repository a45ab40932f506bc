package report

import "testing"

func TestTheVerdictOfAnExchangeIsTheWorstOfItsChoices(t *testing.T) {
	for _, c := range []struct {
		want Verdict
		of   []Verdict
	}{
		{Grounded, []Verdict{Grounded, Skipped}},
		{Repaired, []Verdict{Grounded, Repaired, Healed}},
		{Refused, []Verdict{Redacted, Refused, Marked}},
		{Failed, []Verdict{Refused, Failed}},
		{Declined, []Verdict{Grounded, Declined}},
		{Skipped, nil},
	} {
		if got := Worst(c.of...); got != c.want {
			t.Errorf("Worst(%v) = %s, want %s", c.of, got, c.want)
		}
	}
}

func TestCodesAreDistinct(t *testing.T) {
	seen := map[Code]bool{}
	for _, c := range Codes() {
		if seen[c] {
			t.Errorf("%s is listed twice", c)
		}
		seen[c] = true
	}
	if len(seen) != 32 {
		t.Errorf("%d codes; the list is closed at 32", len(seen))
	}
}

func TestRound4(t *testing.T) {
	if got := Round4(0.87314999); got != 0.8731 {
		t.Errorf("Round4 = %v", got)
	}
}
