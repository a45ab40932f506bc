package policy

import "vouchsafe/grounding/report"

// offQuestion: the judge says that the answer answers another question.
func offQuestion(p Policy, f Facts) bool {
	return p.Verify.Relevance == RelevanceFail && f.has(report.OffQuestion)
}

// Asks reports whether the judge of the policy is asked about a claim of this
// outcome. all: it is asked about carried claims too.
func (p Policy) Asks(outcome report.Outcome, all bool) bool {
	switch outcome {
	case report.Open:
		return p.Verify.Open == OpenJudge
	case report.Unjudged:
		return p.Verify.Open == OpenJudge || p.Verify.Unjudged == UnjudgedFail
	case report.Carried:
		return all && p.Verify.Open == OpenJudge
	}
	return false
}
