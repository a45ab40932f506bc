package policy

import (
	"slices"

	"vouchsafe/grounding/report"
)

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
	// The answer states something and cites nothing at all. No policy forgives that, whatever its coverage; an audit of answers
	// that were never asked to cite does.
	{CitationMissing, func(_ Policy, f Facts) bool {
		return !f.Audit && (f.Claims > 0 && f.Citations == 0 || f.has(report.MissingCitations))
	}},
	// A citation is neither verified nor made good by a heal, or could not be pinned to one.
	{CitationUnverified, func(_ Policy, f Facts) bool { return f.Unverified > 0 || f.has(citationDefects...) }},
	// A marker cites nothing, or markers are out of order where the policy does not allow them to be renumbered.
	{MarkerUnresolved, func(p Policy, f Facts) bool {
		return f.has(report.MarkerUnresolved) || f.has(report.MarkerOrder) && !slices.Contains(p.Heal, Renumber)
	}},
	// What these name turns a true sentence into a false one, so no policy forgives it and no heal covers it.
	{NumberChanged, finds(report.ClaimNumber)},
	{NegationChanged, finds(report.ClaimNegation)},
	{EntityChanged, finds(report.ClaimEntity)},
	// Too few claims carry a citation that stands. A policy that asks for all of them forgives none, also where the share was
	// rounded up.
	{CoverageLow, func(p Policy, f Facts) bool {
		every := p.Verify.Coverage >= 1 && (f.Cited < f.Claims || f.has(report.ClaimUncited))
		return !f.Audit && f.Claims > 0 && (f.Coverage < p.Verify.Coverage || every)
	}},
	// The evidence that a claim cites does not carry it. Coverage does not forgive that: it is about claims that cite nothing. A
	// claim whose support cannot be told, in another language say, breaks nothing.
	{ClaimUnsupported, func(_ Policy, f Facts) bool { return f.Unsupported > 0 || f.has(report.ClaimUnsupported) }},
	{RiskHigh, func(p Policy, f Facts) bool {
		return (p.Verify.Open == OpenRisk || p.Verify.Open == OpenNear) && f.Risk > p.Verify.MaxRisk
	}},
	// A part of the answer is no claim, and rests neither on the question nor on a cited source.
	{TextUnaccounted, func(p Policy, f Facts) bool { return p.Verify.Accounted && f.has(report.TextUnaccounted) }},
	// Too few of the answer's words stand in the cited evidence. An answer that states nothing has no words to look up.
	{VerifiableLow, func(p Policy, f Facts) bool { return f.Claims > 0 && f.Verifiable < p.Verify.Verifiable }},
	{IdealOverlapLow, func(p Policy, f Facts) bool { return f.Ideal != nil && *f.Ideal < p.Verify.MinIdealOverlap }},
	// The app's own retriever ranked a cited chunk below what the policy asks for: a chunk without a figure breaks nothing.
	{SimilarityLow, func(p Policy, f Facts) bool {
		return p.Verify.MinRetrievalSimilarity > 0 && f.has(report.LowSimilarity)
	}},
	{TrustLow, untrusted},
	// That a chunk comes from an earlier turn of the conversation is told, but breaks nothing.
	{SourceTooOld, func(p Policy, f Facts) bool {
		return p.Trust.MaxAge > 0 && f.Oldest != nil && float64(*f.Oldest) > p.Trust.MaxAge.Hours()/24
	}},
	{JudgeRejected, finds(report.JudgeRejected)},
	{OffQuestion, func(p Policy, f Facts) bool { return p.Verify.Relevance == RelevanceFail && f.has(report.OffQuestion) }},
}

// citationDefects are findings that mean a citation does not stand, also
// where they could not be pinned to one.
var citationDefects = []report.Code{
	report.UnknownChunk, report.WrongChunk, report.SnippetMissing, report.SnippetTooShort,
	report.SnippetTooLong, report.SnippetNotFound, report.SnippetAltered,
}

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
