package text

import (
	"unicode"
	"unicode/utf8"
)

// kind tells what a piece of text consists of.
type kind uint8

const (
	word   kind = iota // letters, marks, inner apostrophes
	digits             // decimal digits of any script
	sign               // one other character
)

// piece is a run of one kind, or a single sign; white space is left out.
type piece struct {
	start, end int32 // bytes: a text is a part of a request of some megabytes
	kind       kind
	spaced     bool // white space before it
	ascii      bool // of a word: nothing but letters of ASCII
}

// Cut is a text that is looked at more than once: its words, runs of digits and
// single signs, in which numbers and names are found, and its language are told
// when first asked for. The room of one is used again for the next text. It is
// not for concurrent use.
type Cut struct {
	text    string
	pieces  []piece
	cut     bool
	guess   Language
	guessed bool
}

// Anew begins with another text.
func (c *Cut) Anew(text string) { c.text, c.cut, c.guessed = text, false, false }

// all returns the pieces of the text.
func (c *Cut) all() []piece {
	if c.cut {
		return c.pieces
	}
	if c.pieces == nil {
		c.pieces = make([]piece, 0, len(c.text)/4+1)
	}
	c.pieces, c.cut = appendPieces(c.pieces[:0], c.text), true
	return c.pieces
}

// Language guesses the language of the text, as LanguageOf does.
func (c *Cut) Language() Language {
	if !c.guessed {
		c.guess, c.guessed = LanguageOf(c.text), true
	}
	return c.guess
}

// appendPieces cuts a text into words, runs of digits and single signs.
func appendPieces(out []piece, s string) []piece {
	spaced := true
	for i := 0; i < len(s); {
		if s[i] == ' ' {
			spaced = true
			i++
			continue
		}
		if letterByte(s[i]) {
			end := i + 1
			for end < len(s) && letterByte(s[end]) {
				end++
			}
			plain := end
			if end < len(s) && (s[end] == '\'' || s[end] >= utf8.RuneSelf) {
				end = wordEnd(s, end, Latin)
			}
			out = append(out, piece{int32(i), int32(end), word, spaced, end == plain})
			i, spaced = end, false
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsSpace(r):
			spaced = true
			i += size
			continue
		case unicode.IsDigit(r):
			end := run(s, i+size, unicode.IsDigit)
			out = append(out, piece{int32(i), int32(end), digits, spaced, false})
			i = end
		case unicode.IsLetter(r):
			end := wordEnd(s, i+size, ScriptOfRune(r))
			out = append(out, piece{int32(i), int32(end), word, spaced, false})
			i = end
		default:
			out = append(out, piece{int32(i), int32(i + size), sign, spaced, false})
			i += size
		}
		spaced = false
	}
	return out
}

// letterByte reports whether c is a letter of ASCII: most of most texts, and
// told apart without tables.
func letterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func run(s string, i int, in func(rune) bool) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !in(r) {
			break
		}
		i += size
	}
	return i
}

// wordEnd finds the end of a word. Han characters are words of one character,
// since their script has no spaces.
func wordEnd(s string, i int, script Script) int {
	if script == Han {
		return i
	}
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsLetter(r) && ScriptOfRune(r) != Han, unicode.Is(unicode.M, r):
		case (r == '\'' || r == '’') && letterAt(s, i+size):
		default:
			return i
		}
		i += size
	}
	return i
}

func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r)
}

// asciiDigits writes decimal digits of any script as ASCII digits; separators
// stay.
func asciiDigits(s string) string {
	if isLowerASCII(s) {
		return s
	}
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if d := DigitValue(r); d >= 0 {
			r = rune('0' + d)
		}
		out = append(out, r)
	}
	return string(out)
}
