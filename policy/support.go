package policy

import "vouchsafe/grounding/report"

// unsupported: the evidence that a claim cites does not carry it. Coverage
// does not forgive that: it is about claims that cite nothing. A claim whose
// support cannot be told, in another language say, breaks nothing.
func unsupported(_ Policy, f Facts) bool {
	return f.Unsupported > 0 || f.has(report.ClaimUnsupported)
}

// risky: the chance that a cited claim is not carried is estimated higher
// than the policy allows.
func risky(p Policy, f Facts) bool {
	return (p.Verify.Open == OpenRisk || p.Verify.Open == OpenNear) && f.Risk > p.Verify.MaxRisk
}
