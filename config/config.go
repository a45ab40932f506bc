package config

import (
	"time"

	"vouchsafe/policy"
)

// Config is a whole configuration, checked and with every default filled in.
// It is plain data and never changed once loaded: a reload makes a new one.
// Sizes are bytes.
type Config struct {
	// address that clients connect to, host:port.
	Listen string `is:"address" default:"127.0.0.1:8080"`
	// the listener for operators.
	Admin Admin `is:"section"`
	// bounds of one process.
	Limits Limits `is:"section"`
	// the process's own log.
	Log Log `is:"section"`
	// model servers by name.
	Upstreams map[string]Upstream `is:"names name"`
	// `open`: anyone who reaches the gateway is the app `default`; `keys`: a client needs an app's key.
	Auth Auth `is:"word open keys" default:"open"`
	// accept that strangers use an upstream's api_key.
	OpenRelay bool `is:"truth" default:"false"`
	// tenants by name.
	Apps map[string]App `is:"names name"`
	// own policies by name.
	Policies map[string]policy.Policy `is:"policies"`
	// own layouts by name.
	Layouts map[string]Layout `is:"names name"`
	// model judges by name.
	Judges map[string]Judge `is:"names name"`
	// endpoints where other gateways have their answers verified, by name.
	Guards map[string]Guard `is:"names name"`
	// where traces go.
	Ledger Ledger `is:"section"`
	// where verified answers are kept, for policies that use them again.
	Cache Cache `is:"section"`
	// alerts when the failure rate of an app is high.
	Alerts Alerts `is:"section"`
	// export of spans to a collector.
	Telemetry Telemetry         `is:"section"`
	Variables map[string]string // of secrets that are one, by path, as the file has them: ${NAME}
	Warnings  []Problem         // what is allowed and may not be meant
}

// Alerts say when an operator is told that the failure rate of an app is high,
// and where. Package alerts is handed these.
type Alerts struct {
	// URL that alerts are sent to, as JSON; never shown.
	Webhook string `is:"webhook" or:"empty" mask:"https://********"`
	// alerts are signed under it (`X-Vouchsafe-Signature`); empty: they are not.
	Secret string `is:"text" mask:"********"`
	// failure rate (grounding failures as a share of verified answers) that raises an alert.
	FailureRate float64 `is:"share" default:"0.2"`
	// in which exchanges are counted.
	Window time.Duration `is:"duration 1m 1d" default:"10m"`
}

// Telemetry says where spans of exchanges go.
type Telemetry struct {
	// base URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`.
	OTLPEndpoint string `is:"url" or:"empty"`
	// headers of every export, such as `authorization`; values are never shown.
	Headers map[string]string `is:"names header" of:"text" mask:"********"`
	// put question and answer into spans, masked by `ledger.redact`, for apps whose `content` is `full`.
	CaptureContent bool `is:"truth" default:"false"`
}

// Admin is the listener of the dashboard, the API and the metrics.
type Admin struct {
	// address of the dashboard, the API, metrics and probes; empty for none. If the default address is taken, the
	// gateway starts without it and says so.
	Listen string `is:"address" default:"127.0.0.1:8081" or:"empty"`
	// what the admin listener asks for, with the role `admin`; it or a key is required if its address is not loopback.
	Token string `is:"text" mask:"********"`
	// further keys by the name that the log of accesses shows.
	Keys map[string]AdminKey `is:"names name"`
	// header in which a proxy that holds a key names the person behind it, such as `X-Forwarded-Email`; it goes into
	// the log of accesses.
	UserHeader string `is:"header" or:"empty"`
	// where people reach the dashboard; then answers can link to their evidence.
	PublicURL string `is:"url" or:"empty"`
	Made      bool   // the token was made for this run
}

// Open reports whether others reach the listener, and nothing is asked of them.
func (a Admin) Open() bool {
	return a.Listen != "" && !isLoopback(a.Listen) && a.Token == "" && len(a.Keys) == 0
}

// AdminKey lets somebody in at the admin listener.
type AdminKey struct {
	// hash of the token, made with `vouchsafe keygen NAME`.
	Hash string `is:"key_hash"`
	// `viewer`: figures, lists, single traces; `officer`: and exports, reports, feedback, who did what; `admin`: everything;
	// `metrics`: `/metrics` alone.
	Role string `is:"word viewer officer admin metrics" default:"viewer"`
	// the only app whose traces it reaches; empty for all.
	App string `is:"text"`
}

// Limits bounds what one process takes on.
type Limits struct {
	// largest request body.
	RequestBytes int64 `is:"size 1KiB 1GiB" default:"32MiB"`
	// largest reply of an upstream.
	ResponseBytes int64 `is:"size 1KiB 1GiB" default:"16MiB"`
	// exchanges at a time; 0 for no limit.
	Concurrency int `is:"whole 0 1000000" default:"0"`
	// open connections at a time; 0 for nine tenths of the file descriptors.
	Connections int `is:"whole 0 10000000" default:"0"`
	// how long a shutdown waits for running exchanges.
	Drain time.Duration `is:"duration 0 1d" default:"600s"`
}

// Log says how the process speaks of itself.
type Log struct {
	// least level that is written.
	Level string `is:"word debug info warn error" default:"info"`
	// form of a log line.
	Format string `is:"word json console" default:"json"`
}

// Upstream is a model server. Package upstream is handed these.
type Upstream struct {
	// root of the API, such as `https://api.openai.com/v1`; for Azure the resource root.
	BaseURL string `is:"base_url"`
	// the operator's credential; empty: the client's own is passed through.
	APIKey string `is:"text" mask:"********"`
	// further keys: calls take all in turn, and one that is turned away (401, 403, 429) rests.
	APIKeys []string `is:"list" of:"text" mask:"********"`
	// how paths and credentials are written; `anthropic`: asked through its own interface, `POST /v1/messages`.
	Kind string `is:"word openai azure anthropic" default:"openai"`
	// a top-level `documents` array becomes chunks in the prompt, or passes as it is (vLLM, Cohere).
	Documents string `is:"word render pass" default:"render"`
	// how the answer's shape is asked for; `auto` finds out.
	StructuredOutput string `is:"word auto json_schema json_object prompt" default:"auto"`
	// bounds of one call.
	Timeouts Timeouts `is:"section"`
	// further tries after a connection error.
	Retries int `is:"whole 0 5" default:"1"`
	// upstreams to ask, in this order, when this one does not answer.
	Fallbacks []string `is:"list" of:"filled"`
	// statuses of an answer on which the fallbacks are asked as well, such as `429` and `5xx`; else the client gets it.
	FallbackOn []string `is:"list" of:"status"`
	// name that clients use: name at the upstream.
	Models map[string]string `is:"names" of:"filled"`
	// whether `tools` and `response_format` go together; `auto`: to OpenAI and Azure.
	ToolsWithSchema string `is:"word auto yes no" default:"auto"`
	// PEM file of further certificate authorities.
	CAFile  string `is:"text"`
	Unnamed bool   // no file names it: it stands for OPENAI_BASE_URL
}

// Keys are the operator's credentials at an upstream; none where the client's own
// passes through.
func (u Upstream) Keys() (out []string) {
	for _, key := range append([]string{u.APIKey}, u.APIKeys...) {
		if key != "" {
			out = append(out, key)
		}
	}
	return out
}

// Timeouts bound one upstream call.
type Timeouts struct {
	// to connect.
	Connect time.Duration `is:"duration 1ms 1h" default:"5s"`
	// until the reply begins.
	FirstByte time.Duration `is:"duration 1ms 1d" default:"300s"`
	// between two pieces of a reply.
	Idle time.Duration `is:"duration 1ms 1d" default:"180s"`
	// for a whole call.
	Total time.Duration `is:"duration 1ms 1d" default:"600s"`
}

// Auth says who may use the gateway.
type Auth string

const (
	Open Auth = "open" // anyone who reaches it
	Keys Auth = "keys" // holders of an app key
)

// DefaultApp is the name of the app that serves clients without a key.
const DefaultApp = "default"

// IsDefault reports whether the address is the one that holds where the file
// names none. Two gateways on one machine would both want it: the second does
// without.
func (a Admin) IsDefault() bool { return a.Listen == defaultsOf[Admin]().Listen }

// App is a tenant.
type App struct {
	// hashes of its keys, as `vouchsafe keygen` prints them.
	Keys []string `is:"list" of:"key_hash"`
	// hashes of tokens that may read its traces at the admin listener; made like keys.
	ReadTokens []string `is:"list" of:"key_hash"`
	// name of its upstream; required where there are several.
	Upstream string `is:"filled"`
	// name of its policy, own or built in.
	Policy string `is:"filled" default:"balanced"`
	// patterns of the models that it may use; none for all.
	Models []string `is:"list" of:"glob"`
	// for example /clinic: /clinic/v1/chat/completions.
	PathPrefix string `is:"prefix" or:"empty"`
	// further paths that pass unchecked, such as `/v1/completions` or `/v1/threads/*`.
	Passthrough []string `is:"list" of:"path_or_below"`
	// pages in browsers that may call it.
	Cors Cors `is:"section"`
	// requests and tokens a minute.
	Rate Rate `is:"section"`
	// percentage of exchanges that is enforced, chosen by trace id; the others are observed.
	EnforceShare int `is:"whole 0 100" default:"100"`
	// a second, enforced call on a sample, never served, only recorded.
	Shadow Shadow `is:"section"`
	// false: observe at once, without a new policy.
	Enabled bool `is:"truth" default:"true"`
	// overrides `ledger.content`.
	Content Content `is:"word full hashed none"`
}

// Cors lets pages in browsers call an app.
type Cors struct {
	// origins such as https://app.example.com; `*` for all.
	Origins []string `is:"list" of:"origin"`
}

// Shadow is a second, enforced call on a sample of exchanges, never served.
type Shadow struct {
	// name of an enforcing policy; empty for no shadow.
	Policy string `is:"text"`
	// share of exchanges.
	Sample float64 `is:"share"`
}

// Rate bounds what an app may use in a minute; 0 is no limit.
type Rate struct {
	// 0 for no limit.
	RequestsPerMinute int `is:"whole 0 1000000000" default:"0"`
	// of prompts and answers together; 0 for no limit.
	TokensPerMinute int `is:"whole 0 1000000000" default:"0"`
}

// Layout is an own layout: how chunks lie in the prompts of an app. Template
// gives it in the terms of package layout.
type Layout struct {
	// role of the messages that it is looked for in; empty for any.
	Role string `is:"word system developer user tool" or:"empty"`
	// around all chunks.
	Section Span `is:"section"`
	// `section.begin` is a part of the first chunk.
	KeepBegin bool `is:"truth"`
	// around each chunk; begin may hold slots such as {id} and {title}.
	Record Span `is:"section"`
	// between chunks that have no marks of their own.
	Separator string `is:"text"`
	// built-in layouts to read the section with, in place of `record`.
	Layouts []string `is:"list" of:"filled"`
	// where the question stands.
	Question Question `is:"section"`
	// number of the first chunk, where chunks show no id.
	IDBase *int `is:"whole 0 1"`
	// marker that the app's own prompt asks for; empty for none.
	Marker string `is:"marker" or:"empty"`
}

// Question says where the question stands.
type Question struct {
	// before or after the section; empty: in another message.
	Place string `is:"word before after" or:"empty"`
	// text that the question follows.
	After string `is:"text"`
	// text that the question stands before.
	Before string `is:"text"`
}

// Span is what stands before and behind something, literally.
type Span struct {
	// what stands before, literally.
	Begin string `is:"text"`
	// what stands behind, literally.
	End string `is:"text"`
}

// Content says what a ledger keeps of texts.
type Content string

const (
	FullContent   Content = "full"
	HashedContent Content = "hashed" // their length and a keyed hash
	NoContent     Content = "none"
)

// Judge is a model that gives a second opinion on claims. Package judge is
// handed these.
type Judge struct {
	// a named model: fills in what is left out of kind, model, labels, template and version.
	Preset string `is:"word factcg guardian-3.0 guardian-3.3 guardian-4.1 hhem minicheck-7b minicheck-deberta minicheck-roberta" or:"empty"`
	// what kind of model it is, and so how it is asked; left out: that of the preset, or `chat`.
	Kind string `is:"word chat nli rerank score minicheck guardian" or:"empty"`
	// where `chat`, `minicheck` and `guardian` are asked; of `chat`, left out: the upstream of the exchange.
	Upstream string `is:"text"`
	// of a chat model: its name; left out: the model of the exchange. Of rerank and score, where the server wants one.
	Model string `is:"text"`
	// of `nli`, `rerank` and `score`: root of the server, without the path.
	URL string `is:"url" or:"empty"`
	// of nli, rerank and score: what the server asks for as a bearer token.
	APIKey string `is:"text" mask:"********"`
	// of `nli`: weight of each label; left out: 1 for entailment and its like.
	Labels map[string]float64 `is:"names filled" of:"share"`
	// of `nli`: one text of {evidence} and {claim}, for a model that takes no pair.
	Template string `is:"text"`
	// of `guardian`: how it is asked; left out: the one in the model's name.
	Version string `is:"word 3.0 3.3 4.1" or:"empty"`
	// of rerank and score: the server gives raw scores, which a sigmoid brings between 0 and 1.
	Sigmoid bool `is:"truth" default:"false"`
	// least score with which a claim is carried.
	Threshold float64 `is:"share" default:"0.5"`
	// for all claims of an answer, or of a sentence of a stream.
	Timeout time.Duration `is:"duration 1ms 1h" default:"10s"`
	// about which claims it is asked: those that words leave open, or carried ones too.
	Ask string `is:"word open all"`
	// what becomes of a claim without an opinion: the risk decides, it fails, it passes.
	OnError string `is:"word open fail pass" or:"empty" was:"reject=fail accept=pass"`
	// without `upstream`: the judge spends the client's own credential.
	ClientCredential bool `is:"truth" default:"false"`

	// older form of url.
	Path string `is:"path" instead:"is read as a part of url; write url, the root of the server"`
}

// Guard is an endpoint where another gateway has its answers verified.
type Guard struct {
	// which gateway calls.
	Kind string `is:"word litellm agentgateway portkey" default:"litellm"`
	// the app whose policy counts, and whose key the caller sends.
	App string `is:"filled" default:"default"`
	// what becomes of an answer whose request was never seen: another replica, a restart, more than ten minutes ago.
	Unknown string `is:"word block pass" default:"block"`
}

// Ledger says where traces go.
type Ledger struct {
	// the trace file.
	JSONL JSONL `is:"section"`
	// the database of traces.
	Store Store `is:"section"`
	// what is kept of texts: all; their length and a keyed hash; nothing.
	Content Content `is:"word full hashed none" default:"full"`
	// a reply leaves at once, or when its trace outlasts a power failure.
	Durability Durability `is:"word batched sync" default:"batched"`
	// if a trace finds no room, its exchange waits, or goes on without a trace, counted.
	OnFull OnFull `is:"word block shed" default:"block"`
	// how long the store keeps traces.
	Retention Retention `is:"section"`
	// patterns (RE2) that are masked before anything is stored.
	Redact []string `is:"list" of:"pattern"`
}

// Store is a database of traces. Package store is handed this.
type Store struct {
	// kind of database.
	Driver Driver `is:"word sqlite postgres none" default:"sqlite"`
	// sqlite: path of the file; postgres: connection string.
	DSN string `is:"dsn" default:"vouchsafe.db"`
}

// Driver names a database.
type Driver string

const (
	SQLite   Driver = "sqlite"
	Postgres Driver = "postgres"
	NoStore  Driver = "none"
)

// Durability says when a reply may leave: at once, or when its trace outlasts
// a power failure.
type Durability string

const (
	Batched Durability = "batched"
	Sync    Durability = "sync"
)

// OnFull says what becomes of an exchange whose trace finds no room: it waits,
// or goes on without a trace.
type OnFull string

const (
	Block OnFull = "block"
	Shed  OnFull = "shed"
)

// Retention says how long a store keeps traces. 0 is no bound.
type Retention struct {
	// greatest age of a trace in the store; 0s for any.
	Age time.Duration `is:"duration 0 36500d" default:"30d"`
	// most bytes that the store may take; 0 for any.
	Size int64 `is:"size 0 1048576GiB" default:"10GiB"`
}

// JSONL is a file of one JSON object a line.
type JSONL struct {
	// file of one JSON object a line; empty for none.
	Path string `is:"text" default:"logs/rag_trace.jsonl"`
	// size from which on the file is rotated.
	MaxSize int64 `is:"size 1KiB 1024GiB" default:"100MiB"`
	// rotated files that are kept.
	Keep int `is:"whole 0 10000" default:"10"`
}
