package answer

import (
	"strings"
	"unicode/utf8"
)

// superscripts are the raised digits in order of value.
var superscripts = []string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}

// superscript reads raised numbers. A raised number behind a digit, a raised
// sign or a word of one or two letters is an exponent: 10⁹, m², mc².
func (s *scanner) superscript() (mark, bool) {
	digits, end := "", s.pos
	for end < len(s.text) {
		d, size := raised(s.text[end:])
		if size == 0 {
			break
		}
		digits, end = digits+d, end+size
	}
	numbers, ok := splitNumbers(digits)
	if !ok || s.isExponent() {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end, refs: numbers}
	if len(numbers) == 1 {
		m.alt = [][]string{strings.Split(digits, "")} // ¹² is 1 and 2 where there is no 12
	}
	return m, true
}

// raised reads one raised digit, or the sign that parts two raised numbers.
func raised(text string) (string, int) {
	for value, form := range superscripts {
		if strings.HasPrefix(text, form) {
			return string(rune('0' + value)), len(form)
		}
	}
	for _, comma := range []string{",", "˒", "ʼ"} {
		if rest, ok := strings.CutPrefix(text, comma); ok {
			if d, size := raised(rest); size > 0 && d != "," {
				return "," + d, len(comma) + size
			}
		}
	}
	return "", 0
}

func (s *scanner) isExponent() bool {
	before := s.text[:s.pos]
	if r, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune("⁻⁺µμ⁰¹²³⁴⁵⁶⁷⁸⁹", r) {
		return true
	}
	word := 0
	for word < len(before) && isWord(before[len(before)-1-word]) {
		if c := before[len(before)-1-word]; word == 0 && c >= '0' && c <= '9' {
			return true
		}
		word++
	}
	return word == 1 || word == 2
}
