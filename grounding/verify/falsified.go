package verify

import (
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// Falsified reports whether some evidence speaks against a sentence: whether,
// held against all of it at once, the sentence has a number or a name that
// none of it has, or denies what it states. A sentence that cites nothing has
// been held against nothing yet; before it is shown with a mark it has to be.
func Falsified(text string, ev Evidence, r Rules) bool {
	c := checker{ev: ev, rules: r}
	j := claim.Judge(text, c.everything(), claim.Rules{MinSupport: r.MinSupport, MaxRisk: r.MaxRisk})
	for _, f := range j.Findings {
		switch report.Code(f.Code) {
		case report.ClaimNumber, report.ClaimEntity, report.ClaimNegation, report.SourceConflict:
			return true
		}
	}
	return false
}
