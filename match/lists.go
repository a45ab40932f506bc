package match

import "strings"

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
