package htmlreport

import (
	"regexp"
	"strings"
	"unicode"
)

// part is a stretch of a text, and whether the other text lacks it.
type part struct {
	text    string
	differs bool
}

// maxTokens bounds a comparison: its table has the product of both lengths.
// A quote has 600 characters at most, and a page shows many.
const maxTokens = 400

// compare takes a text apart into what another text has too, in the same
// order, and what it has not (longest common subsequence of words). Texts
// that are too long to compare are told as they are.
func compare(text, other []rune) []part {
	a, b := token.FindAllString(string(text), -1), token.FindAllString(string(other), -1)
	if len(a) > maxTokens || len(b) > maxTokens {
		return []part{{string(text), false}}
	}
	width := len(b) + 1
	longest := make([]int16, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
			} else {
				longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
			}
		}
	}
	var out []part
	for i, j := 0, 0; i < len(a); {
		switch {
		case j < len(b) && a[i] == b[j]:
			out = join(out, a[i], false)
			i, j = i+1, j+1
		case j < len(b) && longest[i*width+j+1] >= longest[(i+1)*width+j]:
			j++
		default:
			out = join(out, a[i], true)
			i++
		}
	}
	return out
}

// join adds a token. White space between two of a kind goes with them.
func join(parts []part, token string, differs bool) []part {
	if n := len(parts); n > 0 && parts[n-1].differs == differs {
		parts[n-1].text += token
		return parts
	}
	return append(parts, part{token, differs})
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

// trimmed takes the white space off a text and returns all three.
func trimmed(s string) (before, word, after string) {
	word = strings.TrimLeftFunc(s, unicode.IsSpace)
	before = s[:len(s)-len(word)]
	rest := strings.TrimRightFunc(word, unicode.IsSpace)
	return before, rest, word[len(rest):]
}
