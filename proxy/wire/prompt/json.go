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
func IsJSON(text string) bool { return !deeperThan(text, MaxJSONDepth) && gjson.Valid(text) }

// deeperThan counts brackets outside of strings. Up to where a text stops being
// JSON it counts what a parser would see.
func deeperThan(text string, limit int) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			if depth++; depth > limit {
				return true
			}
		case ']', '}':
			depth--
		case '"':
			i = closingQuote(text, i+1)
		}
	}
	return false
}

// closingQuote is where the string ends whose first byte is at i; the text's
// length where it does not.
func closingQuote(text string, i int) int {
	for i < len(text) {
		quote := strings.IndexByte(text[i:], '"')
		if quote < 0 {
			break
		}
		quote += i
		for i <= quote {
			escape := strings.IndexByte(text[i:quote], '\\')
			if escape < 0 {
				return quote
			}
			i += escape + 2
		}
	}
	return len(text)
}
