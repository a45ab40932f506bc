package policy

import "vouchsafe/grounding/report"

// found returns a change of facts: these defects were found.
func found(codes ...report.Code) func(*Facts) {
	return func(f *Facts) { f.Findings = codes }
}
