package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

func TestLowSimilarityCountsWhereItIsAskedFor(t *testing.T) {
	expectFailures(t, nil, found(report.LowSimilarity))
	expectFailures(t, func(p *Policy) { p.Verify.MinRetrievalSimilarity = 0.1 }, found(report.LowSimilarity), SimilarityLow)
}
