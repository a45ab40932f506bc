package syntax

import "vouchsafe/grounding/text"

// Knows reports whether sentences of a language can be read.
func Knows(l text.Language) bool { return l == text.English }

// Reader reads sentences in room that it uses again. It is not for concurrent use.
type Reader struct {
	text text.Reader
	cut  cutter
	out  Sentence
}

// Read reads a text as one sentence. The text is one that text.Show gave: places are
// bytes of it.
func (r *Reader) Read(shown string) *Sentence {
	r.cut = cutter{t: r.text.Over(shown), words: r.cut.words[:0], forms: r.cut.forms[:0]}
	r.cut.cut()
	r.out.Words, r.out.Phrases = r.cut.words, r.out.Phrases[:0]
	return &r.out
}
