package wire

import (
	"strings"
	"unicode/utf8"
)

// appendString appends s as a JSON string. Only what JSON demands is
// escaped: <, > and & stay as they are. Invalid UTF-8 becomes U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	return append(appendInner(dst, valid(s)), '"')
}

// valid is a text with U+FFFD for what is no UTF-8 in it.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// appendInner appends what stands between the quotes of a JSON string. s is
// UTF-8.
func appendInner(dst []byte, s string) []byte {
	for {
		n := plainBytes([]byte(s)) // which copies nothing, as it is only read
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

// appendStringOrNull appends s as a JSON string, null where it is empty.
func appendStringOrNull(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, "null"...)
	}
	return appendString(dst, s)
}

// appendOptional appends what p points at as a JSON string, or null.
func appendOptional(dst []byte, p *string) []byte {
	if p == nil {
		return append(dst, "null"...)
	}
	return appendString(dst, *p)
}

// quote returns s as a JSON string.
func quote(s string) string {
	return string(appendString(make([]byte, 0, len(s)+len(s)/8+2), s))
}
