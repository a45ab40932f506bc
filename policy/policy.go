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
	// `off` verifies nothing, `observe` verifies and records, `enforce` lets through only what holds.
	Mode Mode `json:"mode" is:"word off observe enforce"`
	// what becomes of an exchange without evidence; calls of offered tools pass under `refuse` too.
	WhenNoContext NoContext `json:"when_no_context" is:"word pass refuse"`
	// what counts as evidence.
	Context Context `json:"context" is:"section"`
	// calls whose reply a program reads: those with the demanded form pass, those only whose form can hold no statement, or none.
	Tasks Tasks `json:"tasks" is:"word auto closed none"`
	// rules for further calls that want no grounded prose.
	Exempt Exempt `json:"exempt" is:"exempt"`
	// how the model cites and how citations are shown.
	Citations Citations `json:"citations" is:"section"`
	// what an answer has to show.
	Verify Verify `json:"verify" is:"section"`
	// names or patterns (`extract-*`) of tools whose arguments are verified as an answer; `auto`: one that the
	// request forces, or that ends an agent's run by its name, its description or its place.
	AnswerTools []string `json:"answer_tools,omitempty" is:"list" of:"glob" or:"auto"`
	// how far sources have to be relied on.
	Trust Trust `json:"trust" is:"section"`
	// corrections without a model call: `snap` a snippet to the chunk's words, `relink` it to the chunk that has
	// them, `renumber` markers.
	Heal []Heal `json:"heal,omitempty" is:"list" of:"word snap relink renumber"`
	// asking the model again.
	Repair Repair `json:"repair" is:"section"`
	// what becomes of an answer that no repair could mend.
	OnFailure OnFailure `json:"on_failure" is:"word refuse redact quote mark"`
	// what the client gets instead.
	Refusal Refusal `json:"refusal" is:"section"`
	// streamed answers.
	Stream Stream `json:"stream" is:"section"`
	// what becomes of a model's reasoning, which is never verified.
	Reasoning Reasoning `json:"reasoning" is:"word drop pass"`
	// how much of the report the reply carries.
	Report Report `json:"report" is:"word full summary none"`
	// whether verified answers may be used again for the same request.
	Cache bool `json:"cache" is:"truth"`
}

// Context says what counts as evidence.
type Context struct {
	// `auto`, or names of layouts; a preset that is named counts as declared.
	Layouts []string `json:"layouts" is:"list" of:"filled"`
	// how passages in a message of that role count; `fallback`: only where none of their kind is primary.
	Roles map[string]Role `json:"roles" is:"names role" of:"word primary fallback ignore"`
	// how chunks beside the messages count; auto: primary for a keyed app or a loopback client.
	Beside Beside `json:"beside" is:"word auto primary ignore"`
	// evidence is the newest turn that has chunks, or all turns.
	Scope Scope `json:"scope" is:"word current conversation"`
	// the user's whole message is the evidence (summarizers).
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
	// what the trace calls it.
	Name string `json:"name" is:"text"`
	// which message head and tail are of; either, where left out.
	Role string `json:"role,omitempty" is:"word system user" or:"empty"`
	// how the message begins, literally.
	Head string `json:"head,omitempty" is:"text"`
	// how the message ends, literally.
	Tail string `json:"tail,omitempty" is:"text"`
	// the model as the client names it.
	Model string `json:"model,omitempty" is:"text"`
	// form that the reply must have; any other reply is enforced.
	Form string `json:"form" is:"form"`
}

// Citations says how the model is asked to cite and how citations are shown.
type Citations struct {
	// how the model is asked to cite.
	Dialect answer.Dialect `json:"dialect" is:"word auto segments sentences snippet claims numbered dagger author_year client"`
	// how a citation looks, such as `[{n}]`; with one or more of `{n}`, `{authors}`, `{year}`, `{title}`,
	// `{url}`, `{doc_id}`, `{chunk_id}`, `{source_filename}`, `{page}`.
	Marker string `json:"marker" is:"marker"`
	// whether a list of sources ends the answer.
	References References `json:"references" is:"word auto always never"`
	// form of the answer.
	Render Render `json:"render" is:"word text json"`
}

// Verify says what an answer has to show. Shares are from 0 to 1.
type Verify struct {
	// how far a snippet may differ from the chunk: not at all; in white space, case and quotes; in evident typos
	// and ellipses too.
	Snippet Snippet `json:"snippet" is:"word exact normalized fuzzy"`
	// from where on a near miss is told as such; never by itself a proof.
	Similarity float64 `json:"similarity" is:"share"`
	// least length of a snippet in code points; a CJK character counts as three.
	MinChars int `json:"min_chars" is:"whole 0 10000"`
	// greatest length of a snippet, code points.
	MaxChars int `json:"max_chars" is:"whole 1 100000"`
	// least retrieval similarity of a cited chunk, where the app sent one.
	MinRetrievalSimilarity float64 `json:"min_retrieval_similarity" is:"share"`
	// which sentences need support.
	Claims Claims `json:"claims" is:"word numeric factual all"`
	// share of claims that must carry a verified citation; below 1 forgives uncited claims only.
	Coverage float64 `json:"coverage" is:"share"`
	// least share of a claim's content words in its cited evidence.
	Support float64 `json:"support" is:"share"`
	// greatest estimated chance that a claim is not carried by its evidence.
	MaxRisk float64 `json:"max_risk" is:"share"`
	// least share of the answer's words in the cited evidence.
	Verifiable float64 `json:"verifiable" is:"share"`
	// least overlap with the ideal answer, where verify is given one.
	MinIdealOverlap float64 `json:"min_ideal_overlap" is:"share"`
	// a claim that words neither carry nor refute passes up to `max_risk`, passes only in its source's words
	// (`near`), is judged, is replaced with its source, or fails.
	Open Open `json:"open" is:"word risk near judge quote fail"`
	// a claim of which words can say nothing is treated like an open one, or fails unless a judge carries it.
	Unjudged Unjudged `json:"unjudged" is:"word open fail"`
	// name of the judge for `open: judge` and for relevance.
	Judge string `json:"judge,omitempty" is:"text"`
	// an answer to another question: not looked for, told as `off-question`, or a failure (needs a judge).
	Relevance Relevance `json:"relevance" is:"word off warn fail"`
	// an exchange that takes longer is not repaired, and told as `budget-exhausted`; 0s for any.
	MaxLatency time.Duration `json:"max_latency" is:"duration 0 1h"`
	// headings, questions, code, tables, links and courtesies must be carried too, or say nothing.
	Accounted bool `json:"accounted" is:"truth"`
	// JSON Pointers of an own-schema answer that state nothing.
	IgnorePaths []string `json:"ignore_paths,omitempty" is:"list" of:"pointer"`
}

// Trust says how far sources have to be relied on. Scores are from 0 to 1.
type Trust struct {
	// own tiers, looked up before the built-in table.
	Tiers trust.Tiers `json:"tiers,omitempty" is:"names name"`
	// least trust of each cited source.
	MinScore float64 `json:"min_score" is:"share"`
	// least trust of the sources together.
	MinAnswer float64 `json:"min_answer" is:"share"`
	// greatest age of a cited source; 0s for any.
	MaxAge time.Duration `json:"max_age" is:"duration 0 36500d"`
}

// Repair says how often a failed answer is asked for again. Attempts does not
// count the first call. MaxTokens of 0 leaves the client's own limit.
type Repair struct {
	// how often a failed answer is asked for again.
	Attempts int `json:"attempts" is:"whole 0 10"`
	// time for all repairs of an exchange.
	Budget time.Duration `json:"budget" is:"duration 0 1h"`
	// limit of a repaired answer; 0 for the client's own.
	MaxTokens int `json:"max_tokens" is:"whole 0 1000000"`
}

// Refusal is what the client gets in place of an answer that failed.
type Refusal struct {
	// what the client reads.
	Message string `json:"message" is:"filled"`
	// the message in the question's language (`de`, `pt-BR`); told apart are `en`, `de`, `fr`, `es`, `it`, `pt`,
	// `nl`, `ru`, `ar`, `zh`, `ja`.
	ByLanguage map[string]string `json:"by_language,omitempty" is:"names language" of:"filled"`
	// finish_reason of a refusal in plain text.
	FinishReason FinishReason `json:"finish_reason" is:"word content_filter stop"`
	// a refusal in the client's own `json_schema`, such as `'{"answer":"","found":false}'`; used where it meets
	// that schema.
	SchemaTemplate string `json:"schema_template,omitempty" is:"json" or:"empty"`
	// in the client's own `json_schema`: the message in `refusal`, or an instance that states nothing.
	OwnSchema OwnSchema `json:"own_schema" is:"word refusal template"`
}

// Stream says how a streamed answer leaves.
type Stream struct {
	// when streamed text leaves.
	Mode StreamMode `json:"mode" is:"word progressive buffered"`
	// time between two signs of life.
	Heartbeat time.Duration `json:"heartbeat" is:"duration 1s 1m"`
}
