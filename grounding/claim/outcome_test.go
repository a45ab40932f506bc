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
