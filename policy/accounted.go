package policy

import (
	"slices"

	"vouchsafe/grounding/report"
)

// unaccounted: a part of the answer is no claim, and rests neither on the
// question nor on a cited source.
func unaccounted(p Policy, f Facts) bool {
	return p.Verify.Accounted && f.has(report.TextUnaccounted)
}

// DropsOnly reports whether all that is wrong with an answer is text that the
// policy drops without asking the model again.
func (p Policy) DropsOnly(reasons []Reason) bool {
	drops := p.OnFailure == RedactAnswer || p.OnFailure == QuoteAnswer
	return drops && slices.Equal(reasons, []Reason{TextUnaccounted})
}

// tells reports whether a finding only tells that words could not judge a claim,
// and the claim passes.
func tells(f report.Finding, claims []report.Claim) bool {
	if f.Code != report.TextUnaccounted || f.Claim == nil {
		return false
	}
	supported := claims[*f.Claim].Supported
	return supported == nil || *supported
}

// notClaims lists the claims of a report that are only text which could not be
// accounted for, by their index.
func notClaims(findings []report.Finding) map[int]bool {
	out := map[int]bool{}
	for _, f := range findings {
		if f.Code == report.TextUnaccounted && f.Claim != nil {
			out[*f.Claim] = true
		}
	}
	return out
}
