package claim

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// LeastLocated is the score, see Locate, below which a span carries nothing of a claim.
const LeastLocated = 0.35

// Locate finds the span of a source, one sentence or two, that carries a claim
// which cites the source without quoting it. start and end are code points of
// the source's text, end exclusive; score is the weighted share of the claim's
// content words in the span, 0 to 1, four decimals. ok is false where too
// little of the claim is there, or where a number, a name or the polarity
// differs.
func Locate(claim string, src *Source) (start, end int, score float64, ok bool) {
	return new(Hearing).Locate(claim, src)
}

// Locate is the function of that name, for the next claim of an answer.
func (h *Hearing) Locate(claim string, src *Source) (start, end int, score float64, ok bool) {
	if i := h.copyIn(src, claim); i >= 0 {
		return src.page.codePoint(src.page.sents[i].Start), src.page.codePoint(src.page.sents[i].End), 1, true
	}
	ev := Evidence{Sources: []*Source{src}}
	r := h.read(claim, ev)
	from, to, score, copied := h.span(claim, src)
	if to == 0 {
		return 0, 0, 0, false
	}
	fits := score >= LeastLocated && !r.foreign && len(r.wrongNumbers)+len(r.wrongNames) == 0
	ok = copied || fits && h.conclude(r, ev).outcome != Refuted
	return src.page.codePoint(src.page.sents[from].Start), src.page.codePoint(src.page.sents[to-1].End), score, ok
}

// span is the sentences [from,to) of the one source of a reading that hold most of its claim, and
// whether they are a copy of it. to is 0 if nothing is found.
func (h *Hearing) span(claim string, src *Source) (from, to int, score float64, copied bool) {
	said := &h.reading.said
	from, to, weight := said.bestSpan(h.reading.heldBy(src))
	switch {
	case to == from+1 && !hides(claim) && h.copies(claim, src, from):
		return from, to, 1, true
	case said.total > 0:
		return from, to, round4(float64(weight / said.total)), false
	}
	return from, to, 1, false
}

// Span is where Locate finds a claim, whether the source carries it there or says otherwise.
func (h *Hearing) Span(claim string, src *Source) (start, end int, score float64) {
	from, to := h.copyIn(src, claim), 0
	if from >= 0 {
		to, score = from+1, 1
	} else {
		h.hold(claim, Evidence{Sources: []*Source{src}})
		from, to, score, _ = h.span(claim, src)
	}
	if to == 0 {
		return 0, 0, 0
	}
	return src.page.codePoint(src.page.sents[from].Start), src.page.codePoint(src.page.sents[to-1].End), score
}

// bestSpan returns the sentences [from,to) that hold most of the claim: one,
// or two where the second adds to it. to is 0 if nothing is found.
func (c *wording) bestSpan(masks []uint64) (from, to int, weight float32) {
	const gain = 1.15 // a second sentence must add this much to be worth showing
	for i, m := range masks {
		if w := c.weigh(m); w > weight {
			from, to, weight = i, i+1, w
		}
	}
	for i := range max(0, len(masks)-1) {
		if w := c.weigh(masks[i] | masks[i+1]); w > gain*weight {
			from, to, weight = i, i+2, w
		}
	}
	return from, to, weight
}

// Verifiable returns the share of an answer's content words, each occurrence counted, that stand in
// any of the sources: 0 to 1, four decimals; 1 for a text without content words. What is copied is
// known to stand there.
func Verifiable(copied []string, rest string, sources []*Source) float64 {
	lang := text.English
	if len(sources) > 0 {
		lang = sources[0].page.lang
	}
	if strings.TrimSpace(rest) == "" {
		return 1
	}
	r := wordReaders.Get().(*wordReader)
	defer wordReaders.Put(r)
	found, all := 0, 0
	for i, s := range append(copied, rest) {
		r.tokens = tokensOf(r.reader.Again(text.Show(s).Text, lang), lang, r.tokens[:0])
		for k := range r.tokens {
			t := &r.tokens[k]
			if !t.content() {
				continue
			}
			if all++; i < len(copied) || slices.ContainsFunc(sources, func(src *Source) bool { return src.table().holds(t.stem) }) {
				found++
			}
		}
	}
	if all == 0 {
		return 1
	}
	return round4(float64(found) / float64(all))
}

// Overlap returns how much two answers have in common: the harmonic mean of
// the shares of each one's different content words that the other holds too,
// 0 to 1, four decimals. Two texts without content words have all in common.
func Overlap(a, b string) float64 {
	x, y := stemSet(a), stemSet(b)
	if len(x)+len(y) == 0 {
		return 1
	}
	common := 0
	for s := range x {
		if y[s] {
			common++
		}
	}
	return round4(2 * float64(common) / float64(len(x)+len(y)))
}

func stemSet(s string) map[uint32]bool {
	t, out := text.Read(s), make(map[uint32]bool)
	for _, stem := range contentStems(t, t.Language()) {
		out[stem] = true
	}
	return out
}

// contentStems lists the stems of a text's content words.
func contentStems(t *text.Text, lang text.Language) (out []uint32) {
	for _, token := range tokensOf(t, lang, nil) {
		if token.content() {
			out = append(out, token.stem)
		}
	}
	return out
}
