package prompt

import (
	"strings"

	"github.com/tidwall/gjson"
)

// MaxJSONDepth is the deepest nesting of arrays and objects that a text may
// have to be read as JSON.
const MaxJSONDepth = 256

// IsJSON tells whether a text is one JSON value that may be looked into. gjson
// answers the same question by recursion and without a bound: eight million
// brackets in a row are a fatal error of the whole process. So the depth is
// counted first, in one pass.
func IsJSON(text string) bool { return !TooDeep(text) && gjson.Valid(text) }

// TooDeep counts brackets outside of strings. Up to where a text stops being
// JSON it counts what a parser would see.
func TooDeep(text string) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			if depth++; depth > MaxJSONDepth {
				return true
			}
		case ']', '}':
			depth--
		case '"':
			i = ClosingQuote(text, i+1)
		}
	}
	return false
}

// ClosingQuote is where the string ends whose first byte is at i; the text's
// length where it does not.
func ClosingQuote(text string, i int) int {
	for i < len(text) {
		n := strings.IndexByte(text[i:], '"')
		if n < 0 {
			break
		}
		quote, slash := i+n, i+n
		for slash > i && text[slash-1] == '\\' { // those in front of an earlier quote were counted with it
			slash--
		}
		if i = quote + 1; (quote-slash)%2 == 0 {
			return quote
		}
	}
	return len(text)
}
