package policy

import "vouchsafe/grounding/report"

// What these rules name turns a true sentence into a false one, so no policy
// forgives it and no heal covers it.

// numberChanged: a claim states a number that its evidence does not.
func numberChanged(_ Policy, f Facts) bool { return f.has(report.ClaimNumber) }

// negationChanged: a claim denies what its evidence states, or the reverse.
func negationChanged(_ Policy, f Facts) bool { return f.has(report.ClaimNegation) }

// entityChanged: a claim names someone or something that its evidence does not.
func entityChanged(_ Policy, f Facts) bool { return f.has(report.ClaimEntity) }

// beyondHealing reports whether a defect stays one although the citation it
// belongs to was healed.
func beyondHealing(code report.Code) bool {
	switch code {
	case report.ClaimNumber, report.ClaimNegation, report.ClaimEntity, report.ClaimUnsupported,
		report.JudgeRejected, report.LowTrust, report.LowSimilarity, report.StaleSource:
		return true
	}
	return false
}
