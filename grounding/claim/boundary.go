package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// set makes a lookup of space-separated words.
func set(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// nextBorder returns the end of the sentence that starts at a byte. A bare answer
// ("No.") is one sentence with what is behind it.
func nextBorder(b *lexis.Borders, from int) int {
	to := b.Next(from)
	for to < len(b.Text) && isBare(b.Text[from:to]) && strings.TrimSpace(b.Text[to:]) != "" {
		to = b.Next(to)
	}
	return to
}
