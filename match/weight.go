package match

import (
	"strings"

	"vouchsafe/lexis"
)

// wideWeight is what one character of a script without spaces counts: it says
// about as much as three letters.
const wideWeight = 3

// Weight is the length of a snippet after folding, for minimum lengths: code
// points without separators, one of a script without spaces counting for three.
func Weight(snippet string) int { return Prepare(snippet).Weight() }

// Weight is the same of a prepared snippet.
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
		if name.Code || !known(strings.ToLower(name.Text)) && !opens(name, snippet) {
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

// CouldMatch reports whether a snippet that begins with prefix may still be
// verified in normalised form. It is cheap, and meant for snippets that are
// still arriving: false tells that only a fuzzy match can save it.
func (t *Text) CouldMatch(prefix string) bool {
	sn := Prepare(prefix)
	whole := sn.folded
	if !strings.HasSuffix(prefix, " ") && len(sn.tokens) > 0 { // the last token may still grow
		whole = sn.folded[:sn.tokens[len(sn.tokens)-1].at]
	}
	if whole == "" {
		return true
	}
	found := false
	t.prefixHits(whole, func(int) bool {
		found = true
		return false
	})
	return found
}

// prefixHits calls yield with every token at which the folded characters begin.
func (t *Text) prefixHits(folded string, yield func(first int) bool) {
	at := 0
	for range maxHits {
		found := find(t.folded[at:], folded)
		if found < 0 {
			return
		}
		at += found
		if first := t.tokenAt(at); first >= 0 && !yield(first) {
			return
		}
		at++
	}
}
