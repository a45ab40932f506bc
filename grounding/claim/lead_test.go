package claim

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAnItemIsProvenWithItsLead(t *testing.T) {
	text := "Rules for staff.\n\nStaff must not:\n- share passwords\n- leave doors open\n\nThe kit contains:\n1. a pump\n2. two hoses\n\nVisitors are welcome."
	for claim, want := range map[string]Outcome{
		"Staff must not share passwords.":  Carried,
		"Staff must not leave doors open.": Carried,
		"The kit contains two hoses.":      Carried,
		"Share passwords.":                 Open,
		"Leave doors open.":                Open,
		"Staff must leave doors open.":     Refuted,
		"Visitors are welcome.":            Carried,
	} {
		for _, quote := range []string{"share passwords", "leave doors open", "two hoses", "Visitors are welcome."} {
			if !strings.Contains(strings.ToLower(claim), strings.ToLower(strings.TrimSuffix(quote, "."))) {
				continue
			}
			start := utf8.RuneCountInString(text[:strings.Index(text, quote)])
			ev := Evidence{Sources: []*Source{Prepare(text)}, Quotes: []Quote{{Start: start, End: start + utf8.RuneCountInString(quote)}}}
			if j := Judge(claim, ev, usual); j.Outcome != want {
				t.Errorf("%q is %s, want %s (%v)", claim, j.Outcome, want, j.Findings)
			}
		}
	}
}
