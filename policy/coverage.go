package policy

import "vouchsafe/grounding/report"

// uncovered: too few claims carry a citation that stands. A policy that asks
// for all of them forgives none, also where the share was rounded up.
func uncovered(p Policy, f Facts) bool {
	if f.Audit || f.Claims == 0 {
		return false
	}
	if f.Coverage < p.Verify.Coverage {
		return true
	}
	return p.Verify.Coverage >= 1 && (f.Cited < f.Claims || f.has(report.ClaimUncited))
}
