package verify

import (
	"testing"

	"vouchsafe/grounding/chunk"
	"vouchsafe/grounding/report"
)

// TestClaimThatLostItsConditionWithItsQuote: a heal puts back what the quote was cut
// off from; a claim that leaves it out as well must not pass with it, one that has it
// in other words does.
func TestClaimThatLostItsConditionWithItsQuote(t *testing.T) {
	for _, c := range []struct {
		source, quote, claim string
		passes               bool
	}{
		{"Should the lender agree, work could start in May 2026.", "work could start in May 2026", "Work could start in May 2026.", false},
		{"Should the lender agree, work could start in May 2026.", "work could start in May 2026", "Work could start in May 2026 if the lender agrees.", true},
		{"Should the lender agree, work could start in May 2026.", "work could start in May 2026", "With the lender's agreement, work could start in May 2026.", true},
		{"Sollte der Wert über 3,5 steigen, ist Marcumar zu pausieren.", "ist Marcumar zu pausieren", "Marcumar ist zu pausieren.", false},
		{"Sollte der Wert über 3,5 steigen, ist Marcumar zu pausieren.", "ist Marcumar zu pausieren", "Bei einem Wert über 3,5 ist Marcumar zu pausieren.", true},
		{"# Release 5\n## Removed\n- Export of sheets to paper.\n- The dark theme of the editor.", "The dark theme of the editor.", "The release has the dark theme of the editor.", false},
		{"# Release 5\n## Removed\n- Export of sheets to paper.\n- The dark theme of the editor.", "The dark theme of the editor.", "The dark theme of the editor was removed.", true},
		{"No wharf sball be built without a licence.", "wharf shall be built without a licence", "A wharf shall be built without a licence.", false},
		{"No wharf sball be built without a licence.", "wharf shall be built without a licence", "No wharf shall be built without a licence.", true},
		{"Theft from a shed is covered, up to 400 euros.", "Theft from a shed is covered", "Theft from a shed is covered.", false},
		{"Theft from a shed is covered, up to 400 euros.", "Theft from a shed is covered", "Theft from a shed is covered up to 400 euros.", true},
	} {
		r := Check(said(c.claim, "a", c.quote), evidence(chunk.Chunk{ID: "a", Text: c.source}), rules())
		if r.Segments[0].Stands != c.passes {
			t.Errorf("%q of %q: stands %t, %+v", c.claim, c.source, r.Segments[0].Stands, r.Findings)
		}
		if got := codes(r); !c.passes && (len(got) != 1 || got[0] != report.ClaimNegation && got[0] != report.SnippetAltered) {
			t.Errorf("%q of %q: %v", c.claim, c.source, got)
		}
	}
}
