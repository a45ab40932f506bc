package policy

import "vouchsafe/grounding/answer"

// Mode says whether a policy acts.
type Mode string

const (
	Off     Mode = "off"     // nothing is verified
	Observe Mode = "observe" // verified and recorded; the reply is untouched
	Enforce Mode = "enforce" // only what holds is let through
)

// NoContext says what becomes of an exchange without evidence.
type NoContext string

const (
	PassNoContext   NoContext = "pass"
	RefuseNoContext NoContext = "refuse"
)

// Role says how passages in a message of some role count.
type Role string

const (
	PrimaryRole  Role = "primary"
	FallbackRole Role = "fallback" // only where there is nothing primary of its kind
	IgnoreRole   Role = "ignore"
)

// Beside says whether chunks given beside the messages are the app's own.
type Beside string

const (
	AutoBeside    Beside = "auto" // primary for a keyed app or a loopback client
	PrimaryBeside Beside = "primary"
	IgnoreBeside  Beside = "ignore"
)

// Scope says how far back evidence reaches.
type Scope string

const (
	CurrentScope      Scope = "current"      // the newest turn that has chunks
	ConversationScope Scope = "conversation" // all turns
)

// Auto is the value of Layouts and Marker that leaves the choice to the gateway.
const Auto = "auto"

// AutoDialect leaves the dialect to the gateway.
const AutoDialect answer.Dialect = "auto"

// Values of Citations.Marker that are no templates.
const (
	NoMarker          = "none"
	SuperscriptMarker = "superscript"
)

// References says when a list of sources ends the answer.
type References string

const (
	AutoReferences   References = "auto"
	AlwaysReferences References = "always"
	NeverReferences  References = "never"
)

// Render says in which form the answer leaves.
type Render string

const (
	RenderText Render = "text"
	RenderJSON Render = "json"
)

// Snippet says how far a snippet's words may differ from the chunk's.
type Snippet string

const (
	Exact      Snippet = "exact"
	Normalized Snippet = "normalized" // white space, case, Unicode forms, quotes, dashes
	Fuzzy      Snippet = "fuzzy"      // evident typos and ellipses too
)

// Claims says which sentences need support.
type Claims string

const (
	NumericClaims Claims = "numeric" // those with a number
	FactualClaims Claims = "factual" // those that state something
	AllClaims     Claims = "all"     // every sentence
)

// Open says what becomes of a claim that words neither carry nor refute.
type Open string

const (
	OpenRisk  Open = "risk"  // it passes while its risk is at most MaxRisk
	OpenNear  Open = "near"  // so it does only where its words are its source's, in any form
	OpenJudge Open = "judge" // the judge decides
	OpenQuote Open = "quote" // the source sentences take its place, without a repair
	OpenFail  Open = "fail"  // it fails
)

// Unjudged says what becomes of a claim about which words say nothing: its
// language has no data, or its source is in another language.
type Unjudged string

const (
	UnjudgedOpen Unjudged = "open" // it is treated like an open claim
	UnjudgedFail Unjudged = "fail" // it fails unless a judge carries it
)

// Relevance says what becomes of an answer to another question.
type Relevance string

const (
	RelevanceOff  Relevance = "off"
	RelevanceWarn Relevance = "warn" // it is told
	RelevanceFail Relevance = "fail" // it fails; only a judge can say so
)

// OwnSchema says how an answer in the client's own schema is refused.
type OwnSchema string

const (
	OwnSchemaRefusal  OwnSchema = "refusal"  // the message stands in the member refusal
	OwnSchemaTemplate OwnSchema = "template" // an instance of the schema without a statement
)

// Heal is a correction without a model call.
type Heal string

const (
	Snap     Heal = "snap"     // a snippet becomes the chunk's own words
	Relink   Heal = "relink"   // a citation moves to the chunk that holds its words
	Renumber Heal = "renumber" // markers are numbered in order
)

// OnFailure says what becomes of an answer that no repair could mend.
type OnFailure string

const (
	RefuseAnswer OnFailure = "refuse"
	RedactAnswer OnFailure = "redact" // what failed is dropped
	QuoteAnswer  OnFailure = "quote"  // the source's own words take the place of what failed
	MarkAnswer   OnFailure = "mark"   // what failed is marked
)

// FinishReason is the finish_reason of a refusal in plain text.
type FinishReason string

const (
	ContentFilter FinishReason = "content_filter"
	Stop          FinishReason = "stop"
)

// StreamMode says when streamed text leaves.
type StreamMode string

const (
	Progressive StreamMode = "progressive" // each sentence as soon as it is verified
	Buffered    StreamMode = "buffered"    // everything is verified first
)

// Reasoning says what becomes of a model's reasoning.
type Reasoning string

const (
	DropReasoning Reasoning = "drop"
	PassReasoning Reasoning = "pass"
)

// Report says how much of the report the reply carries.
type Report string

const (
	FullReport    Report = "full"
	SummaryReport Report = "summary"
	NoReport      Report = "none"
)
