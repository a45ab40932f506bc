package policy

import "vouchsafe/grounding/report"

// Reason is why an answer did not pass, or why nothing was decided. The list
// is closed.
type Reason string

const (
	ModeOff            Reason = report.ReasonOff
	WithoutContext     Reason = report.ReasonNoContext
	NoClaims           Reason = report.ReasonNoClaims
	OutputMalformed    Reason = "output-malformed"
	OutputTruncated    Reason = "output-truncated"
	CitationMissing    Reason = "citation-missing"
	CitationUnverified Reason = "citation-unverified"
	MarkerUnresolved   Reason = "marker-unresolved"
	NumberChanged      Reason = "number-changed"
	NegationChanged    Reason = "negation-changed"
	EntityChanged      Reason = "entity-changed"
	CoverageLow        Reason = "coverage-low"
	ClaimUnsupported   Reason = "claim-unsupported"
	RiskHigh           Reason = "risk-high"
	TextUnaccounted    Reason = "text-unaccounted"
	VerifiableLow      Reason = "verifiable-low"
	SimilarityLow      Reason = "similarity-low"
	TrustLow           Reason = "trust-low"
	SourceTooOld       Reason = "source-too-old"
	IdealOverlapLow    Reason = "ideal-overlap-low"
	JudgeRejected      Reason = "judge-rejected"
	OffQuestion        Reason = "off-question"
	BudgetExhausted    Reason = "budget-exhausted"
)

// rule is one thing that an answer can break.
type rule struct {
	reason Reason
	broken func(Policy, Facts) bool
}

// rules are all of them, in the order in which reasons are given.
var rules = []rule{
	{OutputMalformed, malformed},
	{OutputTruncated, truncated},
	{CitationMissing, uncited},
	{CitationUnverified, unverified},
	{MarkerUnresolved, dangling},
	{NumberChanged, numberChanged},
	{NegationChanged, negationChanged},
	{EntityChanged, entityChanged},
	{CoverageLow, uncovered},
	{ClaimUnsupported, unsupported},
	{RiskHigh, risky},
	{TextUnaccounted, unaccounted},
	{VerifiableLow, unverifiable},
	{IdealOverlapLow, unlikeIdeal},
	{SimilarityLow, dissimilar},
	{TrustLow, untrusted},
	{SourceTooOld, outdated},
	{JudgeRejected, rejected},
	{OffQuestion, offQuestion},
}
