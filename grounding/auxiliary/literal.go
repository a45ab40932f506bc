package auxiliary

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// said is a message as literals are compared with it: its first part from
// where words begin, and its last up to where they end.
type said struct {
	parts      []string // nil for no message
	head, tail string
}

func saidIn(parts []string) said {
	s := said{parts: parts}
	if n := len(parts); n > 0 {
		s.head = strings.TrimLeftFunc(parts[0], unicode.IsSpace)
		s.tail = strings.TrimRightFunc(parts[n-1], unicode.IsSpace)
	}
	return s
}

// begins tells whether a message begins with literal. It reads no more of the
// message than the literal is long.
func (s *said) begins(literal string) bool {
	if literal == "" {
		return true
	}
	if s.head == "" || s.head[0] != literal[0] && ' ' < literal[0] && literal[0] < utf8.RuneSelf {
		return false // as nearly always: there are many literals
	}
	_, ok := cutHead(s.head, literal)
	return ok
}

// cutHead matches literal at the beginning of text, any white space against
// any other, and returns what follows.
func cutHead(text, literal string) (string, bool) {
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

// ends tells whether a message ends in literal.
func (s *said) ends(literal string) bool {
	if literal == "" {
		return true
	}
	text := s.tail
	if text == "" {
		return false
	}
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

// is tells whether a message is literal and nothing else.
func (s *said) is(literal string) bool {
	rest, ok := cutHead(s.head, literal)
	return ok && len(s.parts) == 1 && strings.TrimSpace(rest) == ""
}
