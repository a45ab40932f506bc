// Package report holds the words in which a verification speaks: verdicts,
// finding codes, and the report that is sent to clients, printed by the
// batch audit and kept in the trace. It is data, and how that is written as
// JSON.
package report

import (
	"math"
	"slices"
)

// Verdict is the outcome for a choice and for the exchange.
type Verdict string

const (
	Grounded   Verdict = "grounded"   // as the model wrote it
	Healed     Verdict = "healed"     // only heals were needed
	Repaired   Verdict = "repaired"   // a repair was needed
	Marked     Verdict = "marked"     // delivered with visible marks
	Quoted     Verdict = "quoted"     // what failed was replaced with its source's words
	Redacted   Verdict = "redacted"   // what failed was dropped
	Refused    Verdict = "refused"    // the gateway refused
	Declined   Verdict = "declined"   // the model itself refused or asked back
	Ungrounded Verdict = "ungrounded" // observed: it would not have passed
	Skipped    Verdict = "skipped"    // nothing to verify
	Failed     Verdict = "failed"     // upstream or client ended it
)

// severity orders verdicts, worst first, for the verdict of an exchange.
var severity = map[Verdict]int{
	Failed: 11, Refused: 10, Redacted: 9, Ungrounded: 8, Quoted: 7, Marked: 6, Repaired: 5,
	Healed: 4, Declined: 3, Grounded: 2, Skipped: 1,
}

// Worst returns the worst of some verdicts: the verdict of an exchange whose
// choices came out as given. It returns Skipped for none.
func Worst(vs ...Verdict) Verdict {
	worst := Skipped
	for _, v := range vs {
		if severity[v] > severity[worst] {
			worst = v
		}
	}
	return worst
}

// Reasons of a skipped exchange.
const (
	ReasonNoContext = "no-context"
	ReasonNoClaims  = "no-claims"
	ReasonToolCall  = "tool-call"
	ReasonTask      = "task"
	ReasonOff       = "off"
	// ReasonUnknownRequest: a guard was shown an answer whose request it has not seen.
	ReasonUnknownRequest = "unknown-request"
)

// Code names one kind of defect. The list is closed.
type Code string

const (
	MalformedOutput  Code = "malformed-output"
	MissingCitations Code = "missing-citations"
	MissingField     Code = "missing-field"
	UnknownChunk     Code = "unknown-chunk"
	WrongChunk       Code = "wrong-chunk"
	SnippetMissing   Code = "snippet-missing"
	SnippetTooShort  Code = "snippet-too-short"
	SnippetTooLong   Code = "snippet-too-long"
	SnippetNotFound  Code = "snippet-not-found"
	SnippetAltered   Code = "snippet-altered"
	MarkerUnresolved Code = "marker-unresolved"
	MarkerOrder      Code = "marker-order"
	ClaimUncited     Code = "claim-uncited"
	ClaimUnsupported Code = "claim-unsupported"
	ClaimNumber      Code = "claim-number"
	ClaimEntity      Code = "claim-entity"
	ClaimNegation    Code = "claim-negation"
	SourceConflict   Code = "source-conflict"
	LowSimilarity    Code = "low-similarity"
	LowTrust         Code = "low-trust"
	StaleSource      Code = "stale-source"
	DerivedEvidence  Code = "derived-evidence"
	UntrustedContext Code = "untrusted-context"
	TruncatedOutput  Code = "truncated-output"
	JudgeRejected    Code = "judge-rejected"
	BudgetExhausted  Code = "budget-exhausted"
	TextUnaccounted  Code = "text-unaccounted"
	TargetRemoved    Code = "target-removed"
	ToolNotOffered   Code = "tool-not-offered"
	OffQuestion      Code = "off-question"
	Unreadable       Code = "unreadable-context"
	EchoedExample    Code = "echoed-example"
)

// Outcome is what words alone made of a claim.
type Outcome string

const (
	Carried       Outcome = "carried"  // the source sentences license every word of the claim
	Refuted       Outcome = "refuted"  // the source sentences differ from the claim
	Open          Outcome = "open"     // words can tell neither
	Unjudged      Outcome = "unjudged" // there is no basis: no language data, or nothing cited
	QuotedOutcome Outcome = "quoted"   // the source's own words stand in the claim's place
)

// Decider says who decided whether a claim passes.
type Decider string

const (
	ByWords Decider = "words"
	ByRisk  Decider = "risk"
	ByJudge Decider = "judge"
	// ByNobody: the policy asks for no support of such a sentence. It was delivered, and nobody checked it.
	ByNobody Decider = "nobody"
)

// Finding is one defect and its place. Citation is a citation's number (from
// 1), Claim an index into the report's claims; both are nil where the defect
// belongs to the whole answer.
type Finding struct {
	Code     Code   `json:"code"`
	Citation *int   `json:"citation"`
	Claim    *int   `json:"claim"`
	Detail   string `json:"detail"`
}

// Located is the match of a citation without a quote: the place was found by the claim's words.
const Located = "located"

// Citation tells how one citation fared.
type Citation struct {
	Number              int       `json:"number"`
	Marker              string    `json:"marker,omitempty"` // as it stands in the answer; "" where the answer shows none
	ChunkID             string    `json:"chunk_id"`
	DocID               *string   `json:"doc_id"`
	Snippet             string    `json:"snippet"`
	Verified            bool      `json:"verified"`
	Quoted              bool      `json:"quoted"`
	Match               string    `json:"match"`
	Similarity          float64   `json:"similarity"` // four decimals
	Start               *int      `json:"start"`      // code points in the chunk's text
	End                 *int      `json:"end"`        // exclusive
	Heal                *Heal     `json:"heal"`
	Title               *string   `json:"title"`
	URL                 *string   `json:"url"`
	SourceFilename      *string   `json:"source_filename"`
	Authors             []string  `json:"authors"`
	Year                *int      `json:"year"`
	Date                *string   `json:"date"`
	Page                *string   `json:"page"`
	Sentence            *Sentence `json:"sentence"`
	Link                *string   `json:"link"` // the chunk's URL with a text fragment that opens it at the snippet
	RetrievalSimilarity *float64  `json:"retrieval_similarity"`
	Standing            string    `json:"standing"`
	From                string    `json:"from,omitempty"` // trace id of the exchange in which it backed this sentence before
	Trust               *Trust    `json:"trust"`
}

// Stretch is a part of a chunk's text, in code points, end exclusive.
type Stretch struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Sentence is the source sentences that a snippet stands in. Lead is the
// heading, list lead-in or table header that governs them, nil where there is
// none apart from them.
type Sentence struct {
	Start int      `json:"start"`
	End   int      `json:"end"`
	Text  string   `json:"text"`
	Lead  *Stretch `json:"lead"`
}

// Heal is a correction that was made without a model call. From and To are
// what was changed: a snippet (snap), a chunk id (relink), a number (renumber).
type Heal struct {
	Kind string `json:"kind"` // snap | relink | renumber
	From string `json:"from"`
	To   string `json:"to"`
}

// Trust is the standing of a source by its host or name and its age.
type Trust struct {
	Tier    string  `json:"tier"`
	Score   float64 `json:"score"`
	AgeDays *int    `json:"age_days"`
}

// Claim tells how one claim fared. Start and End are code points in the
// rendered content; nil for a claim in an own-schema answer, which has Path.
type Claim struct {
	Text       string   `json:"text"`
	Start      *int     `json:"start"`
	End        *int     `json:"end"`
	Path       *string  `json:"path"`
	Citations  []int    `json:"citations"` // citation numbers
	Judgement  Outcome  `json:"judgement"`
	By         Decider  `json:"by"`
	Judge      *Opinion `json:"judge"`
	Supported  *bool    `json:"supported"` // nil: it passed without being proven
	Support    float64  `json:"support"`
	Risk       float64  `json:"risk"`
	Confidence *string  `json:"confidence"`
}

// Opinion is what a judge said of a claim.
type Opinion struct {
	Name  string  `json:"name"`
	Score float64 `json:"score"` // 0 to 1, four decimals
}

// Audit counts citations.
type Audit struct {
	Total    int     `json:"total"`
	Verified int     `json:"verified"`
	Failed   int     `json:"failed"`
	PassRate float64 `json:"pass_rate"`
}

// AnswerTrust is the trust of all sources that an answer used, together.
type AnswerTrust struct {
	Score       float64 `json:"score"`
	Level       string  `json:"level"` // high | medium | low
	BestTier    string  `json:"best_tier"`
	NSources    int     `json:"n_sources"`
	Explanation string  `json:"explanation"`
}

// Report is the whole account of one choice.
type Report struct {
	Index              int          `json:"index"`
	Verdict            Verdict      `json:"verdict"`
	Mode               string       `json:"mode"`
	Citations          []Citation   `json:"citations"`
	Claims             []Claim      `json:"claims"`
	Audit              Audit        `json:"audit"`
	Coverage           float64      `json:"coverage"`
	Support            float64      `json:"support"`
	Verifiable         float64      `json:"verifiable"`
	Risk               float64      `json:"risk"`
	IdealOverlap       *float64     `json:"ideal_overlap"`
	Trust              *AnswerTrust `json:"trust"`
	DocumentsUsed      int          `json:"documents_used"`
	DocumentsRetrieved int          `json:"documents_retrieved"`
	UnansweredAspects  []string     `json:"unanswered_aspects"`
	Findings           []Finding    `json:"findings"`
}

// Round4 rounds to the four decimals in which every share is reported.
func Round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// Verdicts returns every verdict.
func Verdicts() []Verdict {
	return []Verdict{Grounded, Healed, Repaired, Marked, Quoted, Redacted, Refused, Declined, Ungrounded, Skipped, Failed}
}

// CodesOf are the codes of findings, each once.
func CodesOf(findings []Finding) (out []Code) {
	for _, f := range findings {
		if !slices.Contains(out, f.Code) {
			out = append(out, f.Code)
		}
	}
	return out
}

// Codes lists every finding code, in a fixed order.
func Codes() []Code {
	return []Code{
		MalformedOutput, MissingCitations, MissingField, UnknownChunk, WrongChunk, SnippetMissing, SnippetTooShort,
		SnippetTooLong, SnippetNotFound, SnippetAltered, MarkerUnresolved, MarkerOrder, ClaimUncited, ClaimUnsupported,
		ClaimNumber, ClaimEntity, ClaimNegation, SourceConflict, LowSimilarity, LowTrust, StaleSource, DerivedEvidence,
		UntrustedContext, TruncatedOutput, JudgeRejected, BudgetExhausted, TextUnaccounted, TargetRemoved,
		ToolNotOffered, OffQuestion, Unreadable, EchoedExample,
	}
}
