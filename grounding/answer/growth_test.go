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
		Read(Client, s, headed("Close each (sentence) with where it was seen in."))
	})
}

// FuzzLiveGrowth does the same for a reply that is read while it comes, some bytes at a time.
func FuzzLiveGrowth(f *testing.F) {
	growth.Fuzz(f, func(s string) {
		const event = 32
		for dialect, leads := range map[Dialect][]string{
			Numbered: {"", "<think>"},
			Segments: {"", `{"segments":[`, `{"segments":[{"citations":[`, `{"segments":[{"citations":[{"chunk_id":"c1","snippet":"`},
		} {
			for _, lead := range leads {
				live, whole := Follow(dialect, five, nil), lead+s
				for n := event; n < len(whole); n += event {
					live.Feed(whole[:n])
					live.Open()
				}
			}
		}
	})
}

// TestNumbersOfSentencesAreCleanedOnce: all behind a sign was copied for each sign, as it stands and as
// JSON escapes it.
func TestNumbersOfSentencesAreCleanedOnce(t *testing.T) {
	numbers := &Numbers{Sign: "§", All: []NumberedSentence{{Handle: "a", Text: "It rains.", End: 9}}}
	for _, piece := range []string{"It rains §1. ", `It rains \u00a71. `, "§ ", "§1 "} {
		growth.Linear(t, piece, growth.Repeat(piece), func(s string) {
			numbers.Clean(s)
			numbers.CleanCall(s)
		})
	}
}
