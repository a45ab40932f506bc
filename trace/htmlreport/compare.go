package htmlreport

import (
	"regexp"
	"strings"
	"unicode"
)

// differing is a text with the stretch marked by a part in which it departs from another one: what both begin and end with
// is the same, word for word.
func differing(text, other, part string) []any {
	a, b := token.FindAllString(text, -1), token.FindAllString(other, -1)
	from, to, end := 0, len(a), len(b)
	for from < min(to, end) && a[from] == b[from] {
		from++
	}
	for to > from && end > from && a[to-1] == b[end-1] {
		to, end = to-1, end-1
	}
	stretched := strings.Join(a[from:to], "")
	word := strings.TrimSpace(stretched)
	if word == "" {
		return []any{text}
	}
	before, after, _ := strings.Cut(stretched, word)
	return []any{strings.Join(a[:from], "") + before, stretch{part, values{"text": word}}, after + strings.Join(a[to:], "")}
}

// token is a word, a run of white space, or a single sign.
var token = regexp.MustCompile(`[\pL\p{Nd}\pM]+|[\s\pZ\x{85}]+|(?s:.)`)

// wordStart is the beginning of the word at or before a place, near it.
func wordStart(text []rune, at int) int {
	if at <= 0 {
		return 0
	}
	for i := at; i > 0 && i > at-40; i-- {
		if unicode.IsSpace(text[i-1]) {
			return i
		}
	}
	return at
}

// wordEnd is the end of the word at or behind a place, near it.
func wordEnd(text []rune, at int) int {
	if at >= len(text) {
		return len(text)
	}
	for i := at; i < len(text) && i < at+40; i++ {
		if unicode.IsSpace(text[i]) {
			return i
		}
	}
	return at
}
