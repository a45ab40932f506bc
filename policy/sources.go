package policy

import "vouchsafe/grounding/report"

// untrusted: a cited source, or all of them together, are trusted less than
// the policy asks for.
func untrusted(p Policy, f Facts) bool {
	t := p.Trust
	if t.MinScore <= 0 && t.MinAnswer <= 0 {
		return false
	}
	if f.has(report.LowTrust) || f.Citations > 0 && f.LeastTrust < t.MinScore {
		return true
	}
	return f.Trust != nil && f.Trust.Score < t.MinAnswer
}

// outdated: a cited source is older than the policy allows. That a chunk
// comes from an earlier turn of the conversation is told, but breaks nothing.
func outdated(p Policy, f Facts) bool {
	return p.Trust.MaxAge > 0 && f.Oldest != nil && float64(*f.Oldest) > p.Trust.MaxAge.Hours()/24
}
