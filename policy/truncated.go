package policy

import "vouchsafe/grounding/report"

// truncated: the reply ends in the middle, so its last sentence may say
// something else than it would have said.
func truncated(_ Policy, f Facts) bool { return f.has(report.TruncatedOutput) }
