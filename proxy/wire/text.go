package wire

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// appendString appends s as a JSON string; see JSON.Quote.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	return append(appendInner(dst, valid(s)), '"')
}

// valid is a text with U+FFFD for each byte in it that is no UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// appendInner appends what stands between the quotes of a JSON string. s is
// UTF-8.
func appendInner(dst []byte, s string) []byte {
	for {
		at := lineSeparator(s)
		if at < 0 {
			return appendLine(dst, s)
		}
		dst = append(appendLine(dst, s[:at]), `\u202`...)
		dst = append(dst, s[at+2]-0xA8+'8')
		s = s[at+len("\u2028"):]
	}
}

// lineSeparator is the place of the first U+2028 or U+2029 of a text, or -1.
func lineSeparator(s string) int {
	const lead = 0xE2
	for from := 0; ; {
		n := strings.IndexByte(s[from:], lead)
		if n < 0 {
			return -1
		}
		if from += n; strings.HasPrefix(s[from:], "\u2028") || strings.HasPrefix(s[from:], "\u2029") {
			return from
		}
		from++
	}
}

// appendLine is appendInner for a text without separators.
func appendLine(dst []byte, s string) []byte {
	for {
		n := plainBytes(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return dst
		}
		dst = appendEscape(dst, s[n])
		s = s[n+1:]
	}
}

func appendEscape(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
}

// quote returns s as a JSON string.
func quote(s string) string {
	return string(appendString(make([]byte, 0, len(s)+len(s)/8+2), s))
}

// textOf returns what a whole JSON string says.
func textOf(quoted string) string { return decoded(quoted[1 : len(quoted)-1]) }

// decoded is what stands between the quotes of a JSON string, as it reads: a part of
// the same memory where nothing in it is escaped.
func decoded(inner string) string {
	if strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	var text strings.Builder
	text.Grow(len(inner)) // no escape is shorter than what it stands for
	addTo(&text, inner)
	return text.String()
}

// escaped returns the character of the escape at the front of s and the
// length of its spelling in bytes. Half a surrogate pair stands for U+FFFD.
func escaped(s string) (rune, int) {
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
func hexUnit(s string) (rune, bool) {
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
