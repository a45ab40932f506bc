package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// What a quote may leave out of its source: the number of a list item, the label
// in front of an answer, what stands between two pages.

// newLine reports whether token i begins a line with a capital, as a heading or
// a new sentence does, with the number of a list item, or with a time or a
// number in brackets, as the lines of a log do.
func (s *search) newLine(i int) bool {
	token := s.text.tokens[i]
	if token.gap&gapBreak == 0 {
		return false
	}
	if token.flags&upperCase != 0 {
		return true
	}
	return token.flags&hasDigit != 0 && (s.itemNumber(i) > 0 || strings.HasSuffix(s.text.gapBefore(i), "\n["))
}

// opensStatement reports whether token i is the first of a sentence, of a clause
// behind a semicolon or colon, of a cell or a line.
func (s *search) opensStatement(i int) bool {
	return i == 0 || s.text.tokens[i].gap&(gapStop|gapAsk|gapSemi|gapCell) != 0 || s.newLine(i)
}

// maxItem is how many tokens of an item are read to find the next one.
const maxItem = 64

// itemNumbers reports whether a span is the number of one item of a numbered
// list, which a quote may leave out as it may a bullet: a wrapped line that
// begins with a number is none, since no neighbour counts on.
func (s *search) itemNumbers(at span) bool {
	if at.end-at.first != 1 {
		return false
	}
	n := s.itemNumber(at.first)
	for k := max(0, at.first-maxItem); n > 0 && k < min(len(s.text.tokens), at.first+maxItem); k++ {
		if other := s.itemNumber(k); other > 0 && (k < at.first && other == n-1 || k > at.first && other == n+1) {
			return true
		}
	}
	return false
}

// itemNumber returns the number that token i gives a list item, 0 if it is none:
// one or two digits at the start of a line, a point or a bracket, a space.
func (s *search) itemNumber(i int) int {
	token := s.text.tokens[i]
	length := int(token.end - token.start)
	if token.flags&hasDigit == 0 || length > 2 || i > 0 && token.gap&gapBreak == 0 {
		return 0
	}
	if rest := s.text.original[token.end:]; !strings.HasPrefix(rest, ". ") && !strings.HasPrefix(rest, ") ") {
		return 0
	}
	n := 0
	for _, c := range []byte(s.text.raw(i)) {
		if !isDigitByte(c) {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// answerLabel reports whether a span is the label between a question and its answer,
// which a quote of both may leave out: "Are dogs allowed? | A: | Yes."
func (s *search) answerLabel(at span) bool {
	i := at.first
	if at.end-i != 1 || at.end >= len(s.text.tokens) || !answers[s.text.word(i)] ||
		s.text.tokens[i].gap&gapAsk == 0 || s.text.tokens[i].gap&(gapBreak|gapCell) == 0 {
		return false
	}
	return s.text.tokens[at.end].gap&(gapSemi|gapStop) != 0
}

// answers label what a page of questions answers.
var answers = lexis.WordSet("answer_labels")

// maxRunning is how many tokens the running title of a page has.
const maxRunning = 16

// pageBreak reports whether a span is what stands between two pages in the middle of a
// sentence: lines of their own, with the page's number first or last, that say nothing.
func (s *search) pageBreak(at span) bool {
	if at.end-at.first > maxRunning || at.end >= len(s.text.tokens) ||
		s.text.tokens[at.first].gap&(gapBreak|gapStop|gapAsk|gapCell) != gapBreak || s.text.tokens[at.end].gap&gapBreak == 0 {
		return false
	}
	numbered := false
	for i := at.first; i < at.end; i++ {
		word := s.text.word(i)
		if s.turnsWord(word) || s.verb(i) || s.text.tokens[i].flags&symbol != 0 && word != "-" {
			return false
		}
		number := s.text.tokens[i].flags&hasDigit != 0 && len(strings.Trim(word, "-")) <= 4
		numbered = numbered || number && (i == at.first || i == at.end-1)
	}
	return numbered
}

// verb reports whether token i is an auxiliary or a modal verb.
func (s *search) verb(i int) bool {
	return s.text.plays(s.text.word(i), lexis.Auxiliary|lexis.Modal)
}

// turnsWord reports whether a word negates, excepts or restricts what it stands with.
func (s *search) turnsWord(word string) bool {
	return restrictive[word] || anywhere[word] || s.text.negator(word) || s.text.plays(word, lexis.Exception)
}

// restrictive are the words for "only": what they stand before holds for less
// without them.
var restrictive = lexis.WordSet("restrictive")
