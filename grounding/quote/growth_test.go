package quote

import (
	"testing"

	"vouchsafe/internal/growth"
)

// FuzzGrowth holds the search for quotes to linear work, for chunks and quotes of any
// length, found and not found.
func FuzzGrowth(f *testing.F) {
	growth.Fuzz(f, func(s string) {
		chunk := Prepare(s)
		for _, snippet := range []string{s[:len(s)/2], s + "x", "x " + s[:min(len(s), 20)], s[:min(len(s), 300)] + " … " + s[len(s)/2:]} {
			Find(chunk, snippet, Fuzzy)
		}
		Count(chunk, s[:min(len(s), 20)])
	})
}
