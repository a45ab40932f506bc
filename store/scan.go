package store

import (
	"bytes"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vouchsafe/report"
)

// scanner reads JSON once, from its beginning to its end, and judges it as it
// goes: what it takes whole is well-formed. Texts that nobody asks for are
// stepped over and not copied. After a mistake it is at the end, and broken.
type scanner struct {
	text   []byte
	pos    int
	depth  int
	broken bool
}

// deepest is how many levels a text may have: as many as encoding/json takes.
const deepest = 10_000

// whole reports whether the text was well-formed and has been read to its end.
func (s *scanner) whole() bool {
	s.next()
	return !s.broken && s.pos == len(s.text) && utf8.Valid(s.text)
}

func (s *scanner) fail() { s.broken, s.pos = true, len(s.text) }

// next is the first byte of what comes next, 0 at the end.
func (s *scanner) next() byte {
	for ; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// take steps over a byte if it comes next.
func (s *scanner) take(c byte) bool {
	if s.next() != c {
		return false
	}
	s.pos++
	return true
}

// object reads an object; member is called before each value and reads it.
// Any other value is stepped over.
func (s *scanner) object(member func(name []byte)) {
	s.nested('{', '}', func() {
		if s.next() != '"' {
			s.fail()
			return
		}
		name := s.bytes()
		if !s.take(':') {
			s.fail()
			return
		}
		member(name)
	})
}

// array reads an array; element is called before each value and reads it. Any
// other value is stepped over.
func (s *scanner) array(element func()) { s.nested('[', ']', element) }

func (s *scanner) nested(open, closing byte, each func()) {
	if s.next() != open {
		s.skip()
		return
	}
	if s.depth++; s.depth > deepest {
		s.fail()
		return
	}
	s.pos++
	for more := !s.take(closing); more && !s.broken; {
		each()
		if more = s.take(','); !more && !s.take(closing) {
			s.fail()
		}
	}
	s.depth--
}

// string reads a string and returns what it says; "" for any other value,
// which is stepped over.
func (s *scanner) string() string { return string(s.bytes()) }

// bytes is string without a copy, where nothing is escaped: what it returns is
// a part of the text.
func (s *scanner) bytes() []byte {
	if s.next() != '"' {
		s.skip()
		return nil
	}
	start := s.pos
	if escaped := s.quoted(); escaped {
		said, _ := jsontext.AppendUnquote(make([]byte, 0, s.pos-start), s.text[start:s.pos]) // half a surrogate pair is U+FFFD
		return said
	}
	if s.broken {
		return nil
	}
	return s.text[start+1 : s.pos-1]
}

// quoted steps over a string and tells whether something in it is escaped.
func (s *scanner) quoted() (escaped bool) {
	for s.pos++; ; {
		s.pos += report.Plain(s.text[s.pos:])
		switch c := s.peek(); {
		case c == '"':
			s.pos++
			return escaped
		case c >= utf8.RuneSelf:
			s.pos++
		case c == '\\' && escape(s.text[s.pos+1:]) > 0:
			s.pos += 1 + escape(s.text[s.pos+1:])
			escaped = true
		default:
			s.fail()
			return false
		}
	}
}

// peek is the byte that comes next, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// escape is the length of what follows a backslash, 0 for nothing that may.
func escape(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	if bytes.IndexByte([]byte(`"\/bfnrt`), text[0]) >= 0 {
		return 1
	}
	if text[0] != 'u' || len(text) < 5 {
		return 0
	}
	for _, c := range text[1:5] {
		if !('0' <= c && c <= '9' || 'a' <= c|' ' && c|' ' <= 'f') {
			return 0
		}
	}
	return 5
}

// truth reads true, and steps over any other value.
func (s *scanner) truth() bool {
	is := s.next() == 't'
	s.skip()
	return is && !s.broken
}

// skip steps over a value.
func (s *scanner) skip() {
	switch s.next() {
	case '"':
		s.quoted()
	case '{':
		s.object(func([]byte) { s.skip() })
	case '[':
		s.array(s.skip)
	default:
		s.plain()
	}
}

// plain steps over a number or a literal.
func (s *scanner) plain() {
	start := s.pos
	for c := s.peek(); c > ' ' && c != ',' && c != ']' && c != '}'; c = s.peek() {
		s.pos++
	}
	switch v := s.text[start:s.pos]; string(v) {
	case "null", "true", "false":
	default:
		if !isNumber(v) {
			s.fail()
		}
	}
}

// isNumber reports whether a text is a number: RFC 8259, section 6.
func isNumber(v []byte) bool {
	v = bytes.TrimPrefix(v, []byte("-"))
	n := digits(v)
	if n == 0 || n > 1 && v[0] == '0' {
		return false
	}
	if v = v[n:]; len(v) > 0 && v[0] == '.' {
		if n = digits(v[1:]); n == 0 {
			return false
		}
		v = v[1+n:]
	}
	if len(v) == 0 {
		return true
	}
	if v[0]|' ' != 'e' {
		return false
	}
	if v = v[1:]; len(v) > 0 && (v[0] == '+' || v[0] == '-') {
		v = v[1:]
	}
	return len(v) > 0 && digits(v) == len(v)
}

// digits is how many digits a text begins with.
func digits(v []byte) int {
	n := 0
	for n < len(v) && '0' <= v[n] && v[n] <= '9' {
		n++
	}
	return n
}
