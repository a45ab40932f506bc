package claim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// token is one word or number of a text. Scripts without spaces give one
// token per pair of neighbouring characters.
type token struct {
	stem       uint32  // hash of the folded stem
	root       uint32  // hash of its first letters
	start, end int32   // bytes in the text
	weight     float32 // of a claim's words only
	role       text.Class
	word       uint16 // number of its lexeme
	flags      flag
}

type flag uint16

const (
	stopWord flag = 1 << iota // says nothing by itself
	capital                   // starts with a capital letter
	numeral                   // starts with a digit
	opener                    // first word of a sentence or a line
	wide                      // from a script without spaces
	parted                    // a comma or the like stands before it
)

func (t *token) is(f flag) bool { return t.flags&f != 0 }

// content reports whether the word says something by itself.
func (t *token) content() bool { return t.flags&stopWord == 0 }

// function is the roles of words that say nothing by themselves.
const function = text.Stop | text.Auxiliary | text.Connective | text.Negator

// tokenizer makes tokens of the words of a text.
type tokenizer struct {
	*text.Text
	lang text.Language
	at   int // the word that is read next
	out  []token
}

// tokensOf appends the tokens of a text to out.
func tokensOf(t *text.Text, lang text.Language, out []token) []token {
	z := tokenizer{Text: t, lang: lang, out: slices.Grow(out, len(t.Words))}
	for z.at < len(t.Words) {
		if unspaced(t.Words[z.at].Script) {
			z.run()
		} else {
			z.word()
		}
	}
	return z.out
}

// end returns the word behind those that stand glued together from a word on and
// are alike in being of a script without spaces or not. Digits go on behind a point
// or comma.
func (z *tokenizer) end(from int) int {
	first := &z.Words[from]
	i := from + 1
	for i < len(z.Words) && unspaced(z.Words[i].Script) == unspaced(first.Script) && z.glued(i, first.Flags.Has(text.Digits)) {
		i++
	}
	return i
}

func (z *tokenizer) glued(i int, number bool) bool {
	between := z.Text.Text[z.Words[i-1].End:z.Words[i].Start]
	return between == "" || number && (between == "." || between == ",") && z.Words[i].Flags.Has(text.Digits)
}

// word reads the word or number at hand.
func (z *tokenizer) word() {
	end := z.end(z.at)
	w, last := &z.Words[z.at], &z.Words[end-1]
	t := token{start: int32(w.Start), end: int32(last.End)}
	t.flags = z.flagsOf(z.at)
	fold := w.Fold
	if end > z.at+1 {
		fold = strings.ReplaceAll(text.Fold(z.Text.Text[w.Start:last.End]), ",", "")
	}
	z.at = end
	if t.is(numeral) {
		t.stem = hashString(fold)
		t.root = t.stem
		z.out = append(z.out, t)
		return
	}
	for head, tail := elided(fold); tail != ""; head, tail = elided(fold) {
		first := t
		first.end = t.end - int32(len(tail)) // folding keeps the length of a tail but for rare letters
		first.look(head, z.lang)
		z.out = append(z.out, first)
		t.start, t.flags, fold = first.end, 0, tail
	}
	t.look(fold, z.lang)
	z.out = append(z.out, t)
}

// elided parts a word that lost its vowel from the word behind it: "l'eau", "n'est".
// One or two letters behind an apostrophe are the tail of one word: "don't", "we're".
func elided(fold string) (head, tail string) {
	at := strings.IndexByte(fold, '\'')
	if at < 0 || len(fold)-at-1 <= len("re") {
		return fold, ""
	}
	return fold[:at+1], fold[at+1:]
}

// flagsOf tells what a word looks like and what stands before it.
func (z *tokenizer) flagsOf(i int) (f flag) {
	w := &z.Words[i]
	if w.Flags.Has(text.Digits) {
		f |= numeral
	}
	if w.Flags.Has(text.Capital) {
		f |= capital
	}
	if w.Flags.Has(text.Opens) {
		f |= opener
	}
	if i > 0 && parts(z.Text.Text[z.Words[i-1].End:w.Start]) {
		f |= parted
	}
	return f
}

// parts reports whether what stands between two words parts them: as a rule it is a space.
func parts(between string) bool { return between != " " && strings.ContainsAny(between, ",;:()") }

// look looks up what is known of a folded word.
func (t *token) look(fold string, lang text.Language) {
	t.word = listedWords.number(fold)
	known := t.lexeme()
	t.role = known.roles.In(lang)
	if t.role.Has(function) {
		t.flags |= stopWord
	}
	if t.stem, t.root = known.stem, known.root; t.word == 0 {
		t.stem, t.root = hashesOf(fold)
	}
}

// run reads characters of a script without spaces: each with the one behind it.
// A lone character is a token of its own.
func (z *tokenizer) run() {
	end := z.end(z.at)
	from, to := z.Words[z.at].Start, z.Words[end-1].End
	flags := z.flagsOf(z.at)&(opener|parted) | wide
	for at := from; at < to; {
		_, size := utf8.DecodeRuneInString(z.Text.Text[at:to])
		behind := at + size
		_, next := utf8.DecodeRuneInString(z.Text.Text[behind:to])
		if next == 0 && at > from {
			break
		}
		t := token{start: int32(at), end: int32(behind + next), flags: flags}
		t.stem = hashString(z.Text.Text[at : behind+next])
		t.root = t.stem
		z.out = append(z.out, t)
		at, flags = behind, wide
	}
	z.at = end
}

// hashString is FNV-1a over s with a final mix, so that low bits index a table well.
func hashString(s string) uint32 { return finished(fnv(offset, s)) }

// offset is what FNV-1a starts with.
const offset = 2166136261

// fnv goes on with FNV-1a over b.
func fnv[T string | []byte](h uint32, b T) uint32 {
	for i := range len(b) {
		h = (h ^ uint32(b[i])) * 16777619
	}
	return h
}

// finished mixes the bits of what fnv gives.
func finished(h uint32) uint32 {
	h ^= h >> 15
	return h * 0x2c1b3c6d
}
