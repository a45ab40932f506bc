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

	cut                                 Cut // its language is told by Language
	languageOnce, numbersOnce, nameOnce sync.Once
	numbers                             []Number
	names                               []Name
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
	t.cut = Cut{text: t.Text, pieces: appendPieces(make([]piece, 0, len(s)/5+1), t.Text), cut: true}
	t.Words = make([]Word, 0, len(t.cut.pieces))
	var room [512]byte // for a sentence of usual length
	var endsRoom [64]int
	folded, ends := room[:0], endsRoom[:0]
	if n := len(t.Text) + len(t.Text)/8; n > len(room) {
		folded, ends = make([]byte, 0, n), make([]int, 0, len(t.cut.pieces))
	}
	for i, p := range t.cut.pieces {
		if p.kind == sign {
			continue
		}
		folded = AppendFold(folded, t.Text[p.start:p.end])
		ends = append(ends, len(folded))
		t.Words = append(t.Words, t.word(t.cut.pieces, i))
	}
	all, from := string(folded), 0
	for i := range t.Words {
		t.Words[i].Fold, from = all[from:ends[i]], ends[i]
	}
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
func (t *Text) Language() Language {
	t.languageOnce.Do(func() { t.cut.Language() })
	return t.cut.guess
}

// Numbers are the numbers of the text, in order.
func (t *Text) Numbers() []Number {
	t.numbersOnce.Do(func() {
		runs := 0
		for _, p := range t.cut.pieces {
			if p.kind == digits {
				runs++
			}
		}
		t.Language()
		t.numbers = t.cut.Numbers(make([]Number, 0, runs))
	})
	return t.numbers
}

// Names are the names of the text, in order.
func (t *Text) Names() []Name {
	t.nameOnce.Do(func() { t.names = t.cut.Names(nil) })
	return t.names
}

// Class returns the roles that a word has in the language of the text.
func (t *Text) Class(w Word) Class { return t.Language().Class(w.Fold) }

// Place returns the code points of the original that stand from one byte of the
// shown text to another.
func (t *Text) Place(start, end int) (from, to int) {
	before := utf8.RuneCountInString(t.Text[:start])
	return t.ToOriginal(before), t.ToOriginal(before + utf8.RuneCountInString(t.Text[start:end]))
}
