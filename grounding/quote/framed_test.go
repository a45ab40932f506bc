package quote

import "testing"

// TestAQuoteThatTakesTheLabelAlong: a model copied the line of the prompt, "Summary: …", of which the
// reader had taken the label off, and was told to have altered its source.
func TestAQuoteThatTakesTheLabelAlong(t *testing.T) {
	chunk := Prepare("Backups are kept for 21 days. Tapes are not kept at all.")
	for _, c := range []struct{ before, behind, snippet, source string }{
		{"Summary:", "", "Summary: Backups are kept for 21 days.", "Backups are kept for 21 days"},
		{"**Summary:**", "", "Summary:\nBackups are kept", "Backups are kept"},
		{"Title: Storage\nContent:", "", "Content: Backups are kept for 21 days.", "Backups are kept for 21 days"},
		{"", "(similarity: 0.82)", "Tapes are not kept at all. (similarity: 0.82)", "Tapes are not kept at all"},
		{"Note:", "", "Summary: Backups are kept for 21 days.", ""},
		{"Summary:", "", "Summary: Backups are kept for 99 days.", ""},
		{"Summary:", "", "Summary: Tapes are not kept at all.", ""},
		{"Summary:", "", "Summary: ", ""},
		{"", "(similarity: 0.82)", "Backups are kept for 21 days. (similarity: 0.82)", ""},
	} {
		r := chunk.FindFramed(Prepare(c.snippet), c.before, c.behind, Fuzzy)
		if (r.Outcome == Verified) != (c.source != "") || c.source != "" && r.Source != c.source {
			t.Errorf("%q behind %q: %+v", c.snippet, c.before, r)
		}
	}
}
