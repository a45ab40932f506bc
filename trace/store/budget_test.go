//go:build !race

package store

import "testing"

// TestParsingStaysWithinItsBudget: every exchange pays for it.
func TestParsingStaysWithinItsBudget(t *testing.T) {
	line := one(1).line()
	const most = 47
	if got := testing.AllocsPerRun(100, func() { _, _ = Parse(line) }); got > most {
		t.Errorf("a line takes %.0f allocations, and may take %d", got, most)
	}
}
