package repair

import "vouchsafe/grounding/report"

// Remedy is what can be done about a defect without asking the model again.
type Remedy int

const (
	// Fatal defects are the whole answer's: no sentence can be blamed. One that
	// belongs to a single citation costs the sentences that carry it.
	Fatal Remedy = iota
	// Drop: the sentence says, or quotes, something else than its source. It
	// is never shown, with a mark or without one.
	Drop
	// Mark: nothing shows that the sentence is wrong, and nothing carries it.
	// It may be shown with a mark, or else is dropped.
	Mark
	// Told defects condemn nothing; the policy may hold them against the whole.
	Told
)

// RemedyFor is the closed table. A code that it does not know is fatal.
func RemedyFor(code report.Code) Remedy {
	switch code {
	case report.MalformedOutput, report.MissingCitations, report.TruncatedOutput:
		return Fatal
	case report.SnippetNotFound, report.SnippetAltered, report.ClaimNumber, report.ClaimEntity,
		report.ClaimNegation, report.SourceConflict, report.UntrustedContext, report.TextUnaccounted:
		return Drop
	case report.ClaimUncited, report.ClaimUnsupported, report.JudgeRejected,
		report.UnknownChunk, report.WrongChunk, report.SnippetMissing, report.SnippetTooShort, report.SnippetTooLong,
		report.MarkerUnresolved, report.LowSimilarity, report.LowTrust:
		return Mark
	case report.MissingField, report.MarkerOrder, report.StaleSource, report.DerivedEvidence, report.BudgetExhausted,
		report.TargetRemoved, report.ToolNotOffered, report.OffQuestion, report.Unreadable:
		return Told
	}
	return Fatal
}
