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
	// `observe` verifies and records, `enforce` also lets through only what holds.
	Mode Mode `json:"mode" is:"word off observe enforce"`
	// an exchange without evidence; tool calls pass anyway.
	WhenNoContext NoContext `json:"when_no_context" is:"word pass refuse"`
	// what counts as evidence.
	Context Context `json:"context" is:"section"`
	// [which calls for programs pass](tasks.md#the-policy).
	Tasks Tasks `json:"tasks" is:"word auto closed none"`
	// further calls that want no grounded prose.
	Exempt Exempt `json:"exempt" is:"exempt"`
	// how the model cites and how citations are shown.
	Citations Citations `json:"citations" is:"section"`
	// what an answer has to show.
	Verify Verify `json:"verify" is:"section"`
	// names or patterns of tools whose arguments are verified; `auto`: [an answering tool](parameters.md).
	AnswerTools []string `json:"answer_tools,omitempty" is:"list" of:"glob" or:"auto"`
	// how far sources have to be relied on.
	Trust Trust `json:"trust" is:"section"`
	// [corrections](http.md#the-report) without a model call.
	Heal []Heal `json:"heal,omitempty" is:"list" of:"word snap relink renumber"`
	// asking the model again.
	Repair Repair `json:"repair" is:"section"`
	// [what becomes](failing.md) of an answer that no repair mends.
	OnFailure OnFailure `json:"on_failure" is:"word refuse redact quote mark"`
	// what the client gets instead.
	Refusal Refusal `json:"refusal" is:"section"`
	// streamed answers.
	Stream Stream `json:"stream" is:"section"`
	// the model's reasoning, which is never verified.
	Reasoning Reasoning `json:"reasoning" is:"word drop pass"`
	// how much of the report the reply carries.
	Report Report `json:"report" is:"word full summary none"`
	// whether a reply has `citations` and `search_results` too, as Perplexity's.
	Sources bool `json:"sources" is:"truth"`
	// whether verified answers are [used again](sharing.md).
	Cache bool `json:"cache" is:"truth"`
}

// Context says what counts as evidence.
type Context struct {
	// `auto`, or names of [layouts](layouts.md) and presets.
	Layouts []string `json:"layouts" is:"list" of:"filled"`
	// how chunks in a message of that role count.
	Roles map[string]Role `json:"roles" is:"names role" of:"word primary fallback ignore"`
	// how chunks beside the messages count; `auto`: primary for a keyed app or a loopback client.
	Beside Beside `json:"beside" is:"word auto primary ignore"`
	// evidence: the newest turn with chunks, or all turns.
	Scope Scope `json:"scope" is:"word current conversation"`
	// whether the user's whole message is evidence (summarizers).
	WholeMessage bool `json:"whole_message" is:"truth"`
}

// Tasks says which calls whose reply a program reads pass unverified.
type Tasks string

// The values of Tasks.
const (
	AutoTasks   Tasks = "auto"   // those whose reply has the form that the prompt demands
	ClosedTasks Tasks = "closed" // those whose reply has a form that can hold no statement
	NoTasks     Tasks = "none"
)

// Exempt says which further exchanges want no grounded prose.
type Exempt struct {
	Auto  bool         `json:"-"` // the word of older files for `tasks: auto`; only while a file is read
	Rules []ExemptRule `json:"rules,omitempty"`
}

// ExemptRule names one kind of call. Every condition that is set
// has to hold. The reply must fit Form all the same.
type ExemptRule struct {
	// its name in traces.
	Name string `json:"name" is:"text"`
	// role of the message.
	Role string `json:"role,omitempty" is:"word system user" or:"empty"`
	// literal beginning of the message.
	Head string `json:"head,omitempty" is:"text"`
	// literal end of the message.
	Tail string `json:"tail,omitempty" is:"text"`
	// model, as clients name it.
	Model string `json:"model,omitempty" is:"text"`
	// [form](tasks.md#forms) of the reply; any other reply is enforced.
	Form string `json:"form" is:"form"`
}

// Citations says how the model is asked to cite and how citations are shown.
type Citations struct {
	// [how the model is asked to cite](dialects.md).
	Dialect answer.Dialect `json:"dialect" is:"word auto segments sentences snippet claims numbered dagger author_year client"`
	// `none`, `superscript`, or a text with `{n}`, `{authors}`, `{year}`, `{title}`, `{url}`, `{doc_id}`, `{chunk_id}`,
	// `{source_filename}`, `{page}`; `auto`: the app's own.
	Marker string `json:"marker" is:"marker"`
	// list of sources at the end.
	References References `json:"references" is:"word auto always never"`
	// form of the answer.
	Render Render `json:"render" is:"word text json"`
}

// Verify says what an answer has to show. Shares are from 0 to 1.
type Verify struct {
	// how a snippet may differ: not; in white space, case and quotes; in typos and ellipses too.
	Snippet Snippet `json:"snippet" is:"word exact normalized fuzzy"`
	// decides nothing: the similarity of every snippet is reported, and proves none.
	Similarity float64 `json:"similarity" is:"share" instead:"decides nothing: the similarity of every snippet is reported, and proves none"`
	// least code points of a snippet; a CJK character counts as three.
	MinChars int `json:"min_chars" is:"whole 0 10000"`
	// most code points of a snippet.
	MaxChars int `json:"max_chars" is:"whole 1 100000"`
	// least `similarity` of a cited chunk.
	MinRetrievalSimilarity float64 `json:"min_retrieval_similarity" is:"share"`
	// [which sentences](claims.md#what-a-claim-is) need support.
	Claims Claims `json:"claims" is:"word numeric factual all"`
	// share of claims with a verified citation; below 1 forgives uncited claims only.
	Coverage float64 `json:"coverage" is:"share"`
	// least share of a claim's content words in its evidence.
	Support float64 `json:"support" is:"share"`
	// greatest risk of an open claim.
	MaxRisk float64 `json:"max_risk" is:"share"`
	// least share of the answer's words in its evidence.
	Verifiable float64 `json:"verifiable" is:"share"`
	// least overlap with the ideal answer of `vouchsafe verify`.
	MinIdealOverlap float64 `json:"min_ideal_overlap" is:"share"`
	// an [open claim](claims.md#how-a-claim-is-judged) passes up to `max_risk`, passes if [near](policies.md#choosing),
	// is judged, is replaced with its source, or fails.
	Open Open `json:"open" is:"word risk near judge quote fail"`
	// an unjudged claim is treated as open, or fails unless a judge carries it.
	Unjudged Unjudged `json:"unjudged" is:"word open fail"`
	// the [judge](judges.md).
	Judge string `json:"judge,omitempty" is:"text"`
	// an answer to another question: ignored, reported, or a failure (needs a judge).
	Relevance Relevance `json:"relevance" is:"word off warn fail"`
	// after it no repair begins; 0s: any.
	MaxLatency time.Duration `json:"max_latency" is:"duration 0 1h"`
	// whether headings, questions, code and links must come from a source or the question, or state nothing.
	Accounted bool `json:"accounted" is:"truth"`
	// JSON Pointers that state nothing in an own schema.
	IgnorePaths []string `json:"ignore_paths,omitempty" is:"list" of:"pointer"`
}

// Trust says how far sources have to be relied on. Scores are from 0 to 1.
type Trust struct {
	// own tiers, before the built-in ones.
	Tiers trust.Tiers `json:"tiers,omitempty" is:"names name"`
	// least trust of each cited source.
	MinScore float64 `json:"min_score" is:"share"`
	// least trust of all cited sources together.
	MinAnswer float64 `json:"min_answer" is:"share"`
	// greatest age of a cited source; 0s: any.
	MaxAge time.Duration `json:"max_age" is:"duration 0 36500d"`
}

// Repair says how often a failed answer is asked for again. Attempts does not
// count the first call. MaxTokens of 0 leaves the client's own limit.
type Repair struct {
	// how often a failed answer is asked for again.
	Attempts int `json:"attempts" is:"whole 0 10"`
	// time for all repairs.
	Budget time.Duration `json:"budget" is:"duration 0 1h"`
	// limit of a repaired answer; 0: the client's.
	MaxTokens int `json:"max_tokens" is:"whole 0 1000000"`
}

// Refusal is what the client gets in place of an answer that failed.
type Refusal struct {
	// what the client reads.
	Message string `json:"message" is:"filled"`
	// the message in other languages of questions, such as `de`; eleven are told apart.
	ByLanguage map[string]string `json:"by_language,omitempty" is:"names language" of:"filled"`
	// of a refusal in plain text.
	FinishReason FinishReason `json:"finish_reason" is:"word content_filter stop"`
	// JSON of a refusal, for own schemas that it meets.
	SchemaTemplate string `json:"schema_template,omitempty" is:"json" or:"empty"`
	// under an own schema: the message in `refusal`, or an instance that states nothing.
	OwnSchema OwnSchema `json:"own_schema" is:"word refusal template"`
}

// Stream says how a streamed answer leaves.
type Stream struct {
	// [when text leaves](streams.md).
	Mode StreamMode `json:"mode" is:"word progressive buffered"`
	// time between signs of life.
	Heartbeat time.Duration `json:"heartbeat" is:"duration 1s 1m"`
}
