//go:build !race

// The race detector allocates.

package layout

import "testing"

// TestFindStaysWithinItsBudgets holds the reading of prompts to a number of
// allocations: a few for each passage, and none for a line of text. The budgets
// leave about a fifth of room.
func TestFindStaysWithinItsBudgets(t *testing.T) {
	for _, tt := range []struct {
		shape       string
		short, long float64 // allocations for 8 KB with 5 passages, and for 100 KB with 40
	}{
		{"documents", 48, 48},
		{"source-tags", 85, 100},
		{"brackets", 107, 370},
		{"title-keys", 170, 560},
		{"tool-results", 58, 190},
		{"blank-lines", 70, 320},
		{"context-tag", 92, 132},
	} {
		for _, s := range append([]shape{documents}, shapes...) {
			if s.name != tt.shape {
				continue
			}
			for kb, budget := range map[int]float64{8: tt.short, 100: tt.long} {
				p := benchPrompt(s, map[int]int{8: 5, 100: 40}[kb], kb*1000)
				if got := testing.AllocsPerRun(10, func() { Find(p, Defaults()) }); got > budget {
					t.Errorf("%s of %d KB: %.0f allocations, at most %.0f", s.name, kb, got, budget)
				}
			}
		}
	}
}
