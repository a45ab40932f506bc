package jsonwriter

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// AppendString appends s as a JSON string; see JSON.Quote.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from, at := 0, 0
	for {
		if at += plainBytes(s[at:]); at == len(s) {
			break
		}
		size := 1
		escape := escapeOf(s[at])
		if s[at] >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(s[at:])
			switch {
			case r == utf8.RuneError && size == 1:
				escape = "\ufffd"
			case r == '\u2028':
				escape = `\u2028`
			case r == '\u2029':
				escape = `\u2029`
			default:
				at += size
				continue
			}
		}
		dst = append(append(dst, s[from:at]...), escape...)
		if escape == "" {
			const digits = "0123456789abcdef"
			dst = append(dst, '\\', 'u', '0', '0', digits[s[at]>>4], digits[s[at]&15])
		}
		at += size
		from = at
	}
	return append(append(dst, s[from:]...), '"')
}

// escapeOf is how a character of ASCII is escaped in short; "" for one that has to be by its number.
func escapeOf(c byte) string {
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\t':
		return `\t`
	case '\r':
		return `\r`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	return ""
}

// plainBytes is how many bytes at the front of a text are of ASCII and mean
// themselves in a JSON string. It looks at 32 and then at eight at a time.
func plainBytes(text string) int {
	b, n := unsafe.Slice(unsafe.StringData(text), len(text)), 0 // which is only read
	for ; n+32 <= len(b); n += 32 {
		four := b[n : n+32 : n+32]
		if special(binary.LittleEndian.Uint64(four))|special(binary.LittleEndian.Uint64(four[8:]))|
			special(binary.LittleEndian.Uint64(four[16:]))|special(binary.LittleEndian.Uint64(four[24:])) != 0 {
			break
		}
	}
	for ; n+8 <= len(b); n += 8 {
		if found := special(binary.LittleEndian.Uint64(b[n:])); found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
	}
	for n < len(b) && b[n] >= ' ' && b[n] < utf8.RuneSelf && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// special has the highest bit of each byte of a word set that is none of ASCII or does not mean itself, by the
// well-known tests for a byte that is zero or less than n (S. E. Anderson, "Bit Twiddling Hacks"), which are exact
// as to the first such byte.
func special(word uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	quote, slash := word^ones*'"', word^ones*'\\'
	return (word | (word-ones*' ')&^word | (quote-ones)&^quote | (slash-ones)&^slash) & tops
}
