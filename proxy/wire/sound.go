package wire

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds on what sound looks at; what has more is left to the strict parser.
const (
	soundDepth   = 24
	soundMembers = 24 // of one object
)

// sound tells whether a body is one JSON object that the gate would let pass.
// It is the strict parser's quick brother: what it says yes to, that one does
// too, which a fuzz test sees to; a no means only that it cannot tell. It
// knows nothing of what is rare: names with escapes, halves of surrogate
// pairs, large objects.
func sound(body []byte) bool {
	s := scanner{data: view(body)}
	s.space()
	return s.at('{') && s.value(soundDepth) && s.end() && utf8.Valid(body)
}

// value takes any value of at most so many levels.
func (s *scanner) value(levels int) bool {
	s.space()
	if s.pos == len(s.data) || levels < 0 {
		return false
	}
	switch s.data[s.pos] {
	case '"':
		s.pos++
		return s.string()
	case '{':
		return s.anyObject(levels - 1)
	case '[':
		return s.array(func() bool { return s.value(levels - 1) })
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	}
	return s.number()
}

// anyObject takes an object whose names are plain and differ.
func (s *scanner) anyObject(levels int) bool {
	var room [soundMembers]string
	names := room[:0]
	return s.object(func(name string) bool {
		if len(names) == soundMembers || strings.IndexByte(name, '\\') >= 0 || slices.Contains(names, name) {
			return false
		}
		names = append(names, name)
		return s.value(levels)
	})
}

// number takes a number: RFC 8259, section 6.
func (s *scanner) number() bool {
	if s.at('-') {
		s.pos++
	}
	if s.at('0') {
		s.pos++
	} else if !s.digits() {
		return false
	}
	if s.at('.') {
		s.pos++
		if !s.digits() {
			return false
		}
	}
	if !s.at('e') && !s.at('E') {
		return true
	}
	s.pos++
	if s.at('+') || s.at('-') {
		s.pos++
	}
	return s.digits()
}

// digits takes one digit or more.
func (s *scanner) digits() bool {
	from := s.pos
	for s.pos < len(s.data) && isDigit(s.data[s.pos]) {
		s.pos++
	}
	return s.pos > from
}
