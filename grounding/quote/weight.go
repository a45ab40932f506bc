package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// wideWeight is what one character of a script without spaces counts: it says
// about as much as three letters.
const wideWeight = 3

// Weight is the length of a prepared snippet, for minimum lengths: code points
// without separators, one of a script without spaces counting for three.
func (t *Text) Weight() int {
	weight := 0
	for i, token := range t.tokens {
		for range t.word(i) {
			weight++
		}
		if token.flags&unspaced != 0 {
			weight += wideWeight - 1
		}
	}
	return weight
}

// Distinctive reports whether a snippet holds a number, a code or a name, so
// that it may be shorter than others if it is unique in the evidence.
func Distinctive(snippet string) bool {
	for _, token := range Prepare(snippet).tokens {
		if token.flags&hasDigit != 0 {
			return true
		}
	}
	for _, name := range lexis.Names(snippet) {
		if name.Code || !lexis.Known(strings.ToLower(name.Text)) && !opens(name, snippet) {
			return true
		}
	}
	return false
}

// opens reports whether a name is but the first word of a snippet that goes
// on: any word has a capital there.
func opens(name lexis.Name, snippet string) bool {
	rest := strings.TrimSpace(snippet)
	return strings.HasPrefix(rest, name.Text) && len(name.Text) < len(rest) && !strings.Contains(name.Text, " ")
}

// Count returns how often a text has the words of a snippet, in normalised
// form, up to 256.
func Count(t *Text, snippet string) int {
	sn := Prepare(snippet)
	s := search{text: t, snippet: sn, mode: Normalized}
	count := 0
	t.hits(sn.folded, 0, func(hit span) bool {
		if s.inspect(hit, sn).severity <= loose {
			count++
		}
		return true
	})
	return count
}
