package wire

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// What follows walks over JSON that has passed Check: it relies on the text
// being well-formed, and so needs neither to judge nor to decode what it only
// steps over. That is most of a request's bytes. Other text does it no harm:
// what is visited is always whole, and inside of what it was found in.

// span is where a value stands in a text: its first byte, and the one behind
// its last.
type span struct{ start, end int }

// walkObject calls visit with the decoded name and the place of the value of
// each member of the object that begins at open, until visit returns false.
func walkObject(text string, open int, visit func(name string, at span) bool) {
	for i := pastSpace(text, open+1); i < len(text) && text[i] == '"'; {
		end := pastString(text, i)
		colon := pastSpace(text, end)
		if end == i || colon == len(text) || text[colon] != ':' {
			return
		}
		start := pastSpace(text, colon+1)
		at := span{start, pastValue(text, start)}
		if at.end == at.start || !visit(textOf(text[i:end]), at) {
			return
		}
		i = pastComma(text, at.end)
	}
}

// walkArray calls visit with the position and the place of each element of
// the array that begins at open, until visit returns false.
func walkArray(text string, open int, visit func(n int, at span) bool) {
	i := pastSpace(text, open+1)
	for n := 0; i < len(text); n++ {
		at := span{i, pastValue(text, i)}
		if at.end == at.start || !visit(n, at) { // the closing bracket is no value
			return
		}
		i = pastComma(text, at.end)
	}
}

// pastComma returns the index of what follows a member or an element: the next
// one, or the closing bracket.
func pastComma(text string, i int) int {
	if i = pastSpace(text, i); i < len(text) && text[i] == ',' {
		return pastSpace(text, i+1)
	}
	return i
}

// pastSpace returns the index of the first byte from i on that is no white
// space.
func pastSpace(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// pastValue returns the index behind the value that begins at i, and i where
// none does, or where its end is missing.
func pastValue(text string, i int) int {
	if i >= len(text) {
		return i
	}
	switch text[i] {
	case '"':
		return pastString(text, i)
	case '{', '[':
		return pastNested(text, i)
	}
	for i < len(text) && strings.IndexByte(",:]}[{\" \n\t\r", text[i]) < 0 {
		i++
	}
	return i
}

// pastNested is pastValue for an object or array.
func pastNested(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '"':
			end := pastString(text, i)
			if end == i {
				return open
			}
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return open
}

// pastString is pastValue for a string.
func pastString(text string, open int) int {
	for i := open + 1; i < len(text); {
		n := strings.IndexByte(text[i:], '"')
		if n < 0 {
			break
		}
		quote := i + n
		slash := quote
		for slash > i && text[slash-1] == '\\' {
			slash--
		}
		i = quote + 1
		if (quote-slash)%2 == 0 {
			return i
		}
	}
	return open
}

// textOf returns what a whole JSON string says: a part of it where nothing in it is
// escaped.
func textOf(quoted string) string {
	inner := quoted[1 : len(quoted)-1]
	first := strings.IndexByte(inner, '\\')
	if first < 0 {
		return inner
	}
	var text strings.Builder
	text.Grow(len(inner)) // no escape is shorter than what it stands for
	for first >= 0 {
		text.WriteString(inner[:first])
		r, n := escaped(inner[first:])
		text.WriteRune(r)
		inner = inner[first+n:]
		first = strings.IndexByte(inner, '\\')
	}
	text.WriteString(inner)
	return text.String()
}

// escaped returns the character of the escape at the front of s and the
// length of its spelling in bytes. Half a surrogate pair stands for U+FFFD.
func escaped[S string | []byte](s S) (rune, int) {
	if len(s) < 2 {
		return utf8.RuneError, len(s)
	}
	switch c := s[1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
	default:
		return rune(c), 2
	}
	high, ok := hexUnit(s)
	if !ok || !utf16.IsSurrogate(high) {
		return high, min(6, len(s))
	}
	if low, ok := hexUnit(s[6:]); ok {
		if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

// hexUnit reads an escape of the form \uXXXX.
func hexUnit[S string | []byte](s S) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return utf8.RuneError, false
	}
	var r rune
	for i := 2; i < 6; i++ {
		if !isHex(s[i]) {
			return utf8.RuneError, false
		}
		r = r<<4 | rune(hexValue(s[i]))
	}
	return r, true
}

// resultOf gives a value to readers that want it parsed; its Index is its
// place in the text.
func resultOf(text string, at span) gjson.Result {
	v := gjson.Parse(text[at.start:at.end])
	v.Index = at.start
	return v
}
