package store

import "testing"

// TestStatementsAreKept: few, whatever the number of traces in a batch, and
// also by a store that was at rest.
func TestStatementsAreKept(t *testing.T) {
	s := open(t, options(t, SQLite))
	n := 0
	for round := range 2 {
		for _, size := range []int{1, 3, 7, 15, 31, 63, 127} {
			var some []sample
			for range size {
				n++
				some = append(some, one(n))
			}
			add(t, s, some...)
		}
		// Rows, bodies, chunks and cells, each by powers of two up to a group.
		if kept := len(s.kept.ready); round > 0 && (kept < 2 || kept > 28) {
			t.Errorf("%d statements are kept", kept)
		}
		s.Rest()
	}
	if got := count(t, s, "traces"); got != n {
		t.Errorf("%d traces, want %d", got, n)
	}
}
