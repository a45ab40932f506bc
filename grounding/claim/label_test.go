package claim

import "testing"

func TestALabelThatDeniesTurnsWhatItStandsInFrontOf(t *testing.T) {
	plain, myth := "Nightly backups start at 01:30 UTC and are kept for 21 days.", "Myth: nightly backups are kept for 21 days."
	for _, tc := range []struct {
		text, source string
		wrong        bool
	}{
		{"Wrong: backups are kept for 21 days.", plain, true},
		{"**Myth:** Backups are kept for 21 days.", plain, true},
		{"No longer true: nightly backups are kept for 21 days.", plain, true},
		{"Falsch: nightly backups are kept for 21 days.", plain, true},
		{"Backups: kept for 21 days.", plain, false},
		{"True: backups are kept for 21 days.", plain, false},
		{"Myth: nightly backups are kept for 21 days.", myth, false},
		{"Wrong: backups are not kept for 21 days.", "Backups are not kept for 21 days.", false},
	} {
		src := Prepare(tc.source)
		j := Judge(tc.text, Evidence{Sources: []*Source{src}}, Rules{MinSupport: 0.15, MaxRisk: 1})
		wrong := false
		for _, f := range j.Findings {
			wrong = wrong || f.Code == CodeNegation
		}
		if wrong != tc.wrong {
			t.Errorf("%q against %q: %v", tc.text, tc.source, j.Findings)
		}
	}
	for _, s := range Split("No longer true:") {
		if s.Kind != Claim {
			t.Errorf("the label alone is %s", s.Kind)
		}
	}
	for _, s := range Split("Backups:") {
		if s.Kind == Claim {
			t.Error("any label is a claim")
		}
	}
}
