package text

import (
	"testing"

	"vouchsafe/internal/growth"
)

// FuzzGrowth holds all readers of this package to linear work.
func FuzzGrowth(f *testing.F) {
	growth.Fuzz(f, func(s string) {
		read := Read(s)
		read.Numbers()
		read.Names()
		FoldPage(s)
		Disguised(s)
		sentences := Sentences(s)
		SentencesAround(s, sentences, len(s)/2, len(s)/2+1)
	})
}
