package verify

import (
	"slices"
	"strings"
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

// TestAClaimIsToldWithWhatGovernsIt wherever a judge reads it: a list item with its lead, heading or parent, a cell
// with the head of its column.
func TestAClaimIsToldWithWhatGovernsIt(t *testing.T) {
	for _, c := range []struct{ answer, want string }{
		{"Refunds:\n- leave the vault", "Refunds:\nleave the vault"},
		{"Refunds:\n- leave the vault\n- stay\n\nThe rest is covered.", "The rest is covered."},
		{"Not so:\n\nBackups leave. The rest stays here.", "The rest stays here."},
		{"Not so:\n\nBackups leave the vault.", "Not so:\nBackups leave the vault."},
		{"**Refunds**\n\n- leave the *vault*", "Refunds\nleave the vault"},
		{"Refunds\n- leave the vault", "Refunds\nleave the vault"},
		{"# Myths\n\n## What backups never do\n\n- Leave the vault", "Myths\nWhat backups never do\nLeave the vault"},
		{"## Myths\n\nThis is one.\n\n## Facts\n\nBackups leave the vault.", "Facts\nBackups leave the vault."},
		{"1. Refunds\n   - leave the vault", "Refunds\nleave the vault"},
		{"1. Refunds\n   - leave the vault\n2. Backups stay there", "Backups stay there"},
		{"1. Refunds are paid.\n   - They leave the vault", "They leave the vault"},
		{"| | refunds |\n|---|---|\n| leave the vault | after 21 days |", "leave the vault; refunds: after 21 days"},
		{"## Never\n| what | when |\n|---|---|\n| backups leave | after 21 days |", "Never\nwhat: backups leave; when: after 21 days"},
		{"What never happens? Backups leave the vault.", "What never happens?\nBackups leave the vault."},
		{"Backups leave the vault&nbsp;<b>now</b>.", "Backups leave the vault now."},
	} {
		var f Frame
		var above []governor
		said := ""
		for _, s := range claim.Split(c.answer) {
			if g := f.pass(c.answer, s); s.Kind != claim.Empty {
				above, said = g, c.answer[s.Start:s.End]
			}
		}
		if got := strings.ReplaceAll((&Claim{Text: said, under: above}).Told(nil), "\u00a0", " "); got != c.want {
			t.Errorf("%q is told as %q, want %q", c.answer, got, c.want)
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
