package policy

import "vouchsafe/grounding/report"

// dissimilar: the app's own retriever ranked a cited chunk below what the
// policy asks for. The figure is the retriever's, so a chunk without one
// breaks nothing.
func dissimilar(p Policy, f Facts) bool {
	return p.Verify.MinRetrievalSimilarity > 0 && f.has(report.LowSimilarity)
}
