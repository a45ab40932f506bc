package claim

import (
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// token is one word or number of a text. Scripts without spaces give one
// token per pair of neighbouring characters.
type token struct {
	stem       uint32  // hash of the folded stem
	root       uint32  // hash of its first letters
	start, end int32   // bytes in the text
	sent       int32   // sentence of the source it stands in
	weight     float32 // of a claim's words only
	role       lexis.Class
	word       uint16 // number of its lexeme
	flags      flag
}

type flag uint16

const (
	stopWord    flag = 1 << iota // says nothing by itself
	capital                      // starts with a capital letter
	numeral                      // starts with a digit
	opener                       // first word of a sentence or a line
	wide                         // from a script without spaces
	negatedWord                  // what a negator negates
	nearNegator                  // close behind a negator
	parted                       // a comma or the like stands before it
)

func (t *token) is(f flag) bool { return t.flags&f != 0 }

// content reports whether the word says something by itself.
func (t *token) content() bool { return t.flags&stopWord == 0 }

// tokenizer cuts a text into tokens, left to right, without allocating.
type tokenizer struct {
	text  string
	at    int
	open  bool // the next word opens a sentence
	part  bool // a sign within sentences stands before the next word
	buf   [48]byte
	lang  lexis.Language
	marks bool     // the word that was read last has combining marks
	words *lexicon // the weights, for a claim; evidence needs none
}

// function is the roles of words that say nothing by themselves.
const function = lexis.Stop | lexis.Auxiliary | lexis.Connective | lexis.Negator

// newTokenizer returns a tokenizer at the start of text.
func newTokenizer(text string, lang lexis.Language) tokenizer {
	return tokenizer{text: text, open: true, lang: lang}
}

// next returns the next token; ok is false at the end of the text.
func (z *tokenizer) next() (t token, ok bool) {
	for z.at < len(z.text) {
		c := z.text[z.at]
		if c < utf8.RuneSelf {
			switch class[c] {
			case letterByte, digitByte:
				return z.word(), true
			case stopByte:
				z.open = true
			case signByte:
				z.part = true
			}
			z.at++
			continue
		}
		r, n := utf8.DecodeRuneInString(z.text[z.at:])
		switch {
		case isWide(r):
			return z.pair(n), true
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return z.word(), true
		case lexis.EndsSentence(r):
			z.open = true
		}
		z.at += n
	}
	return token{}, false
}

// word reads the word or number that starts at z.at.
func (z *tokenizer) word() token {
	t := token{start: int32(z.at), flags: z.firstOf()}
	z.mark(&t)
	z.marks = false
	n := z.fold(t.is(numeral))
	t.end = int32(z.at)
	w := z.buf[:n]
	if t.is(numeral) {
		t.stem = hash(w)
		t.root, t.weight = t.stem, numeralWeight
		return t
	}
	if z.marks { // lists are composed
		t.word = listedWords.number([]byte(foldedWord(z.text, &t)))
	} else {
		t.word = listedWords.number(w)
	}
	known := t.lexeme()
	t.role = known.roles.In(z.lang)
	if t.role.Has(function) {
		t.flags |= stopWord
	}
	if t.stem, t.root = known.stem, known.root; t.word == 0 || z.marks {
		t.stem, t.root = hashes(stem(w))
	}
	if z.words != nil {
		t.weight = z.words.weight(t.stem)
	}
	return t
}

// firstOf tells of the first character of a word what its token has to know.
func (z *tokenizer) firstOf() flag {
	c := z.text[z.at]
	if c >= utf8.RuneSelf {
		if first, _ := utf8.DecodeRuneInString(z.text[z.at:]); unicode.IsUpper(first) {
			return capital
		}
		return 0
	}
	switch {
	case c <= '9':
		return numeral
	case c <= 'Z':
		return capital
	}
	return 0
}

// fold reads word characters from z.at into z.buf, in lower case and without
// apostrophes, and returns how many bytes it wrote. A word longer than the
// buffer is known by its beginning.
func (z *tokenizer) fold(number bool) int {
	n, rest := 0, z.text[z.at:]
	for n < len(rest) && n < len(z.buf) && foldedASCII[rest[n]] != 0 {
		z.buf[n] = foldedASCII[rest[n]]
		n++
	}
	z.at += n
	for z.at < len(z.text) {
		c := z.text[z.at]
		switch {
		case c < utf8.RuneSelf && (class[c] == letterByte || class[c] == digitByte):
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			if n < len(z.buf) {
				z.buf[n] = c
				n++
			}
			z.at++
			continue
		case c == '\'' && n > 0 && z.clitic(z.at+1):
			n = z.apostrophe(n, 1)
			continue
		case number && (c == '.' || c == ',') && z.digitAt(z.at+1):
			if c == '.' && n < len(z.buf) {
				z.buf[n] = c
				n++
			}
			z.at++
			continue
		case c < utf8.RuneSelf:
			return n
		}
		r, size := utf8.DecodeRuneInString(z.text[z.at:])
		if r == '’' && n > 0 && z.clitic(z.at+size) {
			n = z.apostrophe(n, size)
			continue
		}
		if isWide(r) || !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) {
			return n
		}
		z.marks = z.marks || unicode.IsMark(r)
		z.at += size
		if n+utf8.UTFMax <= len(z.buf) {
			n += utf8.EncodeRune(z.buf[n:], unicode.ToLower(r))
		}
	}
	return n
}

// apostrophe writes a straight apostrophe behind n bytes of buf and steps over
// the one in the text, which has the given size.
func (z *tokenizer) apostrophe(n, size int) int {
	z.at += size
	if n < len(z.buf) {
		z.buf[n] = '\''
		n++
	}
	return n
}

// clitic reports whether one or two letters stand at byte i and no more: the
// tail of "don't" and "we're". A longer tail is a word of its own ("l'eau").
func (z *tokenizer) clitic(i int) bool {
	n := 0
	for i+n < len(z.text) && class[z.text[i+n]] == letterByte {
		n++
	}
	return n == 1 || n == 2
}

func (z *tokenizer) digitAt(i int) bool {
	return i < len(z.text) && class[z.text[i]] == digitByte
}

// pair reads the wide character at hand, of n bytes, together with the one behind it, which also
// starts the next pair. A lone character is a token of its own.
func (z *tokenizer) pair(n int) token {
	t := token{start: int32(z.at), flags: wide, weight: pairWeight}
	end := z.at + n
	if next, m := utf8.DecodeRuneInString(z.text[end:]); m > 0 && isWide(next) {
		end += m
		if after, k := utf8.DecodeRuneInString(z.text[end:]); k == 0 || !isWide(after) {
			n = end - z.at
		}
	}
	t.stem = hash([]byte(z.text[z.at:end]))
	t.root = t.stem
	t.end = int32(end)
	z.at += n
	z.mark(&t)
	return t
}

// mark notes on a token what stands before it.
func (z *tokenizer) mark(t *token) {
	if z.open {
		t.flags |= opener
	}
	if z.part {
		t.flags |= parted
	}
	z.open, z.part = false, false
}

// isWide reports whether r belongs to a script written without spaces.
func isWide(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3040 && r <= 0x30FF || r >= 0x3400 && r <= 0x4DBF ||
		r >= 0x0E00 && r <= 0x0E7F || r >= 0x20000 && r <= 0x3FFFF || r >= 0xF900 && r <= 0xFAFF
}

// Classes of bytes; those beyond ASCII have none.
const (
	letterByte = iota + 1
	digitByte
	stopByte // a word behind it opens a sentence or a line
	signByte // it parts the words of a sentence
)

var class = func() (c [256]uint8) {
	for b := byte('a'); b <= 'z'; b++ {
		c[b], c[b-0x20] = letterByte, letterByte
	}
	for b := byte('0'); b <= '9'; b++ {
		c[b] = digitByte
	}
	for _, b := range []byte(".!?\n|") {
		c[b] = stopByte
	}
	for _, b := range []byte(",;:()") {
		c[b] = signByte
	}
	return c
}()

// foldedASCII is the lower case of ASCII letters and digits, 0 for other bytes.
var foldedASCII = func() (to [256]byte) {
	for c := range byte(utf8.RuneSelf) {
		if class[c] == letterByte || class[c] == digitByte {
			to[c] = byte(unicode.ToLower(rune(c)))
		}
	}
	return to
}()

// hash is FNV-1a over b with a final mix, so that low bits index a table well.
func hash(b []byte) uint32 { return finished(fnv(offset, b)) }

// offset is what FNV-1a starts with.
const offset = 2166136261

// fnv goes on with FNV-1a over b.
func fnv(h uint32, b []byte) uint32 {
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// finished mixes the bits of what fnv gives.
func finished(h uint32) uint32 {
	h ^= h >> 15
	return h * 0x2c1b3c6d
}
