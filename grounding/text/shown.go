package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Show returns a text as people see it: without invisible characters, with the
// digits of every script as 0 to 9, in compatibility form (NFKC), with words
// whole that a line break divides. Whatever compares words or numbers compares
// shown texts, so that no way of writing hides a word or a figure.
//
// Punctuation and spaces stay as they are. So do raised digits behind a letter
// or a digit: there they are a power, a unit or a footnote mark.
func Show(s string) Shown {
	first := firstOdd(s)
	if first == len(s) {
		return Shown{Text: s}
	}
	w := shownWriter{rewriter: rewrite(s, first)}
	for w.at < len(s) {
		w.next()
	}
	return w.shown()
}

// firstOdd returns the first byte that may not be plain, or the length.
func firstOdd(s string) int {
	for i := range len(s) {
		if plainByte[s[i]] {
			continue
		}
		if s[i] == '-' && lineBreak(s[i+1:]) == 0 || s[i] == '\\' && !strings.HasPrefix(s[i:], `\%`) {
			continue
		}
		return max(0, i-1) // a mark belongs to the character in front
	}
	return len(s)
}

// plainByte tells the bytes that are plain wherever they stand.
var plainByte = func() (is [256]bool) {
	for c := range utf8.RuneSelf {
		is[c] = c >= ' ' && c != 0x7f && c != '-' && c != '\\' || c >= '\t' && c <= '\r'
	}
	return is
}()

// shownWriter writes a text as people see it.
type shownWriter struct {
	rewriter
	lifted int // the length of out behind raised digits that are a number of their own
}

// next reads one character with the marks on it.
func (w *shownWriter) next() {
	c := w.src[w.at]
	end := w.at + 1
	if c < utf8.RuneSelf && (end == len(w.src) || w.src[end] < utf8.RuneSelf) {
		w.ascii(c)
		return
	}
	r, size := utf8.DecodeRuneInString(w.src[w.at:])
	if isPlain(r) {
		if next, _ := utf8.DecodeRuneInString(w.src[w.at+size:]); next < 0x300 || isPlain(next) {
			w.keep(size, 1)
			return
		}
	}
	if r == utf8.RuneError && size <= 1 {
		w.keep(size, 1)
		return
	}
	if Invisible(r) {
		if length, instead := divided(w.src, w.at, size); length > 0 && r == softHyphen {
			w.replace(length, strings.Replace(instead, "-", " ", 1))
			return
		}
		w.replace(size, "")
		return
	}
	w.segment(r, size)
}

const softHyphen = '\u00ad'

// plainLetters are the letters of the common alphabets and scripts that are plain where
// no mark follows; it is asked before the tables of Unicode, for speed.
var plainLetters = []struct{ first, last rune }{
	{0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x131}, {0x134, 0x13e}, {0x141, 0x148}, {0x14a, 0x17e}, // Latin
	{0x391, 0x3a1}, {0x3a3, 0x3c9}, // Greek
	{0x400, 0x481}, {0x48a, 0x52f}, {0x621, 0x63a}, {0x641, 0x64a}, // Cyrillic, Arabic
	{0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x4e00, 0x9fa5}, {0xac00, 0xd7a3}, // kana, Han, Hangul
}

func isPlain(r rune) bool {
	for _, letters := range plainLetters {
		if r <= letters.last {
			return r >= letters.first
		}
	}
	return false
}

// ascii reads a character of ASCII that has no marks.
func (w *shownWriter) ascii(c byte) {
	switch {
	case plainByte[c]:
		w.keep(1, 1)
	case c == '-':
		if length, instead := divided(w.src, w.at, 1); length > 0 {
			w.replace(length, instead)
			return
		}
		w.keep(1, 1)
	case c == '\\' && !strings.HasPrefix(w.src[w.at:], `\%`):
		w.keep(1, 1)
	default: // an escaped percent sign, or a control character
		w.replace(1, "")
	}
}

// segment reads a character and its marks.
func (w *shownWriter) segment(r rune, size int) {
	if length := thinSpace(w.src, w.at, r, size); length > 0 {
		w.replace(length, "")
		return
	}
	if c := w.separator(r, size); c != "" {
		w.replace(size, c)
		return
	}
	if d := DigitValue(r); d >= 0 {
		if r < utf8.RuneSelf {
			w.keep(size, 1)
			return
		}
		w.replace(size, string(rune('0'+d)))
		return
	}
	if c := Raised(r); c != 0 && w.opensNumber() {
		w.lifted = len(w.out) + 1
		w.replace(size, string(rune(c)))
		return
	}
	end := w.at + size + marksEnd(w.src[w.at+size:])
	if keepsForm(r) || norm.NFKC.IsNormalString(w.src[w.at:end]) {
		w.keep(end-w.at, utf8.RuneCountInString(w.src[w.at:end]))
		return
	}
	w.replace(end-w.at, norm.NFKC.String(w.src[w.at:end]))
}

// keepsForm reports whether a character stays as it is, though Unicode has a
// plainer form for it: punctuation and spaces, accents that stand alone, raised
// letters, and signs whose plain form reads as another word (№ would be "no").
func keepsForm(r rune) bool {
	return unicode.In(r, unicode.P, unicode.Z, unicode.Sk) || strings.ContainsRune("ªº™℠№ʹʺ", r) || Raised(r) != 0 || fraction(r)
}

// fraction reports whether a character is a fraction, which has no digits of its own.
func fraction(r rune) bool { return r >= '¼' && r <= '¾' || r >= '⅐' && r <= '⅟' || r == '↉' }

// opensNumber reports whether raised digits here are a number of their own:
// behind a space, an opening bracket or a sign, or behind others of that number.
func (w *shownWriter) opensNumber() bool {
	if w.lifted == len(w.out) && w.lifted > 0 {
		return true
	}
	r, size := utf8.DecodeLastRune(w.out)
	return size == 0 || unicode.In(r, unicode.Z, unicode.S, unicode.Ps, unicode.Pd) || r == '\n' || r == '\t' || r == ':'
}

// separator returns what a separator inside a number is in ASCII.
func (w *shownWriter) separator(r rune, size int) string {
	c := digitSeparators[r]
	if c == "" || !endsInDigit(w.out) {
		return ""
	}
	if next, _ := utf8.DecodeRuneInString(w.src[w.at+size:]); DigitValue(next) < 0 {
		return ""
	}
	return c
}

// digitSeparators are the separators that other scripts write inside numbers.
var digitSeparators = map[rune]string{'٫': ".", '٬': ",", '．': ".", '，': ",", '：': ":", '／': "/", '﹒': ".", '﹐': ","}

func endsInDigit(s []byte) bool {
	return len(s) > 0 && s[len(s)-1] >= '0' && s[len(s)-1] <= '9'
}

// maxMarks bounds the marks that are read with one character.
const maxMarks = 16

// marksEnd returns the bytes of the combining marks at the start of s.
func marksEnd(s string) int {
	end := 0
	for range maxMarks {
		r, size := utf8.DecodeRuneInString(s[end:])
		joins := r == 'ﾞ' || r == 'ﾟ' || r >= 0x1160 && r <= 0x11ff // half-width kana, letters of a Korean syllable
		if size == 0 || r < 0x300 || !joins && !unicode.Is(unicode.M, r) || Invisible(r) {
			break
		}
		end += size
	}
	return end
}

// thinSpace reads a space that does not break in front of three digits of a
// number ("1 000"); it returns the bytes of the space, 0 for any other space.
func thinSpace(s string, at int, r rune, size int) int {
	if r != '\u00a0' && r != '\u2009' && r != '\u202f' {
		return 0
	}
	before := s[max(0, at-4):at]
	lead := len(before) - len(strings.TrimRight(before, "0123456789"))
	behind := s[at+size : min(len(s), at+size+4)]
	group := len(behind) - len(strings.TrimLeft(behind, "0123456789"))
	if lead < 1 || lead > 3 || group != 3 || s[at-lead] == '0' {
		return 0
	}
	return size
}

// divided reads a hyphen of some bytes at the end of a line. It divides a word, unless one
// letter stands in front of it (p-\nvalue), or both parts are words of one language
// and the whole is none (long-\nterm).
func divided(s string, at, size int) (length int, instead string) {
	length = lineBreak(s[at+size:])
	if length == 0 && size > 1 && strings.HasPrefix(s[at+size:], " ") {
		length = 1 // a soft hyphen shows at the end of a line only
	}
	if length == 0 {
		return 0, ""
	}
	length += size
	const longest = 40 // bytes of a part that are read
	head, tail := s[max(0, at-longest):at], s[at+length:min(len(s), at+length+longest)]
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	head = head[strings.LastIndexFunc(head, notLetter)+1:]
	if end := strings.IndexFunc(tail, notLetter); end >= 0 {
		tail = tail[:end]
	}
	if r, _ := utf8.DecodeRuneInString(tail); head == "" || !unicode.IsLower(r) {
		return 0, ""
	}
	head = strings.ToLower(head)
	if utf8.RuneCountInString(head) == 1 || haveLanguage(head, tail) && !Listed(head+tail) {
		return length, "-"
	}
	return length, ""
}

// haveLanguage reports whether two folded words are listed in one language. "been" and "det" are in two.
func haveLanguage(a, b string) bool {
	english := func(w string) bool { return English.Class(w) != 0 || isCommon(w) || FormOf(w) }
	return english(a) && english(b) || slices.ContainsFunc(Languages(), func(l Language) bool { return l.Class(a) != 0 && l.Class(b) != 0 })
}

// lineBreak is the length of a line's end at the start of s, and of the blanks
// behind it.
func lineBreak(s string) int {
	rest := strings.TrimPrefix(s, "\r")
	if !strings.HasPrefix(rest, "\n") {
		return 0
	}
	return len(s) - len(strings.TrimLeft(rest[1:], " \t"))
}
