package verify

import (
	"slices"
	"testing"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
)

func TestCellsOfARow(t *testing.T) {
	for row, want := range map[string][]string{
		"| a | b c |": {"a", "b c"}, " |x|y ": {"x", "y"}, "no row": nil, "": nil, "|a||c|": {"a", "", "c"},
	} {
		if got := cells(row); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

func TestColumnsThatChangedTheirNames(t *testing.T) {
	source, row := "| Weight | Domestic | Abroad |", "| 2 kg | 5 EUR | 9 EUR |"
	for _, c := range []struct{ head, said, want string }{
		{"| Weight | Domestic | Abroad |", row, ""},
		{"| Weight | Abroad | Domestic |", row, "Abroad"},
		{"| Weight | Abroad | Domestic |", "| 2 kg | 9 EUR | 5 EUR |", ""},  // columns reordered with their values
		{"| Parcel | Within the country | Abroad |", row, ""},               // another name is no other column's
		{"| Domestic | Weight |", "| 5 EUR | 2 kg |", ""},                   // a column left out
		{"| Weight | Abroad |", "| 2 kg | 5 EUR |", "Abroad"},               // its value is the other's
		{"| Weight | Domestic | Abroad |", "| 3 kg | 6 EUR | 10 EUR |", ""}, // no such values: the claim tells
	} {
		if got := swapped(cells(c.head), cells(c.said), cells(source), cells(row)); got != c.want {
			t.Errorf("%s over %s: %q, want %q", c.head, c.said, got, c.want)
		}
	}
}

func TestWhatFramesTheNextSentence(t *testing.T) {
	var f frame
	for _, s := range []struct {
		said, lead, head string
		heading          bool
	}{
		{said: "Not covered:", lead: "Not covered:"},
		{said: "- fire", lead: "Not covered:"},
		{said: "- storm", lead: "Not covered:"},
		{said: "The rest is covered."},
		{said: "| A | B |", head: "| A | B |", heading: true},
		{said: "| 1 | 2 |", head: "| A | B |"},
		{said: "**These are exempt:**", lead: "**These are exempt:**"},
		{said: "Something else follows."},
	} {
		kind := claimKind(s.heading)
		if f.enter(s.said, kind); f.lead != s.lead || f.head != s.head {
			t.Errorf("%q: lead %q, head %q; want %q, %q", s.said, f.lead, f.head, s.lead, s.head)
		}
	}
}

// TestAnItemBelowALeadInThatDeniesFails where the source says of it what the lead-in denies.
func TestAnItemBelowALeadInThatDeniesFails(t *testing.T) {
	const quoted = "Swimming in the lake at noon is allowed for guests."
	source := "Not allowed for guests:\n\n- Open fires\n\nAllowed for guests:\n\n- Tents\n\n" + quoted
	for lead, stands := range map[string]bool{"Allowed for guests:": true, "Not allowed for guests:": false} {
		r := rules()
		r.Accounted = true
		res := Check(said(lead+"\n- Swimming in the lake at noon\n", "c", quoted), given(evidence.Chunk{ID: "c", Text: source}), r)
		if got := res.Segments[0].Stands; got != stands {
			t.Errorf("%q: stands %t, want %t (%v)", lead, got, stands, codes(res))
		}
	}
}

// claimKind is the kind of a heading, or of a claim.
func claimKind(heading bool) claim.Kind {
	if heading {
		return claim.Heading
	}
	return claim.Claim
}
