package verify

import "testing"

// TestStandsApart holds the look ahead against the pattern that it spares.
func TestStandsApart(t *testing.T) {
	for s, want := range map[string]bool{
		"T h e  t a b l e t s  c u r e.": true,
		"It is (n o t s a f e) to use.":  true,
		"Д а й т е\tэ т о":               true,
		"Take a b c d e, not f.":         false,
		"1 2 3 4 5 6 7":                  false,
		"A dose of 5 mg is safe.":        false,
	} {
		if got := standsApart(s); got != want || spaced.MatchString(s) != want {
			t.Errorf("%q: %t, by the pattern %t", s, got, spaced.MatchString(s))
		}
	}
}
