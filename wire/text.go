package wire

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// appendString appends s as a JSON string. Only what JSON demands is
// escaped: <, > and & stay as they are. Invalid UTF-8 becomes U+FFFD.
func appendString(dst []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	dst, _ = jsontext.AppendQuote(dst, s) // fails on invalid UTF-8 only
	return dst
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
