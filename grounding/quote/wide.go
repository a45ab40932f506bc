package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	lexis "vouchsafe/grounding/text"
)

// wide folds a code point beyond ASCII.
func (f *folder) wide() {
	r, size := utf8.DecodeRuneInString(f.src[f.pos:])
	if isPlain(r) && !f.marked(size) {
		f.plain(r)
		f.step(size)
		return
	}
	switch {
	case r == '\u00ad' && f.open && f.after(size) <= ' ':
		f.separate(gapHyphen, size) // a word divided at the end of a line
	case lexis.Invisible(r):
		f.skip(size)
	case unicode.IsSpace(r):
		f.separate(gapSpace, size)
		if r == '\u2028' || r == '\u2029' || r == '\u0085' {
			f.gap |= gapBreak
		}
	case isDash(r):
		f.dash(r, size)
	case isApostrophe(r):
		f.apostrophe(size)
	case inside[r] != 0 && f.inNumber(size):
		f.join(inside[r], size)
	case separators[r] != 0:
		f.separate(separators[r], size)
	case lexis.Raised(r) != 0:
		f.superscript(r, size)
	case isVowelSign(r):
		f.dropSign(size)
	case unicode.IsLetter(r) || unicode.Is(unicode.M, r):
		f.segment(r, size)
	default:
		f.rare(r, size)
	}
}

// marked reports whether a combining mark follows the letter of n bytes here.
func (f *folder) marked(n int) bool {
	next := f.after(n)
	return next >= utf8.RuneSelf && next != 0xe2 && startsMark(f.src[f.pos+n:])
}

// plain adds a letter that no normalisation changes but that of case.
func (f *folder) plain(r rune) {
	if isUnspaced(r) {
		f.character(r)
		return
	}
	first := flags(0)
	if unicode.IsUpper(r) {
		first = upperCase
	}
	f.grow(first)
	f.lower(r)
}

// segment folds a letter with the marks behind it: composed and compatibility
// forms first (NFKC), then case.
func (f *folder) segment(r rune, size int) {
	if end := syllableEnd(f.src[f.pos:]); end > size {
		f.expand(norm.NFC.String(f.src[f.pos:f.pos+end]), end)
		return
	}
	rest := f.src[f.pos+size:]
	next, _ := utf8.DecodeRuneInString(rest)
	if !isMark(next) && norm.NFKC.IsNormalString(f.src[f.pos:f.pos+size]) {
		f.fold(r, size)
		return
	}
	end := size + marksEnd(rest)
	f.expand(norm.NFKC.String(f.src[f.pos:f.pos+end]), end)
}

// syllableEnd returns the bytes of the Korean syllable that is written letter by
// letter (conjoining jamo) at the start of s, 0 if there is none.
func syllableEnd(s string) int {
	end := 0
	for _, letters := range [][2]rune{{'\u1100', '\u1112'}, {'\u1161', '\u1175'}, {'\u11a8', '\u11c2'}} {
		r, size := utf8.DecodeRuneInString(s[end:])
		if r < letters[0] || r > letters[1] {
			break
		}
		end += size
	}
	return end
}

// marksEnd returns the bytes of the combining marks at the start of s, as many
// as one letter can sensibly carry.
func marksEnd(s string) int {
	end := 0
	for range 16 {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !isMark(r) || isVowelSign(r) || lexis.Invisible(r) {
			break
		}
		end += size
	}
	return end
}

// expand folds what a segment of n bytes was normalised to; all of it stands
// at the place of the segment.
func (f *folder) expand(text string, n int) {
	start, chars := f.pos, f.chars
	for _, r := range text {
		f.pos, f.chars = start, chars
		switch {
		case r < utf8.RuneSelf && ascii[r] == isOther, r == ' ':
			f.close()
			f.gap |= gapOther
		default:
			f.fold(r, 0)
		}
	}
	f.pos = start + n
	f.chars = chars + utf8.RuneCountInString(f.src[start:start+n])
	if len(f.tokens) > 0 && int(f.last().start) <= start && f.open || len(f.tokens) > 0 && int(f.last().start) == start {
		f.last().end = uint32(f.pos)
	}
}

// fold adds one normalised code point to the open token, or begins one.
func (f *folder) fold(r rune, size int) {
	d := lexis.DigitValue(r)
	switch {
	case d >= 0:
		f.grow(hasDigit)
		f.last().flags |= hasDigit
		f.out = append(f.out, byte('0'+d))
	default:
		f.plain(r)
	}
	if size > 0 {
		f.step(size)
	}
}

// character adds a letter of a script without spaces as a token of its own; a
// mark joins the letter before it.
func (f *folder) character(r rune) {
	if !unicode.Is(unicode.M, r) || !f.open {
		f.close()
		f.begin(unspaced)
	}
	f.out = utf8.AppendRune(f.out, r)
}

// lower adds a letter in lower case.
func (f *folder) lower(r rune) {
	switch r {
	case 'ß', 'ẞ':
		f.last().flags |= lossy
		f.out = append(f.out, "ss"...)
		return
	case 'œ', 'Œ':
		f.out = append(f.out, "oe"...)
		return
	case 'æ', 'Æ':
		f.out = append(f.out, "ae"...)
		return
	case 'ς':
		r = 'σ'
	case 'ё', 'Ё':
		f.last().flags |= lossy
		r = 'е'
	case 'أ', 'إ', 'آ', 'ٱ':
		f.last().flags |= lossy
		r = 'ا'
	}
	r = unicode.ToLower(r)
	switch {
	case r < 0x250 || r >= 0x1e00 && r < 0x1f00:
		f.latin = true
	case lookAlike(r) != 0:
		f.alike = true
	}
	f.out = utf8.AppendRune(f.out, r)
}

// degrees reports whether the open token is the Cyrillic letter that Russian
// keyboards write °C with.
func (f *folder) degrees() bool {
	n := len(f.tokens)
	return n > 1 && f.last().gap == 0 && string(f.out[f.tokens[n-2].at:]) == "°с"
}

// dropSign leaves out an optional vowel sign and remembers that there was one.
func (f *folder) dropSign(size int) {
	if f.open {
		f.last().flags |= lossy
		f.step(size)
		return
	}
	f.skip(size)
}

// rare folds what is left: signs, symbols, compatibility forms.
func (f *folder) rare(r rune, size int) {
	switch {
	case lexis.DigitValue(r) >= 0:
		f.fold(r, size)
	case (r == '〜' || r == '～') && f.inNumber(size):
		f.join('-', size) // 5〜6 is a range, as 5-6 is
	case signForms[r] != "":
		f.embed(signForms[r], size)
	case strings.ContainsRune("™®©℠", r):
		f.separate(gapOther, size)
	case f.marker(r, size):
		f.sign(string(r), size)
	case unicode.Is(unicode.Sc, r), unicode.Is(unicode.Sm, r), strings.ContainsRune(meaningful, r):
		f.sign(norm.NFKC.String(string(r)), size)
	case unicode.Is(unicode.No, r), unicode.Is(unicode.Nl, r):
		f.close()
		f.expand(strings.ReplaceAll(norm.NFKC.String(string(r)), "⁄", "/"), size)
	default:
		f.compatible(r, size)
	}
}

// signForms are signs with a form of their own that mean what others do.
var signForms = map[rune]string{'℃': "°C", '℉': "°F", '٪': "%", '〜': "~", '～': "~"}

// marker reports whether a sign that also serves as a bullet states something
// here: a triangle in front of an amount, stars and circles but at the start of
// a line.
func (f *folder) marker(r rune, n int) bool {
	if isEmoji(r) {
		return !f.line
	}
	switch r {
	case '▲', '△', '▼', '▽':
		return f.digitAt(n) || f.after(n) == ' ' && f.digitAt(n+1) || strings.IndexByte("$", f.after(n)) >= 0
	case '★', '☆':
		return !f.line || f.after(n) != ' '
	case '○', '◎':
		return !f.line
	}
	return false
}

// meaningful are symbols that state something, though they are no letters.
const meaningful = "°✓✔✗✘☑☒☐✅❌↑↓⇑⇓‰‱Ω№§♂♀👍👎🚫⛔"

// compatible folds a full-width or otherwise dressed-up form of an ASCII sign
// like that sign, and separates at anything else.
func (f *folder) compatible(r rune, size int) {
	plain := norm.NFKC.String(string(r))
	if len(plain) != 1 || plain[0] >= utf8.RuneSelf {
		f.separate(gapOther, size)
		return
	}
	switch plain[0] {
	case '%', '$', '+', '=', '<', '>', '^':
		f.sign(plain, size)
	case '.':
		f.point(size)
	case ',':
		f.comma(size)
	case ':':
		f.colon(size)
	default:
		f.separate(asciiGap(plain[0]), size)
	}
}
