package quote

import (
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// reach is how far in front of a span a negation still governs it, across
// words without content of their own.
const reach = 4

// clauseEnd are the separators that no negation reaches across.
const clauseEnd = gapStop | gapAsk | gapSemi | gapComma | gapCell | gapDots

// withNegation extends a span by the negation that governs it: right in front
// of it, right behind it where the snippet puts a full stop in its place ("are
// eligible. Interns are | not"), or in Japanese behind the verb.
func (s *search) withNegation(hit span) span {
	return span{s.negatedFrom(hit.first), s.negatedTo(hit.end)}
}

// negates reports whether token i is a negation.
func (s *search) negates(i int) bool {
	word := s.text.word(i)
	return s.text.negator(word) || anywhere[word]
}

// endsSentence reports whether the snippet closes with a full stop.
func (s *search) endsSentence() bool {
	end := strings.TrimRight(s.snippet.original, " \n”」』»\"'")
	return strings.HasSuffix(end, "。") || strings.HasSuffix(end, ".") && !strings.HasSuffix(end, "..")
}

// negatedFrom looks for a negation a few words in front of a span.
func (s *search) negatedFrom(first int) int {
	if first > 0 && s.newLine(first) {
		return first
	}
	for k := first - 1; k >= 0 && k >= first-reach; k-- {
		if s.text.tokens[k+1].gap&clauseEnd != 0 {
			break
		}
		word := s.text.word(k)
		if s.negates(k) {
			return k
		}
		if !between(word) && !s.text.plays(word, lexis.Stop|lexis.Auxiliary|lexis.Modal|lexis.Approximate) {
			break
		}
	}
	return first
}

// anywhere are the negations that no other language has as a word of another
// sense: they count also where the language was not recognised.
var anywhere = lexis.WordSet("sure_negators")

// between reports whether a word may stand between a negation and what it
// negates: an adverb, a noun of a set phrase, a Chinese particle.
func between(word string) bool {
	return strings.HasSuffix(word, "ly") && len(word) > 4 || particles[word]
}

// particles are the nouns of phrases like "under no circumstances", and little words.
var particles = lexis.WordSet("between_negation")

// japaneseEnds are the endings that negate the verb in front of them.
var japaneseEnds = lexis.Japanese.WordList("negating_endings")

// negatedTo takes in a negation behind a span; in Japanese a negating ending that
// follows at once or behind a few kana of the verb.
func (s *search) negatedTo(end int) int {
	if end < len(s.text.tokens) && s.text.tokens[end].gap&(clauseEnd|gapBreak) == 0 && s.negates(end) && s.endsSentence() {
		return end + 1
	}
	if end >= len(s.text.tokens) || s.text.tokens[end].flags&unspaced == 0 || s.text.tokens[end].gap != 0 ||
		s.text.language() != lexis.Japanese {
		return end
	}
	stop := end + 1
	for stop < len(s.text.tokens) && stop-end < 10 && s.text.tokens[stop].gap == 0 {
		stop++
	}
	rest := s.text.characters(span{end, stop})
	for skip := 0; skip < 4 && rest != ""; skip++ {
		for _, ending := range japaneseEnds {
			if strings.HasPrefix(rest, ending) {
				return end + skip + utf8.RuneCountInString(ending)
			}
		}
		r, size := utf8.DecodeRuneInString(rest)
		if r < 'ぁ' || r > 'ん' {
			break
		}
		rest = rest[size:]
	}
	return end
}
