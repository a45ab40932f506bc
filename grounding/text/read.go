package text

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// Text is a text that was read once: as people see it, its words, and when
// first asked for its language, numbers and names. It may be used from any
// number of goroutines.
type Text struct {
	Shown    // places below are bytes of Shown.Text; ToOriginal leads back
	Original string
	Words    []Word

	language func() Language
	numbers  func() []Number
	names    func() []Name
}

// Word is a word, or a run of digits, of a text.
type Word struct {
	Start, End int    // bytes of the shown text
	Fold       string // lower case, composed, straight apostrophes
	Script     Script
	Flags      WordFlags
}

// WordFlags tell what a word consists of and where it stands.
type WordFlags uint8

// What a word can be.
const (
	Capital WordFlags = 1 << iota // its first letter is a capital
	Digits                        // a run of digits
	Glued                         // nothing stands between it and the word before ("5mg", Han characters)
	Opens                         // it is the first word of a sentence or a line
)

// Has reports whether any of the flags in want is in f.
func (f WordFlags) Has(want WordFlags) bool { return f&want != 0 }

// Read reads a text in one pass.
func Read(s string) *Text {
	t := &Text{Shown: Show(s), Original: s}
	pieces := appendPieces(make([]piece, 0, len(s)/5+1), t.Text)
	t.Words = make([]Word, 0, len(pieces))
	folded := make([]byte, 0, len(t.Text)+len(t.Text)/8)
	ends := make([]int, 0, len(pieces))
	for i, p := range pieces {
		if p.kind == sign {
			continue
		}
		folded = AppendFold(folded, t.Text[p.start:p.end])
		ends = append(ends, len(folded))
		t.Words = append(t.Words, t.word(pieces, i))
	}
	all, from := string(folded), 0
	for i := range t.Words {
		t.Words[i].Fold, from = all[from:ends[i]], ends[i]
	}
	t.language = sync.OnceValue(func() Language { return LanguageOf(t.Text) })
	t.numbers = sync.OnceValue(func() []Number { return NumbersOf(t.Text, t.language) })
	t.names = sync.OnceValue(func() []Name { return Names(t.Text) })
	return t
}

// word describes piece i, which is no sign.
func (t *Text) word(pieces []piece, i int) Word {
	p := pieces[i]
	w := Word{Start: p.start, End: p.end}
	if p.kind == digits {
		w.Flags |= Digits
	}
	first, _ := utf8.DecodeRuneInString(t.Text[p.start:])
	w.Script = scriptOf(first)
	if unicode.IsUpper(first) {
		w.Flags |= Capital
	}
	if i > 0 && !p.spaced && pieces[i-1].end == p.start {
		w.Flags |= Glued
	}
	if opens(t.Text, pieces, i) {
		w.Flags |= Opens
	}
	return w
}

// Language is the language of the text, Unknown where too little speaks for one.
func (t *Text) Language() Language { return t.language() }

// Numbers are the numbers of the text, in order.
func (t *Text) Numbers() []Number { return t.numbers() }

// Names are the names of the text, in order.
func (t *Text) Names() []Name { return t.names() }

// Class returns the roles that a word has in the language of the text.
func (t *Text) Class(w Word) Class { return t.Language().Class(w.Fold) }

// Place returns the code points of the original that stand from one byte of the
// shown text to another.
func (t *Text) Place(start, end int) (from, to int) {
	before := utf8.RuneCountInString(t.Text[:start])
	return t.ToOriginal(before), t.ToOriginal(before + utf8.RuneCountInString(t.Text[start:end]))
}
