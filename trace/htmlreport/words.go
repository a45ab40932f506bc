package htmlreport

import "vouchsafe/grounding/report"

// saying is how a verdict is told: a sign that stands for its colour, and a
// sentence for readers who do not know the word.
type saying struct {
	class   literal
	sign    literal
	meaning literal
}

var sayings = map[report.Verdict]saying{
	report.Grounded:   {"grounded", "✓", "As the model wrote it: every citation stands in its source in those words, and no statement failed."},
	report.Healed:     {"healed", "✓", "The same, after corrections that change no meaning: a quote set back to the source’s own words, a citation led to the passage that holds them."},
	report.Repaired:   {"healed", "↻", "The model was told what failed, and its next answer passed."},
	report.Marked:     {"declined", "!", "Delivered with visible marks on what could not be shown."},
	report.Quoted:     {"declined", "”", "What did not hold was replaced with the words of its source."},
	report.Redacted:   {"declined", "✂", "What failed was taken out of the answer."},
	report.Refused:    {"ungrounded", "✕", "The answer could not be grounded, and a refusal was sent in its place."},
	report.Declined:   {"declined", "–", "The model itself said that the sources do not answer the question, or asked back."},
	report.Skipped:    {"skipped", "○", "There was nothing to verify: no sources, no statement, or only calls of tools."},
	report.Ungrounded: {"ungrounded", "✕", "The policy would not have let this answer through as it stands."},
	report.Failed:     {"ungrounded", "✕", "The exchange ended before there was an answer."},
}

// verdicts are all of them, in the order in which they are counted out.
var verdicts = [...]report.Verdict{
	report.Grounded, report.Healed, report.Repaired, report.Marked, report.Quoted, report.Redacted,
	report.Declined, report.Skipped, report.Ungrounded, report.Refused, report.Failed,
}

// meanings tell what each finding means to somebody who did not write it.
var meanings = map[report.Code]literal{
	report.MalformedOutput:  "The answer is not in a form that could be read with certainty.",
	report.MissingCitations: "The answer makes statements and names no source for any of them.",
	report.MissingField:     "Something that every citation should state was left out.",
	report.UnknownChunk:     "The answer cites a source that was not among those given.",
	report.WrongChunk:       "The quoted words are real, but they stand in another source than the one named.",
	report.SnippetMissing:   "A citation names a source and quotes nothing from it.",
	report.SnippetTooShort:  "The quote is too short to prove anything.",
	report.SnippetTooLong:   "The quote is so long that it points at nothing in particular.",
	report.SnippetNotFound:  "The quoted words, or words that would carry the statement, are not in the source.",
	report.SnippetAltered:   "The quote is close to the source but differs where it matters: a number, a name, a unit or a “not”.",
	report.MarkerUnresolved: "A reference in the text leads nowhere.",
	report.MarkerOrder:      "References are not numbered in the order in which they appear.",
	report.ClaimUncited:     "A statement names no source.",
	report.ClaimUnsupported: "A statement is not carried by the source that it cites.",
	report.ClaimNumber:      "A statement gives a number that its source does not give.",
	report.ClaimEntity:      "A statement names someone or something that its source does not name.",
	report.ClaimNegation:    "A statement denies what its source affirms, or the other way round.",
	report.SourceConflict:   "The sources contradict each other on this point.",
	report.LowSimilarity:    "The search that found the source rated it as a poor match.",
	report.LowTrust:         "The source is not trusted enough, or is too old, for this policy.",
	report.StaleSource:      "The source was given earlier in the conversation, not with this question.",
	report.DerivedEvidence:  "The source was itself written by a model.",
	report.UntrustedContext: "The source did not come from the application itself.",
	report.TruncatedOutput:  "The answer was cut off before it was complete.",
	report.JudgeRejected:    "A second model judged that the source does not carry the statement.",
	report.BudgetExhausted:  "Time for corrections ran out.",
	report.TextUnaccounted:  "A part of the answer rests neither on a source nor on the question.",
	report.TargetRemoved:    "A link or an image led somewhere that no source names, and was removed.",
	report.ToolNotOffered:   "The model called a tool that the request does not offer.",
	report.OffQuestion:      "The answer shares no word with the question.",
	report.Unreadable:       "The context is an image or a file, which cannot be read as evidence.",
}

// meaningOf explains a finding; "" for a code of a later version.
func meaningOf(code report.Code) literal { return meanings[code] }

// sayingOf is how a verdict is told. One that is not known is told as bad.
func sayingOf(v report.Verdict) saying {
	if s, ok := sayings[v]; ok {
		return s
	}
	return saying{class: "ungrounded", sign: "?"}
}

// matches tell how the words of a citation were found.
var matches = map[string]literal{
	"exact":      "Quoted word for word.",
	"normalized": "Quoted word for word; only spacing, quotation marks or the like differ.",
	"fuzzy":      "Quoted with an evident slip of the pen.",
	"ellipsis":   "Quoted with words left out, and marked so.",
	"located":    "Not quoted; these words of the source carry the statement.",
}

// heals tell what was corrected.
var heals = map[string]literal{
	"snap":     "Quote set back to the source’s own words.",
	"relink":   "Citation led to the passage that holds the words.",
	"renumber": "Reference renumbered.",
}
