package verify

import (
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// TestClaimIsHeldAgainstTheWholeSentence: a quote that leaves out what its sentence
// is bound to verifies, and the claim is judged against the sentence: words do not
// carry a claim that leaves the condition out as well.
func TestClaimIsHeldAgainstTheWholeSentence(t *testing.T) {
	for _, c := range []struct{ source, quote, claim string }{
		{"Should the lender agree, work could start in May 2026.", "work could start in May 2026", "Work could start in May 2026."},
		{"Sollte der Wert über 3,5 steigen, ist Marcumar zu pausieren.", "ist Marcumar zu pausieren", "Marcumar ist zu pausieren."},
		{"Theft from a shed is covered, up to 400 euros.", "Theft from a shed is covered", "Theft from a shed is covered."},
		{"Operators must not open valve B7 while the pump is running.", "Operators must not open valve B7", "Operators must not open valve B7."},
	} {
		r := Check(said(c.claim, "a", c.quote), given(evidence.Chunk{ID: "a", Text: c.source}), rules())
		if !r.Citations[0].Verified {
			t.Errorf("%q of %q is not verified: %+v", c.quote, c.source, r.Findings)
		}
		if cl := r.Claims[0]; cl.Outcome == report.Carried || len(cl.Sources) != 1 || cl.Sources[0].Text != c.source {
			t.Errorf("%q of %q: %s by %+v", c.claim, c.source, cl.Outcome, cl.Sources)
		}
	}
}

// TestClaimThatLostItsNegationWithItsQuote: a heal puts back the negation that the
// quote was cut off from; a claim that leaves it out as well does not pass with it.
func TestClaimThatLostItsNegationWithItsQuote(t *testing.T) {
	for _, c := range []struct {
		source, quote, claim string
		passes               bool
	}{
		{"No wharf shall be built without a licence.", "wharf shall be built without a licence", "A wharf shall be built without a licence.", false},
		{"No wharf shall be built without a licence.", "wharf shall be built without a licence", "No wharf shall be built without a licence.", true},
		{"Staff are not allowed to smoke here.", "allowed to smoke here", "Staff are allowed to smoke here.", false},
		{"Staff are not allowed to smoke here.", "allowed to smoke here", "Staff are not allowed to smoke here.", true},
	} {
		r := Check(said(c.claim, "a", c.quote), given(evidence.Chunk{ID: "a", Text: c.source}), rules())
		if r.Segments[0].Stands != c.passes {
			t.Errorf("%q of %q: stands %t, %+v", c.claim, c.source, r.Segments[0].Stands, r.Findings)
		}
		if got := codes(r); !c.passes && (len(got) != 1 || got[0] != report.ClaimNegation && got[0] != report.SnippetAltered) {
			t.Errorf("%q of %q: %v", c.claim, c.source, got)
		}
	}
}
