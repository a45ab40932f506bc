package policy

import "vouchsafe/grounding/report"

// found returns a change of facts: these defects were found.
func found(codes ...report.Code) func(*Facts) {
	return func(f *Facts) { f.Findings = codes }
}

// builtinOf is a built-in policy.
func builtinOf(name string) Policy {
	p, _ := Builtin(name)
	return p
}
