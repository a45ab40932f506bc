package syntax

import "vouchsafe/grounding/text"

// Knows reports whether sentences of a language can be read.
func Knows(l text.Language) bool { return l == text.English }

// Reader reads sentences in room that it uses again. It is not for concurrent use.
type Reader struct {
	text text.Reader
	cut  cutter
	tags tagger
	join parser
	out  Sentence
}

// Read reads a text as one sentence. The text is one that text.Show gave: places are
// bytes of it.
func (r *Reader) Read(shown string) *Sentence {
	r.cut = cutter{t: r.text.Over(shown), words: r.cut.words[:0], forms: r.cut.forms[:0]}
	r.cut.cut()
	r.tags.tag(r.cut.words, r.cut.forms)
	r.join = parser{words: r.cut.words, forms: r.cut.forms, phrases: r.join.phrases[:0]}
	r.join.parse()
	r.out.Words, r.out.Phrases = r.cut.words, r.join.phrases
	return &r.out
}

// Readings returns what each word of a text may be by itself: the readings of one word
// hold until the next call. A word is given with its place, and for a sign with its tag.
func (r *Reader) Readings(shown string) (words []Word, readings [][]Reading) {
	r.cut = cutter{t: r.text.Over(shown), words: r.cut.words[:0], forms: r.cut.forms[:0]}
	r.cut.cut()
	l := loadLexicon()
	for i := range r.cut.words {
		if f := &r.cut.forms[i]; f.fold != "" {
			readings = append(readings, l.entries[l.entry(f)])
		} else {
			readings = append(readings, []Reading{{r.cut.words[i].Tag, 1}})
		}
	}
	return r.cut.words, readings
}
