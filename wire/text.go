package wire

import (
	"strings"
	"unicode/utf8"
)

// appendString appends s as a JSON string. Only what JSON demands is
// escaped: <, > and & stay as they are. Invalid UTF-8 becomes U+FFFD.
func appendString(dst []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	dst = append(dst, '"')
	return append(appendInner(dst, s), '"')
}

// appendInner appends what stands between the quotes of a JSON string. s is
// UTF-8.
func appendInner(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			dst = appendEscape(append(dst, s[start:i]...), c)
			start = i + 1
		}
	}
	return append(dst, s[start:]...)
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
