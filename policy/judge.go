package policy

import "vouchsafe/grounding/report"

// rejected: the policy's judge found a claim that is not carried.
func rejected(p Policy, f Facts) bool { return p.Verify.Judge != "" && f.has(report.JudgeRejected) }
