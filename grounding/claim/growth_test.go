package claim

import (
	"testing"

	"vouchsafe/internal/growth"
)

// FuzzGrowth holds the judgement of claims to linear work in the length of the source.
func FuzzGrowth(f *testing.F) {
	growth.Fuzz(f, func(s string) {
		source := Prepare(s)
		claim := "The dose is 5 mg, " + s[:min(len(s), 60)]
		Judge(claim, Evidence{Sources: []*Source{source}, Question: "What is the dose?"}, usual)
		Locate(claim, source)
		Split(s)
	})
}
