package claim

import "vouchsafe/grounding/text"

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
func Words(claim string, ev Evidence) (out []Word) {
	r := new(Hearing).read(claim, ev, nil)
	for i := range r.tokens {
		t, j := &r.tokens[i], r.of[i]
		w := wordOf(r.text, t)
		w.Novel = t.content() && j >= 0 && r.found&(1<<j) == 0
		out = append(out, w)
	}
	return out
}

// Figures returns what the risk model looks at for the next sentence of an
// answer that cites nothing, in the order of FeatureNames. It serves training
// only.
func (h *Hearing) Figures(s Sentence, claim string, ev Evidence, harm Harm) []float32 {
	v := h.read(claim, ev, harm).measure()
	h.course.follow(&v, s.Kind)
	return v[:]
}

// Stems returns the words of a text of evidence, numbers left out. It serves
// training only.
func Stems(s string) (out []Word) {
	read := text.Read(s)
	tokens := tokensOf(read, text.English, nil)
	for i := range tokens {
		if !tokens[i].is(numeral | wide) {
			out = append(out, wordOf(read.Text, &tokens[i]))
		}
	}
	return out
}

func wordOf(s string, t *token) Word {
	w := Word{Start: int(t.start), End: int(t.end), Content: t.content(), Capital: t.is(capital) && !t.is(opener)}
	if w.Stem = s[t.start:t.end]; !t.is(numeral | wide) {
		w.Stem = string(stem([]byte(text.Fold(w.Stem))))
	}
	return w
}
