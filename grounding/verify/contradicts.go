package verify

import (
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
)

// Contradicts reports whether two sentences say the same thing of the same
// things, one of them with a denial that the other has not. It is sure of what
// it reports and misses what is said in other words.
func Contradicts(a, b string) bool {
	return denies(a, b) && denies(b, a)
}

// denies reports whether a sentence has only words of another, and turns them.
func denies(a, b string) bool {
	j := claim.Judge(a, claim.Evidence{Sources: []*claim.Source{claim.Prepare(lexis.Show(b).Text)}}, claim.Rules{MaxRisk: 1})
	if j.Support < 1 {
		return false
	}
	negated := false
	for _, f := range j.Findings {
		if report.Code(f.Code) != report.ClaimNegation {
			return false // another number or name: it speaks of something else
		}
		negated = true
	}
	return negated
}
