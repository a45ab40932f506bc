package claim

import (
	"math/bits"

	"vouchsafe/grounding/text"
)

// vector holds the figures of one claim, in the order of FeatureNames.
type vector [features]float32

// measure fills in what the reading tells about the claim.
func (r *reading) measure() (v vector) {
	novel := r.said.all() &^ (r.found | r.meta)
	v[fWords], v[fContent] = float32(len(r.said.tokens)), float32(r.said.n)
	v[fNovel], v[fNovelWeight] = float32(bits.OnesCount64(novel)), r.said.weigh(novel)
	v[fNovelNoEcho] = r.said.weigh(novel &^ r.echo)
	v[fAlien], v[fAlienCount] = r.said.weigh(novel&^r.family), float32(bits.OnesCount64(novel&^r.family))
	v[fCoverage], v[fWindow] = 1, 1
	if r.said.total > 0 {
		v[fCoverage], v[fWindow] = r.said.weigh(r.found)/r.said.total, r.window/r.said.total
		v[fEcho] = r.said.weigh(r.echo) / r.said.total
	}
	v[fNumbers], v[fNumbersNovel] = float32(len(r.numbers)), float32(len(r.wrongNumbers))
	v[fNames], v[fNamesNovel] = float32(len(r.names)), float32(len(r.wrongNames))
	v[fEvidence] = float32(r.sents)
	v[fItem] = float32(count(text.ListMarker(r.said.text) > 0))
	v[fRefusal] = float32(count(r.kind == Refusal))
	v[fHollow] = float32(count(r.kind != Refusal && r.kind != Claim))
	for ; novel != 0; novel &= novel - 1 {
		t := r.said.uniqueToken(bits.TrailingZeros64(novel))
		harm := r.harm.taint(t.stem)
		v[fNovelMax] = max(v[fNovelMax], t.weight)
		v[fTaint] += harm
		v[fTaintMax] = max(v[fTaintMax], harm)
	}
	return v
}

// course sums up what the claims of an answer so far have that the evidence
// lacks. An answer that has begun to invent goes on with it: where people marked
// what they found invented, a sentence behind such ones is marked more often than
// its own words tell. It counts only where a whole answer cites nothing and is
// judged at one go; a claim that cites is judged by itself, so that a sentence is
// worth the same while it is streamed and when the answer is whole.
type course struct {
	claims      float32 // how many
	novel, harm float32 // sums over them: weight found in neither evidence nor question, learnt harm
	worst       float32 // greatest harm of one of them
}

// enter fills in what came before a claim.
func (c *course) enter(v *vector) {
	if c.claims == 0 {
		return
	}
	v[fBeforeNovel], v[fBeforeHarm] = c.novel/c.claims, c.harm/c.claims
	v[fBeforeWorst], v[fBeforeSum] = c.worst, c.novel
}

// add goes on behind a claim with the given figures.
func (c *course) add(v *vector) {
	c.claims++
	c.novel += v[fNovelNoEcho]
	c.harm += v[fTaint]
	c.worst = max(c.worst, v[fTaint])
}

// risk estimates the chance that the evidence does not carry the claim that was
// read last. An answer that cites nothing is judged at one go: then what came
// before counts.
func (h *Hearing) risk(ev Evidence, uncited bool) float64 {
	if len(ev.Sources) == 0 {
		return 1
	}
	v := h.reading.measure()
	if uncited {
		h.course.follow(&v, h.reading.kind)
	}
	return loadModel().Risk(loadModel().Score(v[:]))
}

// follow fills in what came before a sentence, and counts it in if it is a claim.
func (c *course) follow(v *vector, kind Kind) {
	c.enter(v)
	if kind == Claim {
		c.add(v)
	}
}
