package claim

import lexis "vouchsafe/grounding/text"

// Locate finds the span of a source, one sentence or two, that carries a claim
// which cites the source without quoting it. start and end are code points of
// the source's text, end exclusive; score is the weighted share of the claim's
// content words in the span, 0 to 1, four decimals. ok is false where too
// little of the claim is there, or where a number, a name or the polarity
// differs.
func Locate(text string, src *Source) (start, end int, score float64, ok bool) {
	return new(Hearing).Locate(text, src)
}

// Locate is the function of that name, for the next claim of an answer.
func (h *Hearing) Locate(text string, src *Source) (start, end int, score float64, ok bool) {
	ev := Evidence{Sources: []*Source{src}}
	text = lexis.Show(text).Text
	r := h.read(text, ev, loadHarm())
	from, to, weight := r.bestSpan(r.heldBy(src))
	if to == 0 {
		return 0, 0, 0, false
	}
	a := area{0, int(src.tokens[src.sents[from].from].start), src.spanEnd(to - 1)}
	score = 1
	if r.total > 0 {
		score = round4(float64(weight / r.total))
	}
	const least = 0.35 // of the claim's weight: below it a span carries nothing
	ok = score >= least && !r.foreign && len(r.wrongNumbers)+len(r.wrongNames) == 0 && h.conclude(r, ev).outcome != Refuted
	return src.codePoint(a.start), src.codePoint(a.end), score, ok
}

// spanEnd returns the byte behind sentence i with the signs that close it.
func (s *Source) spanEnd(i int) int {
	end := int(s.tokens[s.sents[i].to-1].end)
	b := lexis.Borders{Text: s.text}
	for end < len(s.text) && class[s.text[end]] == stopByte && s.text[end] != '\n' && s.text[end] != '|' {
		end++
	}
	return b.Trail(end)
}

// heldBy returns, for each sentence, the set of the claim's different content
// words that it holds.
func (r *reading) heldBy(src *Source) []uint64 {
	masks := make([]uint64, len(src.sents))
	for j := range r.n {
		for p := src.first(r.tokens[r.unique[j]].stem); p >= 0; p = src.next[p] {
			masks[src.tokens[p].sent] |= 1 << j
		}
	}
	return masks
}

// bestSpan returns the sentences [from,to) that hold most of the claim: one,
// or two where the second adds to it. to is 0 if nothing is found.
func (r *reading) bestSpan(masks []uint64) (from, to int, weight float32) {
	const gain = 1.15 // a second sentence must add this much to be worth showing
	for i, m := range masks {
		if w := r.weigh(m); w > weight {
			from, to, weight = i, i+1, w
		}
	}
	for i := 0; i+1 < len(masks); i++ {
		if w := r.weigh(masks[i] | masks[i+1]); w > gain*weight {
			from, to, weight = i, i+2, w
		}
	}
	return from, to, weight
}
