package verify

import "testing"

func TestAContradictionIsTheSameSaidWithADenial(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Apixaban may be combined with rifampicin.", "Apixaban may not be combined with rifampicin.", true},
		{"Backups are kept for 21 days.", "Backups are not kept for 21 days.", true},
		{"Backups are kept for 21 days.", "Backups are kept for 21 days.", false},
		{"Backups are kept for 21 days.", "Backups are not kept for 30 days.", false},
		{"Apixaban may be combined with rifampicin.", "Apixaban may not be combined with ketoconazole.", false},
		{"The door must not be opened.", "The kiln reaches 1240 degrees.", false},
	} {
		if got := Contradicts(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
