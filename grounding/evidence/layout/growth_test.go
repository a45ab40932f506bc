package layout

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/evidence"
)

// TestTimeGrowsWithTheText reads lists of n and of 2n records, which share one id
// or number each other, and makes a set of them. What grows with the square of
// the length takes four times as long.
func TestTimeGrowsWithTheText(t *testing.T) {
	const n = 10_000
	for name, record := range map[string]string{
		"json lines":    `{"id": "a", "title": "T", "text": "The lift takes at most eight people."}` + "\n",
		"tags":          `<doc id="a" title="T">The lift takes at most eight people.</doc>` + "\n",
		"counted tags":  `<doc id="%[1]d">The lift takes at most eight people.</doc>` + "\n",
		"heads":         "[%[1]d] The lift takes at most eight people.\n\n",
		"same heads":    "[doc-a] The lift takes at most eight people.\n\n",
		"key blocks":    "Source: a.pdf\nContent: The lift takes at most eight people.\n\n",
		"yaml":          "- id: a\n  text: The lift takes at most eight people.\n",
		"fences":        "```a.md\nThe lift takes at most eight people.\n```\n\n",
		"paragraphs":    "The lift takes at most eight people at a time.\n\n",
		"ruled":         "The lift takes at most eight people at a time.\n\n---\n\n",
		"samples":       "Example:\n{\"text\": \"The lift takes eight people.\"}\n\n",
		"worked sample": "Context:\nQuestion: a\nAnswer: b\n\n",
	} {
		grows := growsInProportion(record, n)
		if !grows { // once more: the machine may have been busy
			grows = growsInProportion(record, n)
		}
		if !grows {
			t.Errorf("%s: twice as many records take more than three times as long", name)
		}
	}
}

// growsInProportion compares the times for n and for 2n records. A machine that
// is busy with something else is no reason to fail.
func growsInProportion(record string, n int) bool {
	short, long := readingTime(record, n), readingTime(record, 2*n)
	return long < 3*short || long < 700*time.Millisecond
}

// readingTime is how long the reading of n records takes.
func readingTime(record string, n int) time.Duration {
	var b strings.Builder
	b.WriteString("Context:\n")
	for i := range n {
		if strings.Contains(record, "%[1]d") {
			fmt.Fprintf(&b, record, i+1)
		} else {
			b.WriteString(record)
		}
	}
	p := onePrompt("system", b.String())
	start := time.Now()
	evidence.NewSet(Find(p, Defaults()).Chunks)
	return time.Since(start)
}
