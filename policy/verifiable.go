package policy

// unverifiable: too few of the answer's words stand in the cited evidence. An
// answer that states nothing has no words to look up.
func unverifiable(p Policy, f Facts) bool {
	return f.Claims > 0 && f.Verifiable < p.Verify.Verifiable
}

// unlikeIdeal: the answer has less in common with the ideal answer than the
// policy asks for.
func unlikeIdeal(p Policy, f Facts) bool {
	return f.Ideal != nil && *f.Ideal < p.Verify.MinIdealOverlap
}
