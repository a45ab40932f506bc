package wire

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
)

// scanner reads JSON from the front. Every method reports whether what it
// wants stood there; once one did not, the text is given up.
type scanner struct {
	data []byte
	pos  int
	met  uint32 // names met so far, a bit each
}

// seen notes a name. It reports false for one that comes a second time, which
// the careful reader refuses.
func (s *scanner) seen(name uint) bool {
	again := s.has(name)
	s.met |= 1 << name
	return !again
}

func (s *scanner) has(name uint) bool { return s.met>>name&1 == 1 }

func (s *scanner) space() {
	for s.pos < len(s.data) && (s.data[s.pos] == ' ' || s.data[s.pos] == '\n' || s.data[s.pos] == '\t' || s.data[s.pos] == '\r') {
		s.pos++
	}
}

// next takes one byte, after white space.
func (s *scanner) next(c byte) bool {
	s.space()
	if s.pos == len(s.data) || s.data[s.pos] != c {
		return false
	}
	s.pos++
	return true
}

// end tells whether nothing is left.
func (s *scanner) end() bool {
	s.space()
	return s.pos == len(s.data)
}

// object reads an object, and has member read the value of each name.
func (s *scanner) object(member func(name []byte) bool) bool {
	if !s.next('{') {
		return false
	}
	if s.next('}') {
		return true
	}
	for {
		var name []byte
		if !s.plain(&name) || name == nil || !s.next(':') || !member(name) {
			return false
		}
		if s.next('}') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

// null takes the literal null, after white space.
func (s *scanner) null() bool {
	s.space()
	return s.literal("null")
}

// literal takes a word.
func (s *scanner) literal(word string) bool {
	if end := s.pos + len(word); end > len(s.data) || string(s.data[s.pos:end]) != word {
		return false
	}
	s.pos += len(word)
	return true
}

// integer reads a whole number that needs no care: digits only.
func (s *scanner) integer(n *int64) bool {
	s.space()
	from := s.pos
	for s.pos < len(s.data) && isDigit(s.data[s.pos]) {
		s.pos++
	}
	digits := s.data[from:s.pos]
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' {
		return false
	}
	value, err := strconv.ParseInt(string(digits), 10, 64)
	*n = value
	return err == nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// plain reads a string in which nothing is escaped, or null.
func (s *scanner) plain(text *[]byte) bool {
	return s.text(text) && bytes.IndexByte(*text, '\\') < 0
}

// text reads a string, or null. It gives what stands between the quotes.
func (s *scanner) text(text *[]byte) bool {
	s.space()
	if s.pos == len(s.data) || s.data[s.pos] != '"' {
		return s.null()
	}
	s.pos++
	from := s.pos
	if !s.string() {
		return false
	}
	*text = s.data[from : s.pos-1]
	return true
}

// string takes the rest of a string, with the closing quote.
func (s *scanner) string() bool {
	for {
		s.pos += plainBytes(s.data[s.pos:])
		if s.pos == len(s.data) {
			return false
		}
		switch s.data[s.pos] {
		case '"':
			s.pos++
			return true
		case '\\':
			n := simpleEscape(s.data[s.pos:])
			if n == 0 {
				return false
			}
			s.pos += n
		default: // a control character
			return false
		}
	}
}

// plainBytes returns how many bytes at the front of a string's rest mean
// themselves. It looks at eight at a time, with the well-known tests for a
// byte of a word that is zero or less than n (S. E. Anderson, "Bit Twiddling
// Hacks"), which are exact as to the first such byte.
func plainBytes(b []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n+8 <= len(b); n += 8 {
		word := binary.LittleEndian.Uint64(b[n:])
		quote, slash := word^ones*'"', word^ones*'\\'
		if found := ((word-ones*' ')&^word | (quote-ones)&^quote | (slash-ones)&^slash) & tops; found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
	}
	for n < len(b) && b[n] >= ' ' && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// simpleEscape returns the length of the escape at the front of s: 0 for none,
// and for half of a pair, which the careful reader mends.
func simpleEscape(s []byte) int {
	if len(s) < 2 {
		return 0
	}
	if bytes.IndexByte([]byte(`"\/bfnrt`), s[1]) >= 0 {
		return 2
	}
	unit, ok := hexUnit(s)
	if !ok || 0xD800 <= unit && unit < 0xE000 {
		return 0
	}
	return 6
}
