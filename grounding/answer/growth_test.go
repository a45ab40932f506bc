package answer

import (
	"testing"

	"vouchsafe/internal/growth"
)

// FuzzGrowth holds the reading of answers to linear work, in every dialect, as prose
// and inside a reply in JSON.
func FuzzGrowth(f *testing.F) {
	growth.Fuzz(f, func(s string) {
		for _, dialect := range allDialects {
			Read(dialect, s, five)
			Read(dialect, goodSegments[:len(goodSegments)/2]+s, five)
		}
	})
}
