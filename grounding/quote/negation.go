package quote

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// reach is how far in front of a span a negation still governs it, across
// words without content of their own.
const reach = 4

// noReach are the separators that no negation reaches across.
const noReach = clauseMarks | text.GapCell | text.GapDots

// negatedFrom looks for a negation a few words in front of a span. It reaches into a
// wrapped line, not into a line that begins a sentence.
func (t *Text) negatedFrom(first int) int {
	if first < len(t.Tokens) && t.opensLine(first) {
		return first
	}
	for k := first - 1; k >= max(0, first-reach) && !t.Parted(k+1, noReach); k-- {
		if t.negates(k) {
			return k
		}
		if !t.transparent(k) {
			break
		}
	}
	return first
}

// opensLine reports whether token i begins a line with a capital or a number, as a
// heading, a new sentence or an item of a list does.
func (t *Text) opensLine(i int) bool {
	if !t.Parted(i, text.GapBreak) {
		return false
	}
	return t.Is(i, text.TokenCapital) || t.Is(i, text.TokenDigit) && (t.closesItem(i+1) || strings.HasPrefix(t.GapText(i+1), "]"))
}

// closesItem reports whether what stands in front of token i closes the number of a
// list item.
func (t *Text) closesItem(i int) bool {
	between := t.GapText(i)
	return strings.HasPrefix(between, ". ") || strings.HasPrefix(between, ") ")
}

// betweenNegation are the nouns of phrases like "under no circumstances", and little
// words.
var betweenNegation = text.WordSet("between_negation")

// transparent reports whether token i may stand between a negation and what it
// negates: an adverb, a noun of a set phrase, a word without content.
func (t *Text) transparent(i int) bool {
	word := t.Word(i)
	return strings.HasSuffix(word, "ly") && len(word) > len("only") || betweenNegation[word] ||
		t.class(word).Has(text.Stop|text.Auxiliary|text.Modal|text.Approximate)
}

// negatedTo takes in a negation behind a span.
func (s *search) negatedTo(end int) int {
	if end >= len(s.text.Tokens) {
		return end
	}
	if !s.text.Parted(end, noReach|text.GapBreak) && s.text.negates(end) && s.endsSentence() {
		return end + 1
	}
	if s.text.Is(end, text.TokenUnspaced) && s.text.Tokens[end].Gap == 0 && s.text.language() == text.Japanese {
		return end + s.text.negatingEnding(end)
	}
	return end
}

// endsSentence reports whether the snippet closes with a full stop.
func (s *search) endsSentence() bool {
	end := strings.TrimRight(s.snippet.Original, " \n”」』»\"'")
	return strings.HasSuffix(end, "。") || strings.HasSuffix(end, ".") && !strings.HasSuffix(end, "..")
}

// japaneseEnds are the endings that negate the verb in front of them.
var japaneseEnds = text.Japanese.WordList("negating_endings")

// negatingEnding returns how many tokens from token i on a Japanese ending takes that
// negates what stands in front, at once or behind a few kana of the verb.
func (t *Text) negatingEnding(i int) int {
	const farthest, longest = 4, 10 // characters
	stop := i + 1
	for stop < len(t.Tokens) && stop-i < longest && t.Tokens[stop].Gap == 0 {
		stop++
	}
	rest := t.Characters(run(i, stop))
	for skip := range farthest {
		for _, ending := range japaneseEnds {
			if strings.HasPrefix(rest, ending) {
				return skip + utf8.RuneCountInString(ending)
			}
		}
		r, size := utf8.DecodeRuneInString(rest)
		if r < 'ぁ' || r > 'ん' {
			break
		}
		rest = rest[size:]
	}
	return 0
}
