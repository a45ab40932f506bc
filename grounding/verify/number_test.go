package verify

import (
	"testing"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
)

// claimKind is the kind of a heading, or of a claim.
func claimKind(heading bool) claim.Kind {
	if heading {
		return claim.Heading
	}
	return claim.Claim
}

func TestUnitsInMembersNames(t *testing.T) {
	for _, c := range []struct {
		word, unit  string
		same, other bool
	}{
		{"c", "°C", true, false}, {"w", "W", true, false}, {"kw", "W", false, true}, {"g", "mg", false, true}, {"mg", "mg", true, false},
		{"days", "day", true, false}, {"pct", "%", true, false}, {"percent", "%", true, false}, {"usd", "USD", true, false},
		{"dose", "mg", false, false}, {"", "mg", false, false}, {"mg", "", false, false}, {"name", "", false, false},
	} {
		if got := sameUnit(c.word, c.unit); got != c.same {
			t.Errorf("%q and %q the same: %t", c.word, c.unit, got)
		}
		if got := otherScale(c.word, c.unit); got != c.other {
			t.Errorf("%q another scale than %q: %t", c.word, c.unit, got)
		}
	}
}

func TestWhereAFigureStandsForAName(t *testing.T) {
	const said = "The starting dose is 5 mg, the maintenance dose 20 mg and the maximum 40 mg a day for up to 14 days."
	for _, c := range []struct {
		key    string
		value  float64
		want   agreement
		others int
	}{
		{"startingDose", 5, aligned, 2},
		{"starting_dose_mg", 5, aligned, 2},
		{"starting_dose_mg", 20, turned, 2},
		{"maintenance_dose", 20, aligned, 2},
		{"maxDose", 5, turned, 2},
		{"max", 40, aligned, 2},
		{"max_g", 40, turned, 2},
		{"pediatric", 40, apart, 2},
		{"duration_days", 14, apart, 0},
		{"duration_hours", 14, turned, 0},
		{"stay_min", 14, apart, 0},
	} {
		figures := readFigures(said)
		for _, f := range figures {
			if f.value != c.value {
				continue
			}
			for _, o := range figures {
				if o.value != f.value && o.number.Unit == f.number.Unit {
					f.others = append(f.others, o)
				}
			}
			if got := f.fits(ownschema.Leaf{Key: c.key}, nil); got != c.want || len(f.others) != c.others {
				t.Errorf("%s: %v: %d beside %d others, want %d beside %d", c.key, c.value, got, len(f.others), c.want, c.others)
			}
		}
	}
}
