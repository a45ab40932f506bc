package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// special folds the ASCII separators and signs that have rules of their own.
func (f *folder) special(c byte) {
	switch c {
	case '\n', '\r', '\v', '\f':
		f.separate(gapSpace|gapBreak, 1)
	case '\'':
		f.apostrophe(1)
	case '-':
		f.dash('-', 1)
	case '.':
		f.point(1)
	case ',':
		f.comma(1)
	case ':':
		f.colon(1)
	case '/':
		f.slash()
	case '^':
		f.caret()
	case '+':
		if rest := f.src[f.pos:]; strings.HasPrefix(rest, "+/-") {
			f.sign("±", len("+/-"))
			return
		}
		f.sign("+", 1)
	case '%', '$', '=':
		f.sign(string(rune(c)), 1)
	case '<', '>':
		f.angle(c)
	case '~':
		f.tilde()
	case '#':
		f.hash()
	case '&':
		f.entity()
	case '[', ']':
		f.bracket(c)
	case '\\':
		f.escape()
	case '*', '_', '`':
		f.markup(c)
	default:
		f.separate(asciiGap(c), 1)
	}
}

// asciiGap gives the kind of separator an ASCII sign is.
func asciiGap(c byte) gap {
	switch c {
	case '.', '!':
		return gapStop
	case '?':
		return gapAsk
	case ';', ':':
		return gapSemi
	case ',':
		return gapComma
	case '|':
		return gapCell
	case '/':
		return gapSlash
	}
	return gapOther
}

// after returns the byte n bytes on, 0 beyond the end.
func (f *folder) after(n int) byte {
	if f.pos+n < len(f.src) {
		return f.src[f.pos+n]
	}
	return 0
}

// before returns the byte before the current one, 0 at the start.
func (f *folder) before() byte {
	if f.pos > 0 {
		return f.src[f.pos-1]
	}
	return 0
}

func isDigitByte(c byte) bool { return '0' <= c && c <= '9' }

// endsInDigit reports whether the folded text ends in a digit of the last token.
func (f *folder) endsInDigit() bool {
	return len(f.out) > 0 && isDigitByte(f.out[len(f.out)-1])
}

// runeAt returns the code point n bytes on, past those without width, and 0 at
// the end.
func (f *folder) runeAt(n int) (r rune, size int) {
	at := f.pos + n
	for at < len(f.src) {
		if c := f.src[at]; c < utf8.RuneSelf {
			return rune(c), at + 1 - f.pos - n
		}
		r, width := utf8.DecodeRuneInString(f.src[at:])
		at += width
		if !lexis.Invisible(r) {
			return r, at - f.pos - n
		}
	}
	return 0, 0
}

// digitAt reports whether a decimal digit of any script is n bytes on.
func (f *folder) digitAt(n int) bool {
	r, _ := f.runeAt(n)
	return unicode.IsDigit(r)
}

// letterAt reports whether a letter is n bytes on.
func (f *folder) letterAt(n int) bool {
	r, _ := f.runeAt(n)
	return unicode.IsLetter(r)
}

// join puts a separator of a number into the open token.
func (f *folder) join(as byte, n int) {
	f.out = append(f.out, as)
	f.step(n)
}

// inNumber reports whether the separator of n bytes here stands between digits.
func (f *folder) inNumber(n int) bool { return f.open && f.endsInDigit() && f.digitAt(n) }
