package claim

import (
	"sort"

	lexis "vouchsafe/grounding/text"
)

// conclusion is what words make of a claim.
type conclusion struct {
	outcome Outcome
	difference
}

// conclude holds the claim that was read last against its source sentences. It
// is proven only by a sentence that is cited; it is refuted by the sentence of
// the cited sources that is closest to it.
func (h *Hearing) conclude(r *reading, ev Evidence) conclusion {
	p := &h.proof
	p.words = vocabularies[r.lang]
	h.makeRoom()
	h.reader.read(&h.claim, r.text, r.lang, r.spoken(), r.numbers)
	if h.provenBy(r, ev) {
		if ev.Question != "" && r.opensWithAnswer(0) {
			return conclusion{outcome: Open} // the statement holds; whether it answers so is not proven
		}
		return conclusion{outcome: Carried}
	}
	if r.closest.source >= 0 {
		if c := h.refutedBy(ev.Sources[r.closest.source], r.closest.sentence); c.outcome == Refuted {
			return c
		}
	}
	if len(ev.Quotes) == 0 {
		return conclusion{outcome: Open}
	}
	const mostHeld = 3 // sentences: with more, one of them says another thing of another case
	var room [mostHeld + 1][2]int
	cited := r.citedSentences(ev, room[:0])
	if len(cited) > mostHeld {
		return conclusion{outcome: Open}
	}
	for _, at := range cited {
		if c := h.refutedBy(ev.Sources[at[0]], at[1]); c.outcome == Refuted {
			return c
		}
	}
	return conclusion{outcome: Open}
}

// citedSentences lists the sentences in the claim's areas, by source and place,
// as long as there is room.
func (r *reading) citedSentences(ev Evidence, out [][2]int) [][2]int {
	for _, a := range r.areas {
		src := ev.Sources[a.source]
		for i := src.sentenceAt(a.start); i < len(src.sents) && src.touches(i, a) && len(out) < cap(out); i++ {
			out = append(out, [2]int{a.source, i})
		}
	}
	return out
}

// provenBy tells whether a sentence that is cited carries the claim.
func (h *Hearing) provenBy(r *reading, ev Evidence) bool {
	for _, a := range r.areas {
		src := ev.Sources[a.source]
		for i := src.sentenceAt(a.start); i < len(src.sents) && src.touches(i, a); i++ {
			if h.proves(src, i) {
				return true
			}
		}
	}
	return false
}

// refutedBy compares the claim with one sentence.
func (h *Hearing) refutedBy(src *Source, i int) conclusion {
	if lead := src.leadOf(i); lead >= 0 {
		h.readUnder(src, lead, i)
	} else {
		h.readSentence(src, i)
	}
	h.proof.near, h.proof.at = src, i
	if d, found := h.proof.differs(&h.claim, &h.source); found {
		return conclusion{Refuted, d}
	}
	return conclusion{outcome: Open}
}

// saysBefore tells whether one of the sentences in front of the ith has an atom.
func (s *Source) saysBefore(i int, st *statement, a *atom) bool {
	const near = 3 // sentences
	first := int(s.sents[max(0, i-near)].from)
	stem := a.key
	if a.number >= 0 {
		stem = hash([]byte(st.word(a)))
	}
	for p := s.first(stem); p >= 0 && p < s.sents[i].from; p = s.next[p] {
		if int(p) >= first {
			return true
		}
	}
	return false
}

// proves tells whether a sentence of a source carries the claim.
func (h *Hearing) proves(src *Source, i int) bool {
	if h.restricted(src, i+1) {
		return false
	}
	if lead := src.leadOf(i); lead >= 0 {
		return h.provenUnder(src, lead, i)
	}
	h.readSentence(src, i)
	return h.proof.carries(&h.claim, &h.source)
}

// readSentence reads a sentence of a source as a statement.
func (h *Hearing) readSentence(src *Source, i int) {
	h.readTokens(src, src.itemTokens(i))
}

// readTokens reads tokens of a source as a statement.
func (h *Hearing) readTokens(src *Source, tokens []token) {
	h.sourceNumbers = h.sourceNumbers[:0]
	if len(tokens) == 0 {
		h.source.atoms = h.source.atoms[:0]
		return
	}
	for n := range src.numbersIn(int(tokens[0].start)-1, int(tokens[len(tokens)-1].end)) {
		h.sourceNumbers = append(h.sourceNumbers, *n)
	}
	h.reader.read(&h.source, src.text, src.lang, tokens, h.sourceNumbers)
}

// restricted tells whether a sentence limits the one before it: "This does not
// apply to children."
func (h *Hearing) restricted(src *Source, i int) bool {
	words := vocabularies[src.lang]
	if i >= len(src.sents) || words == nil {
		return false
	}
	tokens := src.tokens[src.sents[i].from:src.sents[i].to]
	for _, opening := range words.restricting {
		if len(opening) > len(tokens) {
			continue
		}
		same := true
		for k, word := range opening {
			same = same && tokens[k].word == word
		}
		if same {
			return true
		}
	}
	return false
}

// sentenceAt returns the first sentence that ends behind a byte.
func (s *Source) sentenceAt(at int) int {
	return sort.Search(len(s.sents), func(i int) bool { return int(s.tokens[s.sents[i].to-1].end) > at })
}

// touches tells whether a sentence stands in an area.
func (s *Source) touches(i int, a area) bool {
	from, to := s.tokens[s.sents[i].from].start, s.tokens[s.sents[i].to-1].end
	return int(to) > a.start && int(from) < a.end
}

// spoken is the tokens of the claim without a list's mark and citation markers.
func (r *reading) spoken() []token {
	marker := lexis.ListMarker(r.text)
	from := 0
	for from < len(r.tokens) && int(r.tokens[from].end) <= marker {
		from++
	}
	if r.opensWithAnswer(from) {
		from++
	}
	return r.tokens[from:]
}

// opensWithAnswer tells whether a token is a "yes" or "no" in front of a
// statement, which is judged by itself.
func (r *reading) opensWithAnswer(i int) bool {
	if i+1 >= len(r.tokens) {
		return false
	}
	t := &r.tokens[i]
	if sign := r.text[t.end]; sign != ',' && sign != '.' { // "Wrong: …" denies what follows
		return false
	}
	word := r.text[t.start:t.end]
	return saysYes(word) || saysNo(word)
}
