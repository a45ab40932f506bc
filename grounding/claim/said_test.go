package claim

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A quoted sentence names what it speaks of with a pronoun, another word or none,
// the claim by its name: a "not" that is lost between them is lost all the same.
func TestADenialOfWhatWasNamedBeforeIsNotLost(t *testing.T) {
	for _, c := range []struct{ before, quote, claim, honest string }{
		{"Pump P-3 runs on oil.", "It must not be painted.", "Pump P-3 must be painted.", "Pump P-3 must not be painted."},
		{"Pump P-3 runs on oil. It stands in hall 4.", "It must not be started cold.", "Pump P-3 must be started cold.", "Pump P-3 has to be warm when it is started."},
		{"Ms Ito joined in 2019.", "She does not sign contracts.", "Ms Ito signs contracts.", "Ms Ito is not the one who signs contracts."},
		{"Trial A enrolled 300 patients.", "No benefit was seen.", "A benefit was seen in trial A.", "No benefit was seen in trial A."},
		{"La bomba P-3 funciona con aceite.", "No debe arrancarse en frío.", "La bomba P-3 debe arrancarse en frío.", "La bomba P-3 no debe arrancarse en frío."},
		{"Die Pumpe P-3 läuft mit Öl.", "Sie darf nicht kalt gestartet werden.", "Die Pumpe P-3 darf kalt gestartet werden.", "Die Pumpe P-3 darf nicht kalt gestartet werden."},
		{"", "It is not covered by the plan.", "Dental care is covered by the plan.", "Dental care is not covered by the plan."},
	} {
		text := strings.TrimSpace(c.before + " " + c.quote)
		ev := Evidence{Sources: []*Source{Prepare(text)}, Quotes: []Quote{{0, utf8.RuneCountInString(text) - utf8.RuneCountInString(c.quote), utf8.RuneCountInString(text)}}}
		rules := Rules{MinSupport: 0.15, MaxRisk: 0.8}
		if j := Judge(c.claim, ev, rules); len(j.Findings) == 0 {
			t.Errorf("%q passes by %q", c.claim, c.quote)
		}
		if j := Judge(c.honest, ev, rules); len(j.Findings) > 0 {
			t.Errorf("%q by %q: %+v", c.honest, c.quote, j.Findings)
		}
	}
}
