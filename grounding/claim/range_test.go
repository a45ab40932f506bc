package claim

import "testing"

// TestRangeWithAnotherEnd: a range that differs in one end is another range, though the
// new figure stands elsewhere in the source; the same range in another form is none.
func TestRangeWithAnotherEnd(t *testing.T) {
	const source = "Fry the fish for 1-2 minutes on each side. It serves 4 people. Hens lay for 4 to 10 years."
	for text, refuted := range map[string]bool{
		"Fry the fish for 1-4 minutes on each side.":    true,
		"Fry the fish for 2-2 minutes on each side.":    true,
		"Hens lay for 2 to 10 years.":                   true,
		"Fry the fish for 1-2 minutes on each side.":    false,
		"Fry the fish for 1 to 2 minutes on each side.": false,
		"Hens lay for 4–10 years.":                      false,
	} {
		j := Judge(text, Evidence{Sources: []*Source{Prepare(source)}}, usual)
		if got := j.Supported != nil && !*j.Supported; got != refuted {
			t.Errorf("%q: refuted %t, want %t: %+v", text, got, refuted, j.Findings)
		}
	}
}
