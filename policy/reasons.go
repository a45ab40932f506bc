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

// finds is broken by findings alone, whatever the policy says.
func finds(codes ...report.Code) func(Policy, Facts) bool {
	return func(_ Policy, f Facts) bool { return f.has(codes...) }
}

// rules are all of them, in the order in which reasons are given.
var rules = []rule{
	// The reply could not be read in any dialect. A field that is missing is no failure by itself: what it would have named is
	// found by other means or fails as a citation.
	{OutputMalformed, finds(report.MalformedOutput, report.EchoedExample)},
	// The reply ends in the middle, so its last sentence may say something else than it would have said.
	{OutputTruncated, finds(report.TruncatedOutput)},
	{CitationMissing, uncited},
	{CitationUnverified, unverified},
	{MarkerUnresolved, dangling},
	// What these name turns a true sentence into a false one, so no policy forgives it and no heal covers it.
	{NumberChanged, finds(report.ClaimNumber)},
	{NegationChanged, finds(report.ClaimNegation)},
	{EntityChanged, finds(report.ClaimEntity)},
	{CoverageLow, uncovered},
	{ClaimUnsupported, unsupported},
	{RiskHigh, risky},
	{TextUnaccounted, unaccounted},
	{VerifiableLow, unverifiable},
	{IdealOverlapLow, unlikeIdeal},
	{SimilarityLow, dissimilar},
	{TrustLow, untrusted},
	{SourceTooOld, outdated},
	{JudgeRejected, finds(report.JudgeRejected)},
	{OffQuestion, offQuestion},
}
