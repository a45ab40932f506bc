package claim

import "testing"

// Text that no reader sees, or sees turned around, left with a heading or a
// sentence that was otherwise in order.
func TestHiddenTextIsAClaimThatFails(t *testing.T) {
	source := Prepare("The pump is serviced every 500 hours.")
	for text, hidden := range map[string]bool{
		"The pump is serviced every 500 hours.":                                                               false,
		"The pump is serviced every 500 hours.\U000E0041\U000E0042":                                           true,
		"The \u202epump\u202c is serviced every 500 hours.":                                                   true,
		"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F":                              false,
		"\U0001F3F4" + string([]rune{0xE0061, 0xE0062, 0xE0063, 0xE0064, 0xE0065, 0xE0066, 0xE0067, 0xE0068}): true,
	} {
		if hides(text) != hidden {
			t.Errorf("%q: hides %v, want %v", text, !hidden, hidden)
		}
		if findings := Judge(text, Evidence{Sources: []*Source{source}}, Rules{MaxRisk: 1}).Findings; hidden && len(findings) == 0 {
			t.Errorf("%q: no finding", text)
		}
	}
	for heading, kind := range map[string]Kind{"## Pump\U000E0041\n": Claim, "## Copper valves: overview\n": Heading} {
		if got := Split(heading)[0].Kind; got != kind {
			t.Errorf("%q is a %s, want %s", heading, got, kind)
		}
	}
}
