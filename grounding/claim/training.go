package claim

import lexis "vouchsafe/grounding/text"

// Word is a word of a claim as the trainer in test/risk sees it.
type Word struct {
	Stem       string
	Start, End int  // bytes in the claim
	Novel      bool // a content word that the evidence lacks
	Content    bool
	Capital    bool // capitalised, and not for opening a sentence
}

// Words returns the words of a claim and whether the evidence has them. It
// serves training only.
func Words(text string, ev Evidence) []Word {
	r := newReading(text, ev, nil)
	out := make([]Word, 0, len(r.tokens))
	z := newTokenizer(text, lexis.English)
	for i, t := range r.tokens {
		z.next()
		j := r.of[i]
		novel := t.content() && j >= 0 && r.found&(1<<j) == 0
		out = append(out, Word{Stem: z.stemText(t), Start: int(t.start), End: int(t.end), Novel: novel, Content: t.content()})
	}
	return out
}

// Figures returns what the risk model looks at for the next sentence of an
// answer that cites nothing, in the order of FeatureNames. It serves training
// only.
func (h *Hearing) Figures(s Sentence, text string, ev Evidence, harm *Harm) []float32 {
	v := h.read(text, ev, harm).measure()
	h.follow(&v, s.Kind == Claim)
	return v[:]
}

// Stems returns the words of a text of evidence, numbers left out. It serves
// training only.
func Stems(text string) []Word {
	var out []Word
	z := newTokenizer(text, lexis.English)
	for t, ok := z.next(); ok; t, ok = z.next() {
		if !t.is(numeral | wide) {
			out = append(out, Word{Stem: z.stemText(t), Content: t.content(), Capital: t.is(capital) && !t.is(opener)})
		}
	}
	return out
}

// stemText returns the stem of the token that z has just read.
func (z *tokenizer) stemText(t token) string {
	if t.is(numeral | wide) {
		return z.text[t.start:t.end]
	}
	again := tokenizer{text: z.text[:t.end], at: int(t.start)}
	n := again.fold(false)
	return string(stem(again.buf[:n]))
}
