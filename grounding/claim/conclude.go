package claim


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
	readStatement(&h.claim, r.text, r.lang, r.spoken(), r.room.numbers)
	for _, a := range r.areas {
		src := ev.Sources[a.source]
		for i := range src.sents {
			if src.touches(i, a) && h.proves(src, i) {
				return conclusion{outcome: Carried}
			}
		}
	}
	if r.closest.source < 0 {
		return conclusion{outcome: Open}
	}
	src := ev.Sources[r.closest.source]
	h.readSentence(src, r.closest.sentence)
	if d, found := p.differs(&h.claim, &h.source); found {
		return conclusion{Refuted, d}
	}
	return conclusion{outcome: Open}
}

// proves tells whether a sentence of a source carries the claim.
func (h *Hearing) proves(src *Source, i int) bool {
	h.readSentence(src, i)
	return h.proof.carries(&h.claim, &h.source) && !h.restricted(src, i+1)
}

// readSentence reads a sentence of a source as a statement.
func (h *Hearing) readSentence(src *Source, i int) {
	span := src.sents[i]
	tokens := src.tokens[span.from:span.to]
	h.sourceNumbers = h.sourceNumbers[:0]
	for n := range src.numbersIn(int(tokens[0].start)-1, int(tokens[len(tokens)-1].end)) {
		h.sourceNumbers = append(h.sourceNumbers, *n)
	}
	readStatement(&h.source, src.text, src.lang, tokens, h.sourceNumbers)
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

// touches tells whether a sentence stands in an area.
func (s *Source) touches(i int, a area) bool {
	from, to := s.tokens[s.sents[i].from].start, s.tokens[s.sents[i].to-1].end
	return int(to) > a.start && int(from) < a.end
}

// spoken is the tokens of the claim without a list's mark and citation markers.
func (r *reading) spoken() []token {
	marker := listMarker(r.text)
	from := 0
	for from < len(r.tokens) && int(r.tokens[from].end) <= marker {
		from++
	}
	return r.tokens[from:]
}

