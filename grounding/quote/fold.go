package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// folder turns a text into tokens of folded characters in one pass.
type folder struct {
	src      string
	pos      int // the byte that is read next
	chars    int // code points before pos
	out      []byte
	tokens   []token
	marks    []mark
	embedded bool // the text stands for a part of another: offsets of older tokens are not its own
	strikes  bool // words are struck out
	open     bool // the last token may still grow
	gap      gap  // separators since the last token
	line     bool // nothing but white space since the last line break
	json     bool // the text is JSON, whose escapes stand for characters
	latin    bool // the open token has a Latin letter
	alike    bool // the open token has a letter of another script that looks Latin
}

// asciiClass tells how an ASCII byte is folded.
type asciiClass uint8

const (
	isOther asciiClass = iota
	isLower
	isUpper
	isNumeral
	isBlank
	isSpecial // a separator or sign with rules of its own
)

var ascii = func() (table [utf8.RuneSelf]asciiClass) {
	for c := range table {
		switch {
		case 'a' <= c && c <= 'z':
			table[c] = isLower
		case 'A' <= c && c <= 'Z':
			table[c] = isUpper
		case '0' <= c && c <= '9':
			table[c] = isNumeral
		case c == ' ' || c == '\t':
			table[c] = isBlank
		case strings.IndexByte("\n\r\v\f'-.,:;!?/%$+=<>~^#&*_`[]|@\\", byte(c)) >= 0:
			table[c] = isSpecial
		}
	}
	return table
}()

func isLetterByte(c byte) bool { return (c|0x20)-'a' <= 'z'-'a' }

// run folds the whole text.
func (f *folder) run() {
	f.line, f.json = true, looksLikeJSON(f.src)
	for f.pos < len(f.src) {
		f.one()
	}
	f.close()
}

// one folds what stands at the current position: a character, or a longer
// piece of markup.
func (f *folder) one() {
	c := f.src[f.pos]
	if c >= utf8.RuneSelf {
		f.wide()
		return
	}
	switch ascii[c] {
	case isLower:
		f.letters(0)
	case isUpper:
		f.letters(upperCase)
	case isNumeral:
		f.numeral(c)
	case isBlank:
		f.separate(gapSpace, 1)
	case isSpecial:
		f.special(c)
	default:
		f.separate(gapOther, 1)
	}
}

// letters adds a run of ASCII letters. The last one waits if a combining mark
// follows it.
func (f *folder) letters(first flags) {
	src, end := f.src, f.pos
	for end < len(src) && isLetterByte(src[end]) {
		end++
	}
	marked := end < len(f.src) && f.src[end] >= utf8.RuneSelf && f.src[end] != 0xe2 && startsMark(f.src[end:])
	if marked {
		end--
	}
	if end > f.pos {
		f.grow(first)
		f.latin = true
		at := len(f.out)
		f.out = append(f.out, src[f.pos:end]...)
		for i := at; i < len(f.out); i++ {
			f.out[i] |= 'a' - 'A' // they are all letters
		}
		f.chars += end - f.pos
		f.pos = end
		f.last().end = uint32(end)
	}
	if marked {
		f.segment(rune(f.src[f.pos]), 1)
	}
}

// startsMark reports whether a text starts with a combining mark that shows.
func startsMark(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return !isPlain(r) && unicode.Is(unicode.M, r) && !lexis.Invisible(r)
}

// numeral adds an ASCII digit.
func (f *folder) numeral(c byte) {
	f.grow(hasDigit)
	f.last().flags |= hasDigit
	f.out = append(f.out, c)
	f.step(1)
}

// openText returns the open token as it is written; in an embedded text, where
// it may have begun outside, its folded characters.
func (f *folder) openText() string {
	if f.embedded {
		return string(f.out[f.last().at:])
	}
	return f.src[f.last().start:f.pos]
}

// last returns the token that was begun last.
func (f *folder) last() *token { return &f.tokens[len(f.tokens)-1] }

// begin starts a token at the current position.
func (f *folder) begin(flags flags) {
	f.tokens = append(f.tokens, token{
		start: uint32(f.pos), end: uint32(f.pos), char: uint32(f.chars),
		at: uint32(len(f.out)), gap: f.gap, flags: flags,
	})
	f.open, f.gap, f.line, f.latin, f.alike = true, 0, false, false, false
}

// grow makes sure that there is a word or number to add to; a character of a
// script without spaces is none.
func (f *folder) grow(flags flags) {
	if f.open && f.last().flags&unspaced != 0 {
		f.close()
	}
	if !f.open {
		f.begin(flags)
	}
}

// step moves over n bytes of one code point that belong to the open token.
func (f *folder) step(n int) {
	f.pos += n
	f.chars++
	f.last().end = uint32(f.pos)
}

// skip moves over n bytes of one code point that leave no trace.
func (f *folder) skip(n int) {
	f.pos += n
	f.chars++
}

// skipAll moves over n bytes of any number of code points.
func (f *folder) skipAll(n int) {
	f.chars += utf8.RuneCountInString(f.src[f.pos : f.pos+n])
	f.pos += n
}

// separate ends the open token at a separator of n bytes.
func (f *folder) separate(g gap, n int) {
	f.close()
	f.gap |= g
	if g&gapBreak != 0 {
		f.line = true
	} else if g&gapSpace == 0 {
		f.line = false
	}
	f.skip(n)
}

// close ends the open token.
func (f *folder) close() {
	if !f.open {
		return
	}
	f.open = false
	if f.latin && f.alike {
		f.unmask()
	}
	if f.alike && f.degrees() {
		f.out = append(f.out[:f.last().at], 'c')
	}
	f.spellPercent()
}

// unmask writes the letters of a word of mixed scripts as the Latin letters
// they look like.
func (f *folder) unmask() {
	t := f.last()
	t.flags |= mixed
	plain := strings.Map(func(r rune) rune {
		if like := lookAlike(r); like != 0 {
			return like
		}
		return r
	}, string(f.out[t.at:]))
	f.out = append(f.out[:t.at], plain...)
}

// sign adds a token of its own for a sign that carries meaning.
func (f *folder) sign(as string, n int) {
	f.close()
	f.begin(symbol)
	f.out = append(f.out, as...)
	f.step(n)
	f.open = false
}
