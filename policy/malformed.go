package policy

import "vouchsafe/grounding/report"

// malformed: the reply could not be read in any dialect. A field that is
// missing is no failure by itself: what it would have named is found by other
// means or fails as a citation.
func malformed(_ Policy, f Facts) bool {
	return f.has(report.MalformedOutput) || f.has(report.EchoedExample)
}
