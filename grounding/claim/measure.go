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
	v[fNovelWeight], v[fNovelNoEcho] = r.said.weigh(novel), r.said.weigh(novel&^r.echo)
	v[fAlien], v[fAlienCount] = r.said.weigh(novel&^r.family), float32(bits.OnesCount64(novel&^r.family))
	v[fCoverage], v[fWindow] = 1, 1
	if r.said.total > 0 {
		v[fCoverage], v[fWindow] = r.said.weigh(r.found)/r.said.total, r.window/r.said.total
	}
	v[fEvidence] = float32(r.sents)
	v[fItem] = float32(count(text.ListMarker(r.said.text) > 0))
	return v
}

// risk estimates the chance that the evidence does not carry the claim.
func (r *reading) risk() float64 {
	if len(r.sources) == 0 {
		return 1
	}
	v := r.measure()
	return loadModel().Risk(loadModel().Score(v[:]))
}
