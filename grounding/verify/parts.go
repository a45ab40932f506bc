package verify

import (
	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
)

// Parts verifies an answer that is released while it is written: each citation
// as it comes, each sentence, and in the end the whole. What was found of a
// citation or a claim in a part is taken over where it comes again, so that the
// whole costs little once its parts are known. Results are those of Check. It
// is not for concurrent use.
type Parts struct{ v *verification }

// NewParts prepares for the parts of one answer.
func NewParts(ev Evidence, r Rules) *Parts {
	v := newVerification(ev, r, new(claim.Hearing))
	if !r.AgainstAll { // there, what comes before a claim tells on it
		v.citing.settled, v.judging.settled = map[written]settled{}, map[string]claim.Judgement{}
		v.walk.sentences, v.vouching.passed = map[string][]claim.Sentence{}, map[string]bool{}
	}
	return &Parts{v}
}

// Check verifies all of the answer.
func (p *Parts) Check(a answer.Answer) Result { return p.CheckBelow(a, Frame{}) }

// CheckBelow verifies a part of the answer, below what has come before it.
func (p *Parts) CheckBelow(a answer.Answer, above Frame) Result {
	v := p.v
	if v.material.rules.AgainstAll {
		v = newVerification(v.material.ev, v.material.rules, new(claim.Hearing))
	}
	v.walk.frame = above
	return v.check(a)
}
