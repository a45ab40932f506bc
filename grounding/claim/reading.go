package claim

import (
	"math/bits"
	"slices"

	"vouchsafe/grounding/text"
)

// maxUnique is how many different content words of a claim are weighed. The
// set of those found is then one machine word. A longer claim is judged by
// its first ones for coverage; numbers and names are checked throughout.
const maxUnique = 64

// reading is a claim as it is being held against its evidence.
type reading struct {
	heardSentence
	said    wording
	foreign bool // the claim is in another language than its evidence

	found  uint64 // unique ones in the evidence
	family uint64 // unique ones of which the evidence has a relative
	meta   uint64 // unique ones in titles and other metadata
	echo   uint64 // unique ones in the question
	masks  []uint64
	window float32 // greatest weight found in two neighbouring sentences
	closest
	sents   int // sentences of the evidence
	sources []*Source

	numbers                  []text.Number // those that need support
	names                    []text.Name   // those that may be checked
	areas                    []area        // where numbers must stand
	wrongNumbers, wrongNames []Finding
	asserted                 bool      // one of these at least is not denied
	compared                 []closest // sentences that may refute the claim
	alike                    []closest // sentences that may have its words, where whole sources are the evidence
	concluded                []concluded
}

// wording is the words of a claim.
type wording struct {
	text   string // as people see it
	lang   text.Language
	tokens []token
	unique [maxUnique]int32 // tokens with a content stem not seen before
	of     []int8           // by token: its place in unique, -1 for none
	n      int              // how many unique
	total  float32          // their weight
}

// closest is the sentence of the evidence that says most of the claim.
type closest struct {
	source   int // index into Evidence.Sources, -1 for none
	sentence int
	weight   float32 // of the claim's words in it
}

// read reads a claim and holds it against its evidence. The reading holds until
// the next one.
func (h *Hearing) read(claim string, ev Evidence) *reading {
	r := &h.reading
	if r.heardSentence.text != claim || r.heardSentence.read == nil || !slices.Equal(r.sources, ev.Sources) {
		h.hold(claim, ev)
	}
	r.asserted = false
	r.meta = h.holds(&h.titles, ev.Titles...)
	r.echo = h.holds(&h.asked, ev.Question)
	r.areas = areas(ev, ev.Quotes, r.areas[:0])
	r.numbers = statedOf(append(r.numbers[:0], r.heardSentence.read.Numbers()...), r.said.text)
	r.names = r.said.claimNames(r.heardSentence.read.Names(), r.names[:0])
	r.wrongNumbers = r.numberFindings(ev)
	r.wrongNames = r.entityFindings(ev)
	return r
}

// hold looks the words of a claim up in the sources.
func (h *Hearing) hold(claim string, ev Evidence) {
	r, old := &h.reading, h.reading
	*r = reading{heardSentence: h.heard(claim), sources: append(old.sources[:0], ev.Sources...)}
	r.said.text, r.said.lang, r.closest.source = r.heardSentence.read.Text, text.English, -1
	r.said.tokens, r.said.of, r.masks, r.areas, r.compared = old.said.tokens, old.said.of, old.masks, old.areas[:0], old.compared[:0]
	r.alike, r.numbers, r.names, r.concluded = old.alike[:0], old.numbers, old.names, old.concluded[:0]
	if len(ev.Sources) > 0 {
		r.said.lang = ev.Sources[0].page.lang
	}
	if old.heardSentence.text == claim && old.heardSentence.read == r.heardSentence.read && old.said.lang == r.said.lang && !old.foreign {
		r.said = old.said
	} else {
		r.said.cut(r.heardSentence.read)
	}
	r.detect(ev)
	for i, src := range ev.Sources {
		r.against(src, i)
	}
}

// cut makes tokens of the claim and picks its content words.
func (c *wording) cut(read *text.Text) {
	c.tokens, c.n, c.total = tokensOf(read, c.lang, c.tokens[:0]), 0, 0
	lexicon := loadLexicon()
	c.setAside()
	c.of = slices.Grow(c.of[:0], len(c.tokens))
	for i := range c.tokens {
		t := &c.tokens[i]
		t.weight = lexicon.weigh(t)
		place := int8(-1)
		if t.content() {
			place = c.place(i)
		}
		c.of = append(c.of, place)
	}
}

// zeros returns a list of so many zeros in the room of another one.
func zeros[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, 2*n)
	}
	list = list[:n]
	clear(list)
	return list
}

// setAside takes from the content of a claim what speaks of the answer or the
// evidence, not of the world: a list's ordinal, citation markers, "(passage 2)".
func (c *wording) setAside() {
	marker := text.ListMarker(c.text)
	for i := range c.tokens {
		t := &c.tokens[i]
		switch {
		case int(t.end) <= marker, t.has(hollowTrait), t.is(numeral) && c.refers(i):
			t.flags |= stopWord
		}
	}
}

// refers reports whether number i is that of a passage or a citation marker.
func (c *wording) refers(i int) bool {
	if inMarker(c.text, int(c.tokens[i].start)) {
		return true
	}
	if i == 0 {
		return false
	}
	before := &c.tokens[i-1]
	return before.has(referenceTrait) || before.is(numeral) && before.is(stopWord)
}

// detect finds out whether the claim is in another language than its evidence. A
// claim with its share of the evidence's function words is not.
func (r *reading) detect(ev Evidence) {
	const fewest, prose = 4, 0.25 // words that a language can be told from; least share of function words in prose
	if len(ev.Sources) == 0 || len(r.said.tokens) < fewest || stopShare(r.said.tokens) >= prose {
		return
	}
	lang := r.heardSentence.read.Language()
	known := func(s *Source) bool { return s.page.lang == lang || s.page.lang == text.Unknown }
	if lang == text.Unknown || lang == r.said.lang || slices.ContainsFunc(ev.Sources, known) {
		return
	}
	r.said.lang, r.foreign = lang, true
	r.said.cut(r.heardSentence.read)
}

// stopShare returns the share of function words among some tokens.
func stopShare(tokens []token) float64 {
	n := 0
	for i := range tokens {
		if tokens[i].is(stopWord) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(tokens)))
}

// place returns the place of token i among the unique ones, adding it if it is
// new; -1 if there is no room.
func (c *wording) place(i int) int8 {
	for j := range c.n {
		if c.uniqueToken(j).stem == c.tokens[i].stem {
			return int8(j)
		}
	}
	if c.n == maxUnique {
		return -1
	}
	c.unique[c.n] = int32(i)
	c.total += c.tokens[i].weight
	c.n++
	return int8(c.n - 1)
}

func (c *wording) uniqueToken(j int) *token { return &c.tokens[c.unique[j]] }

// all returns the set of all unique words. A shift by 64 gives 0 in Go, which
// makes the full set come out right.
func (c *wording) all() uint64 { return uint64(1)<<c.n - 1 }

// weigh sums the weights of a set of unique words.
func (c *wording) weigh(set uint64) (sum float32) {
	for ; set != 0; set &= set - 1 {
		sum += c.uniqueToken(bits.TrailingZeros64(set)).weight
	}
	return sum
}

// heldBy returns, for each sentence of a source, the set of the claim's unique words
// that it holds. It holds until the next call.
func (r *reading) heldBy(src *Source) []uint64 {
	r.masks = zeros(r.masks, len(src.page.sents))
	for j := range r.said.n {
		for i := range src.table().sentencesWith(r.said.uniqueToken(j).stem) {
			r.masks[i] |= 1 << j
		}
	}
	return r.masks
}

// mostAlike bounds the sentences that are compared with a claim word for word.
const mostAlike = 64

// against looks the claim up in one source, which has the given index.
func (r *reading) against(src *Source, index int) {
	masks, here := r.heldBy(src), uint64(0)
	for i, m := range masks {
		here |= m
		w := r.said.weigh(m)
		if w > r.closest.weight {
			r.closest = closest{index, i, w}
		}
		if 2*w >= r.said.total && len(r.alike) < mostAlike {
			r.alike = append(r.alike, closest{index, i, w})
		}
		if i+1 < len(masks) {
			m |= masks[i+1]
		}
		r.window = max(r.window, r.said.weigh(m))
	}
	for j := range r.said.n {
		if bit := uint64(1) << j; here&bit != 0 || src.table().holdsRoot(r.said.uniqueToken(j).root) {
			r.family |= bit
		}
	}
	r.found |= here
	r.sents += len(masks)
}

// inside returns the unique words of the claim that stand in the areas.
func (r *reading) inside(ev Evidence) (set uint64) {
	for _, a := range r.areas {
		for j := range r.said.n {
			for i := range ev.Sources[a.source].table().sentencesWith(r.said.uniqueToken(j).stem) {
				if a.from <= i && i < a.to {
					set |= 1 << j
					break
				}
			}
		}
	}
	return set
}

// area is some neighbouring sentences of a source.
type area struct {
	source     int
	start, end int // bytes, end exclusive
	from, to   int // sentences, end exclusive
}

// areas returns the sentences of the evidence that some quotes touch; the whole
// sources where nothing is quoted. They are appended to out.
func areas(ev Evidence, quotes []Quote, out []area) []area {
	for _, q := range quotes {
		if q.Source < 0 || q.Source >= len(ev.Sources) {
			continue
		}
		src := ev.Sources[q.Source]
		start := text.ByteOf(src.page.text, q.Start)
		end := start + text.ByteOf(src.page.text[start:], q.End-q.Start)
		from, to := src.page.around(start, end)
		for i := from; i < to; i++ {
			start, end = min(start, src.page.sents[i].Start), max(end, src.page.sents[i].End)
		}
		out = append(out, area{q.Source, start, max(start, end), from, to})
	}
	if len(out) > 0 {
		return out
	}
	for i, src := range ev.Sources {
		out = append(out, area{i, 0, len(src.page.text), 0, len(src.page.sents)})
	}
	return out
}
