package quote

import "testing"

// verdicts holds what becomes of quotes of one source.
func verdicts(t *testing.T, source string, want Outcome, quotes ...string) {
	t.Helper()
	for _, quote := range quotes {
		if r := Find(Prepare(source), quote, Fuzzy); r.Outcome != want {
			t.Errorf("%q of %q is %s, want %s: %+v", quote, source, r.Outcome, want, r)
		}
	}
}

// TestStruckOutWordsAreNotQuoted holds what a source has taken back: quoted without
// the mark that strikes it out it says what no longer is.
func TestStruckOutWordsAreNotQuoted(t *testing.T) {
	const markdown = "~~Parcels above 20 kg are refused.~~ Accepted since May. The ~~old~~ depot has moved.\n~~~\nscale --tare 4\n~~~\nWeigh twice."
	verdicts(t, markdown, Falsified, "Parcels above 20 kg are refused.", "Parcels above 20 kg")
	verdicts(t, markdown, Verified, "Accepted since May.",
		"~~Parcels above 20 kg are refused.~~ Accepted since May.", "scale --tare 4", "Weigh twice.")
	const tags = `<p><del datetime="2024">The depot closes at 18:00 sharp.</del> <ins>The depot closes at 20:00 sharp.</ins> <s>was 12 euros</s> is 9 euros</p>`
	verdicts(t, tags, Falsified, "The depot closes at 18:00 sharp.", "was 12 euros")
	verdicts(t, tags, Verified, "The depot closes at 20:00 sharp.", "is 9 euros")
}
