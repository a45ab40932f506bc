package text

import (
	"slices"
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
func Read(s string) *Text { return new(Reader).Read(s) }

// ReadAs is Read for a part of a text in a language, which a sentence alone may not tell.
func ReadAs(s string, lang Language) *Text {
	t := Read(s)
	t.cut.guess, t.cut.guessed = lang, lang != Unknown
	return t
}

// Reader reads several texts, as the sentences of an answer are, in room that they
// share: each of them keeps its part. It is not for concurrent use.
type Reader struct {
	texts  []Text
	again  Text
	pieces []piece
	words  []Word
}

// Forget gives up all texts that were read: the next ones are read in their room.
func (r *Reader) Forget() {
	clear(r.texts)
	clear(r.words)
	r.texts, r.pieces, r.words, r.again = r.texts[:0], r.pieces[:0], r.words[:0], Text{}
}

// Read reads the next text.
func (r *Reader) Read(s string) *Text {
	const together = 8 // texts made in one piece
	if len(r.texts) == cap(r.texts) {
		r.texts = make([]Text, 0, max(1, min(together, 2*cap(r.texts))))
	}
	r.texts = r.texts[:len(r.texts)+1]
	t := &r.texts[len(r.texts)-1]
	t.Shown, t.Original = Show(s), s
	r.cut(t)
	r.words = roomFor(r.words, t.countWords())
	from := len(r.words)
	for i, p := range t.cut.pieces {
		if p.kind != sign {
			r.words = append(r.words, t.word(t.cut.pieces, i))
		}
	}
	t.Words = r.words[from:len(r.words):len(r.words)]
	t.fold()
	return t
}

// Again reads the next text, which is shown already, in the room of the one before, whose words are
// gone then: for whoever keeps none.
func (r *Reader) Again(shown string, lang Language) *Text {
	r.again = Text{Shown: Shown{Text: shown}, Original: shown}
	t := &r.again
	r.pieces = r.pieces[:0]
	r.cut(t)
	t.cut.guess, t.cut.guessed = lang, true
	r.words = r.words[:0]
	for i, p := range t.cut.pieces {
		if p.kind != sign {
			r.words = append(r.words, t.word(t.cut.pieces, i))
		}
	}
	t.Words = r.words
	t.fold()
	return t
}

// countWords is how many words the text has.
func (t *Text) countWords() (n int) {
	for i := range t.cut.pieces {
		if t.cut.pieces[i].kind != sign {
			n++
		}
	}
	return n
}

// cut cuts a text into pieces.
func (r *Reader) cut(t *Text) {
	const usual = 4 // bytes of a piece at least, most of them words
	r.pieces = roomFor(r.pieces, len(t.Text)/usual+4)
	from := len(r.pieces)
	r.pieces = appendPieces(r.pieces, t.Text)
	t.cut = Cut{text: t.Text, pieces: r.pieces[from:len(r.pieces):len(r.pieces)], cut: true}
}

// roomFor returns a list with room for so many more, a new one if need be.
func roomFor[T any](list []T, more int) []T {
	if len(list)+more <= cap(list) {
		return list
	}
	return make([]T, 0, max(more, min(2*cap(list), 1024)))
}

// fold gives every word its folded form: a part of the text where that is folded
// already, a listed word where it is one, and else a part of one further text.
func (t *Text) fold() {
	var room [256]byte
	var endRoom [32]int
	folded, ends := room[:0], endRoom[:0]
	for i := range t.Words {
		w := &t.Words[i]
		if written := t.Text[w.Start:w.End]; isLowerASCII(written) {
			w.Fold = written
			continue
		}
		from := len(folded)
		folded = AppendFold(folded, t.Text[w.Start:w.End])
		if n := stopLanguages.index.Find(folded[from:]); n > 0 {
			w.Fold, folded = stopLanguages.index.Word(n), folded[:from]
			continue
		}
		ends = append(ends, len(folded))
	}
	all, from := string(folded), 0
	for i := range t.Words {
		if w := &t.Words[i]; w.Fold == "" {
			w.Fold, from, ends = all[from:ends[0]], ends[0], ends[1:]
		}
	}
}

// word describes piece i, which is no sign.
func (t *Text) word(pieces []piece, i int) Word {
	p := pieces[i]
	w := Word{Start: int(p.start), End: int(p.end)}
	if p.kind == digits {
		w.Flags |= Digits
	}
	if first := t.Text[p.start]; p.ascii {
		w.Script = Latin
		if first < 'a' {
			w.Flags |= Capital
		}
	} else {
		first, _ := utf8.DecodeRuneInString(t.Text[p.start:])
		w.Script = ScriptOfRune(first)
		if unicode.IsUpper(first) {
			w.Flags |= Capital
		}
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
		t.Language()
		var room [24]Number // more than most chunks have
		t.numbers = slices.Clone(t.cut.Numbers(room[:0]))
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
