package quote

import (
	"strings"

	"vouchsafe/grounding/text"
)

// wideWeight is what one character counts of a script without spaces, or of Hangul: it says
// about as much as three letters.
const wideWeight = 3

// Weight is the length of a prepared snippet, for minimum lengths: code points
// without separators, one of a script of syllables or words counting for three.
func (t *Text) Weight() (weight int) {
	for _, r := range t.Folded.Folded {
		weight++
		if script := text.ScriptOfRune(r); script.Unspaced() || script == text.Hangul {
			weight += wideWeight - 1
		}
	}
	return weight
}

// Distinctive reports whether a snippet holds a number, a code or a name, so
// that it may be shorter than others if it is unique in the evidence.
func Distinctive(snippet string) bool {
	if t := Prepare(snippet); t.Has(run(0, len(t.Tokens)), text.TokenDigit) {
		return true
	}
	for _, name := range text.Names(snippet) {
		if name.Code || !text.Known(strings.ToLower(name.Text)) && !opens(name, snippet) {
			return true
		}
	}
	return false
}

// opens reports whether a name is but the first word of a snippet that goes
// on: any word has a capital there.
func opens(name text.Name, snippet string) bool {
	rest := strings.TrimSpace(snippet)
	return strings.HasPrefix(rest, name.Text) && len(name.Text) < len(rest) && !strings.Contains(name.Text, " ")
}

// Count returns how often a text has the words of a snippet, in normalised
// form, up to 256.
func Count(t *Text, snippet string) int {
	s := search{text: t, snippet: Prepare(snippet), mode: Normalized}
	count := 0
	t.hits(s.snippet.Folded.Folded, 0, func(hit text.Run) bool {
		if s.compare(hit, run(0, len(s.snippet.Tokens))).severity <= loose {
			count++
		}
		return true
	})
	return count
}
