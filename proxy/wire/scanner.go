package wire

import (
	"encoding/binary"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire/prompt"
)

// scanner reads JSON from the front. Every method reports whether what it
// wants stood there; once one did not, the text is given up.
type scanner struct {
	data string
	pos  int
}

// view is a text of somebody else's bytes, which must not change while it is
// looked at: whatever is kept of it has to be cloned.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func (s *scanner) space() {
	for s.pos < len(s.data) && (s.data[s.pos] == ' ' || s.data[s.pos] == '\n' || s.data[s.pos] == '\t' || s.data[s.pos] == '\r') {
		s.pos++
	}
}

// next takes one byte, after white space.
func (s *scanner) next(c byte) bool {
	s.space()
	if !s.at(c) {
		return false
	}
	s.pos++
	return true
}

func (s *scanner) at(c byte) bool { return s.pos < len(s.data) && s.data[s.pos] == c }

// end tells whether nothing is left.
func (s *scanner) end() bool {
	s.space()
	return s.pos == len(s.data)
}

// object reads an object, and has member read the value of each name, which is
// given as it is spelt.
func (s *scanner) object(member func(name string) bool) bool {
	if !s.next('{') {
		return false
	}
	return s.next('}') || s.list('}', func() bool {
		if !s.next('"') {
			return false
		}
		from := s.pos
		if !s.string() {
			return false
		}
		name := s.data[from : s.pos-1]
		return s.next(':') && member(name)
	})
}

// array reads an array, and has element read each value.
func (s *scanner) array(element func() bool) bool {
	return s.next('[') && (s.next(']') || s.list(']', element))
}

// list reads what commas divide, and the closing bracket.
func (s *scanner) list(end byte, item func() bool) bool {
	for {
		switch {
		case !item():
			return false
		case s.next(end):
			return true
		case !s.next(','):
			return false
		}
	}
}

// literal takes a word.
func (s *scanner) literal(word string) bool {
	if !strings.HasPrefix(s.data[s.pos:], word) {
		return false
	}
	s.pos += len(word)
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// scalar reads a string, which it gives with its quotes, or a whole number above zero.
func (s *scanner) scalar() (value string, ok bool) {
	from := s.pos
	if s.at('"') {
		s.pos++
		ok = s.string()
	} else {
		ok = !s.at('0') && s.digits()
	}
	return s.data[from:s.pos], ok
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
func plainBytes(text string) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	b, n := unsafe.Slice(unsafe.StringData(text), len(text)), 0 // which is only read
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
func simpleEscape(s string) int {
	if len(s) < 2 {
		return 0
	}
	if strings.IndexByte(`"\/bfnrt`, s[1]) >= 0 {
		return 2
	}
	if s[1] != 'u' || len(s) < 6 {
		return 0
	}
	unit, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil || utf16.IsSurrogate(rune(unit)) {
		return 0
	}
	return 6
}

// skip steps over a value without judging it. Of text that is JSON it takes one
// value; other text does it no harm.
func (s *scanner) skip() bool {
	from, depth := s.pos, 0
	for ; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '"':
			if s.pos = prompt.ClosingQuote(s.data, s.pos+1); s.pos == len(s.data) {
				return false
			}
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth < 0 { // of what the value stands in
				return s.pos > from
			}
		case depth == 0 && (c == ',' || c <= ' '):
			return s.pos > from
		}
	}
	return false
}

// Span is where a value stands in a text: its first byte, and the one behind
// its last.
type Span struct{ Start, End int }

// walkObject calls visit with the decoded name and the place of the value of
// each member of the object that begins at open, until visit returns false. The
// text has been judged, so that what is stepped over needs neither to be judged
// nor to be decoded: that is most of a request's bytes. A name may be spelt in any way.
func walkObject(text string, open int, visit func(name string, at Span) bool) {
	s := scanner{data: text, pos: open}
	if !s.next('{') || s.next('}') {
		return
	}
	s.list('}', func() bool {
		if !s.next('"') {
			return false
		}
		name := s.pos - 1
		if s.pos = prompt.ClosingQuote(text, s.pos); s.pos == len(text) {
			return false
		}
		s.pos++
		spelt := text[name:s.pos]
		if !s.next(':') {
			return false
		}
		at, ok := s.place()
		return ok && visit(textOf(spelt), at)
	})
}

// eachMember is walkObject for an object that somebody has parsed: each value is given
// as if it had been parsed alone.
func eachMember(v gjson.Result, visit func(name string, value gjson.Result) bool) {
	walkObject(v.Raw, 0, func(name string, at Span) bool { return visit(name, gjson.Parse(v.Raw[at.Start:at.End])) })
}

// walkArray calls visit with the position and the place of each element of
// the array that begins at open, until visit returns false.
func walkArray(text string, open int, visit func(n int, at Span) bool) {
	s, n := scanner{data: text, pos: open}, 0
	s.array(func() bool {
		at, ok := s.place()
		n++
		return ok && visit(n-1, at)
	})
}

// place steps over a value, and says where it stands.
func (s *scanner) place() (at Span, ok bool) {
	s.space()
	from := s.pos
	ok = s.skip()
	return Span{from, s.pos}, ok
}

// appendInner appends what stands between the quotes of s as a JSON string.
func appendInner(dst []byte, s string) []byte {
	from := len(dst)
	dst = jsonwriter.AppendString(dst, s)
	return append(dst[:from], dst[from+1:len(dst)-1]...)
}

// quote returns s as a JSON string.
func quote(s string) string {
	return string(jsonwriter.AppendString(make([]byte, 0, len(s)+len(s)/8+2), s))
}

// textOf returns what a whole JSON string says: a part of the same memory where
// nothing in it is escaped. Half a surrogate pair stands for U+FFFD.
func textOf(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	return view(appendText(make([]byte, 0, len(quoted)), quoted))
}

// appendText appends what a whole JSON string says. Between escapes, which are
// few, it need not look at a text byte by byte.
func appendText(dst []byte, quoted string) []byte {
	rest := quoted[1 : len(quoted)-1]
	for {
		at := strings.IndexByte(rest, '\\')
		if at < 0 {
			return append(dst, rest...)
		}
		dst = append(dst, rest[:at]...)
		char, _, behind, err := strconv.UnquoteChar(rest[at:], '"')
		if err != nil { // what JSON has and Go has not: a slash, half a pair or a pair
			dst, _ = jsontext.AppendUnquote(dst, `"`+rest[at:]+`"`)
			return dst
		}
		dst, rest = utf8.AppendRune(dst, char), behind
	}
}

// resultOf gives a value to readers that want it parsed; its Index is its
// place in the text.
func resultOf(text string, at Span) gjson.Result {
	v := gjson.Parse(text[at.Start:at.End])
	v.Index = at.Start
	return v
}
