package claim

import "testing"

func TestJudgeNamesAnOutcome(t *testing.T) {
	source := Prepare("Staff are not permitted to share passwords. A dose is 5 mg a day.")
	ev := Evidence{Sources: []*Source{source}, Quotes: []Quote{{Start: 0, End: 66}}}
	for text, want := range map[string]Outcome{
		"A dose is 50 mg a day.":                              Refuted,
		"Staff are permitted to share passwords.":             Refuted,
		"Nobody enjoys passwords much these days, one hears.": Open,
		"Le personnel ne peut pas partager les mots de passe": Unjudged,
	} {
		if got := Judge(text, ev, Rules{MaxRisk: 1}).Outcome; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// A denial that is lost is the worst mistake: it is never carried, and refuted
// where all else is the same.
func TestALostDenialIsRefuted(t *testing.T) {
	for _, c := range []struct{ source, claim string }{
		{"Apixaban must not be combined with ketoconazole.", "Apixaban can be combined with ketoconazole."},
		{"Apixaban must not be combined with ketoconazole.", "Apixaban may be combined with ketoconazole."},
		{"Apixaban must not be combined with ketoconazole.", "Apixaban is combined with ketoconazole."},
		{"Apixaban should not be combined with ketoconazole.", "Apixaban should be combined with ketoconazole."},
		{"Staff are not permitted to share passwords with anyone.", "New staff are permitted to share passwords with anyone."},
		{"Staff are not permitted to share passwords with anyone.", "Staff may share passwords with anyone."},
		{"The plan does not cover dental care. It covers eye tests.", "The plan covers dental care."},
		{"Members cannot vote by post.", "Members can vote by post."},
		{"Take no more than two tablets a day.", "Take at least two tablets a day."},
		{"Take two tablets a day.", "Take three tablets a day."},
		{"Members may vote by post.", "Members must not vote by post."},
	} {
		source := Prepare(c.source)
		for _, quotes := range [][]Quote{nil, {{Start: 0, End: 8}}, {{Start: len(c.source) - 8, End: len(c.source)}}} {
			if j := Judge(c.claim, Evidence{Sources: []*Source{source}, Quotes: quotes}, usual); j.Outcome != Refuted {
				t.Errorf("%q of %q is %s", c.claim, c.source, j.Outcome)
			}
		}
	}
	duty := Prepare("Members are not required to vote.")
	if j := Judge("Members may vote.", Evidence{Sources: []*Source{duty}}, usual); j.Outcome == Refuted {
		t.Error("what is not required may be allowed")
	}
}
