package auxiliary

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hasHead tells whether a message begins with literal. It reads no more of
// the message than the literal is long, white space apart.
func hasHead(parts []string, literal string) bool {
	if literal == "" {
		return true
	}
	if len(parts) == 0 {
		return false
	}
	_, ok := cutHead(parts[0], literal)
	return ok
}

// cutHead matches literal at the beginning of text, any white space against
// any other, and returns what follows.
func cutHead(text, literal string) (string, bool) {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	literal = strings.TrimSpace(literal)
	for literal != "" {
		want, size := utf8.DecodeRuneInString(literal)
		have, read := utf8.DecodeRuneInString(text)
		if unicode.IsSpace(want) {
			if !unicode.IsSpace(have) {
				return "", false
			}
			literal = strings.TrimLeftFunc(literal, unicode.IsSpace)
			text = strings.TrimLeftFunc(text, unicode.IsSpace)
			continue
		}
		if want != have || read == 0 {
			return "", false
		}
		literal, text = literal[size:], text[read:]
	}
	return text, true
}

// hasTail tells whether a message ends in literal.
func hasTail(parts []string, literal string) bool {
	if literal == "" {
		return true
	}
	if len(parts) == 0 {
		return false
	}
	text := strings.TrimRightFunc(parts[len(parts)-1], unicode.IsSpace)
	literal = strings.TrimSpace(literal)
	for literal != "" {
		want, size := utf8.DecodeLastRuneInString(literal)
		have, read := utf8.DecodeLastRuneInString(text)
		if unicode.IsSpace(want) {
			if !unicode.IsSpace(have) {
				return false
			}
			literal = strings.TrimRightFunc(literal, unicode.IsSpace)
			text = strings.TrimRightFunc(text, unicode.IsSpace)
			continue
		}
		if want != have || read == 0 {
			return false
		}
		literal, text = literal[:len(literal)-size], text[:len(text)-read]
	}
	return true
}

// equal tells whether a message is literal and nothing else.
func equal(parts []string, literal string) bool {
	if len(parts) != 1 {
		return false
	}
	rest, ok := cutHead(parts[0], literal)
	return ok && strings.TrimSpace(rest) == ""
}
