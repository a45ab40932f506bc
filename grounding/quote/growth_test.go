package quote

import (
	"testing"

	"vouchsafe/internal/growth"
)

// FuzzGrowth holds the search for quotes to linear work, for chunks and quotes of any
// length: found, not found, and spread over two chunks.
func FuzzGrowth(f *testing.F) {
	growth.Fuzz(f, func(s string) {
		chunk := Prepare(s)
		for _, snippet := range []string{s[:len(s)/2], s + "x", "x " + s[:min(len(s), 20)], s[:min(len(s), 300)] + " … " + s[len(s)/2:]} {
			Find(chunk, snippet, Fuzzy)
		}
		FindStitched([]*Text{chunk, chunk}, s[:min(len(s), 300)]+"x", Fuzzy)
		Count(chunk, s[:min(len(s), 20)])
	})
}
