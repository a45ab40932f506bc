package policy

import (
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/trust"
)

// Policy is one app's rules. The JSON form, with snake_case keys, is the
// canonical one that Hash is taken of. The zero value is not a usable policy:
// start from a built-in one.
type Policy struct {
	Mode          Mode      `json:"mode"`
	WhenNoContext NoContext `json:"when_no_context"`
	Context       Context   `json:"context"`
	Exempt        Exempt    `json:"exempt"`
	Citations     Citations `json:"citations"`
	Verify        Verify    `json:"verify"`
	AnswerTools   []string  `json:"answer_tools,omitempty"` // Auto, or names and patterns of tools whose arguments are an answer
	Trust         Trust     `json:"trust"`
	Heal          []Heal    `json:"heal,omitempty"`
	Repair        Repair    `json:"repair"`
	OnFailure     OnFailure `json:"on_failure"`
	Refusal       Refusal   `json:"refusal"`
	Stream        Stream    `json:"stream"`
	Reasoning     Reasoning `json:"reasoning"`
	Report        Report    `json:"report"`
	Cache         bool      `json:"cache"`
}

// Context says what counts as evidence.
type Context struct {
	Layouts      []string        `json:"layouts"` // "auto", or names of layouts and presets
	Roles        map[string]Role `json:"roles"`   // role of a message: how its passages count
	Beside       Beside          `json:"beside"`
	Scope        Scope           `json:"scope"`
	WholeMessage bool            `json:"whole_message"` // the user's whole message is the evidence
}

// Exempt says which exchanges want no grounded prose: rankers, title makers.
type Exempt struct {
	Auto  bool         `json:"auto"` // the auxiliary calls of common frameworks
	Rules []ExemptRule `json:"rules,omitempty"`
}

// ExemptRule names one kind of auxiliary call. Every condition that is set
// has to hold. The reply must fit Form all the same.
type ExemptRule struct {
	Name  string `json:"name"`
	Role  string `json:"role,omitempty"`  // system or user: which message; "" for either
	Head  string `json:"head,omitempty"`  // how a message begins, literally
	Tail  string `json:"tail,omitempty"`  // how the same message ends, literally
	Model string `json:"model,omitempty"` // the model as the client names it
	Form  string `json:"form"`            // closed output form of the reply, see CheckForm
}

// Citations says how the model is asked to cite and how citations are shown.
type Citations struct {
	Dialect    answer.Dialect `json:"dialect"`    // AutoDialect or one of cite's
	Marker     string         `json:"marker"`     // auto, none, superscript or a template such as "[{n}]"
	References References     `json:"references"` // a list of sources at the end
	Render     Render         `json:"render"`
}

// Verify says what an answer has to show. Shares are from 0 to 1.
type Verify struct {
	Snippet                Snippet `json:"snippet"`
	Similarity             float64 `json:"similarity"`               // reported for every snippet; never by itself a proof
	MinChars               int     `json:"min_chars"`                // least weight of a snippet, code points after folding
	MaxChars               int     `json:"max_chars"`                // greatest length of a snippet, code points
	MinRetrievalSimilarity float64 `json:"min_retrieval_similarity"` // of the cited chunk, where the app sent one
	Claims                 Claims  `json:"claims"`
	Coverage               float64 `json:"coverage"`          // share of claims that must carry a verified citation
	Support                float64 `json:"support"`           // least share of a claim's content words in its cited evidence
	MaxRisk                float64 `json:"max_risk"`          // greatest estimated chance that a claim is not carried
	Verifiable             float64 `json:"verifiable"`        // least share of the answer's words in the cited evidence
	MinIdealOverlap        float64 `json:"min_ideal_overlap"` // least overlap with the ideal answer, where an audit has one
	// Open says what becomes of a claim that words neither carry nor refute,
	// Unjudged of one about which words say nothing.
	Open        Open          `json:"open"`
	Unjudged    Unjudged      `json:"unjudged"`
	Judge       string        `json:"judge,omitempty"` // name of a judge
	Relevance   Relevance     `json:"relevance"`
	MaxLatency  time.Duration `json:"max_latency"`            // of a whole exchange; 0: no limit
	Accounted   bool          `json:"accounted"`              // text that is no sentence must be carried too, or say nothing
	IgnorePaths []string      `json:"ignore_paths,omitempty"` // JSON Pointers of an own-schema answer that state nothing
}

// Trust says how far sources have to be relied on. Scores are from 0 to 1.
type Trust struct {
	Tiers     trust.Tiers   `json:"tiers,omitempty"`
	MinScore  float64       `json:"min_score"`  // of each cited source
	MinAnswer float64       `json:"min_answer"` // of the answer's sources together
	MaxAge    time.Duration `json:"max_age"`    // of each cited source; 0: any age
}

// Repair says how often a failed answer is asked for again. Attempts does not
// count the first call. MaxTokens of 0 leaves the client's own limit.
type Repair struct {
	Attempts  int           `json:"attempts"`
	Budget    time.Duration `json:"budget"` // for all attempts of an exchange together
	MaxTokens int           `json:"max_tokens"`
}

// Refusal is what the client gets in place of an answer that failed.
type Refusal struct {
	Message        string            `json:"message"`
	ByLanguage     map[string]string `json:"by_language,omitempty"` // language tag: message
	FinishReason   FinishReason      `json:"finish_reason"`
	SchemaTemplate string            `json:"schema_template,omitempty"` // JSON text; "" for none
	OwnSchema      OwnSchema         `json:"own_schema"`
}

// Stream says how a streamed answer leaves.
type Stream struct {
	Mode      StreamMode    `json:"mode"`
	Heartbeat time.Duration `json:"heartbeat"`
}
