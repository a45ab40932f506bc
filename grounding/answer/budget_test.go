//go:build !race

// The race detector allocates.

package answer

import "testing"

// TestReadingStaysWithinItsBudget holds the reading of an ordinary reply, whole
// and while it is written, to a number of allocations, with about a fifth of
// room.
func TestReadingStaysWithinItsBudget(t *testing.T) {
	raw := fourCitations()
	for _, tt := range []struct {
		name   string
		budget float64
		run    func()
	}{
		{"whole", 46, func() { Read(Segments, raw, five) }},
		{"while it is written", 110, func() {
			l := Follow(Segments, five, nil)
			for n := 16; n < len(raw); n += 16 {
				l.Feed(raw[:n])
			}
			for _, more := l.Next(); more; _, more = l.Next() {
			}
		}},
	} {
		if got := testing.AllocsPerRun(100, tt.run); got > tt.budget {
			t.Errorf("%s: %.0f allocations, at most %.0f", tt.name, got, tt.budget)
		}
	}
}
