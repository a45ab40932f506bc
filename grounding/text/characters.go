package text

import (
	"unicode"
)

// OfWord reports whether a character belongs to a word: a letter, a digit or a mark.
func OfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// NotOfWord is the opposite of OfWord.
func NotOfWord(r rune) bool { return !OfWord(r) }

// Invisible reports whether a character shows nothing and says nothing of its
// own: Unicode's format and default-ignorable characters (zero-width spaces,
// joiners, soft hyphens, marks of direction, variation selectors), control
// characters that are no white space, and the Arabic tatweel, which only
// stretches a word. Format characters that show a sign, as the Arabic number
// sign does, are visible.
func Invisible(r rune) bool {
	switch {
	case r < 0x20:
		return r < '\t' || r > '\r'
	case r < 0x7f:
		return false
	case r < 0xa0:
		return r != '\u0085'
	case r < 0x300:
		return r == softHyphen
	case r == '\u0640':
		return true
	}
	if unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// DigitValue returns the value of a decimal digit of any script, or -1.
func DigitValue(r rune) int {
	if '0' <= r && r <= '9' {
		return int(r - '0')
	}
	if r < 0x660 || !unicode.IsDigit(r) {
		return -1
	}
	// Decimal digits stand in blocks of ten in ascending order (Unicode
	// Standard, section 4.6), so the block's zero is at most nine below.
	// The mathematical digits are five such blocks in a row.
	if 0x1D7CE <= r && r <= 0x1D7FF {
		return int(r-0x1D7CE) % 10
	}
	for d := range rune(10) {
		if !unicode.IsDigit(r - d - 1) {
			return int(d)
		}
	}
	return -1
}

// raisedSigns maps raised digits and signs to plain ones.
var raisedSigns = map[rune]byte{
	'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁻': '-', '⁺': '+',
}

// Raised returns the plain form of a raised digit or sign, or 0.
func Raised(r rune) byte {
	if r < '²' {
		return 0
	}
	return raisedSigns[r]
}
