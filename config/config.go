package config

import (
	"time"

	"vouchsafe/policy"
)

// Config is a whole configuration, checked and with every default filled in.
// It is plain data and never changed once loaded: a reload makes a new one.
// Sizes are bytes.
type Config struct {
	// address for clients, host:port.
	Listen string `is:"address" default:"127.0.0.1:8080"`
	// the listener for operators.
	Admin Admin `is:"section"`
	// bounds of one process.
	Limits Limits `is:"section"`
	// the process's own log.
	Log Log `is:"section"`
	// model servers by name.
	Upstreams map[string]Upstream `is:"names name"`
	// whether a client needs an app's key; under `open` anyone is the app `default`.
	Auth Auth `is:"word open keys" default:"open"`
	// accept that strangers spend an upstream's `api_key`.
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
	// where verified answers are kept for use again.
	Cache Cache `is:"section"`
	// messages about an app's failure rate.
	Alerts Alerts `is:"section"`
	// spans for a collector.
	Telemetry Telemetry         `is:"section"`
	Variables map[string]string // of secrets that are one, by path, as the file has them: ${NAME}
	Warnings  []Problem         // what is allowed and may not be meant
}

// Alerts say when an operator is told that the failure rate of an app is high,
// and where. Package alerts is handed these.
type Alerts struct {
	// URL that alerts are posted to.
	Webhook string `is:"webhook" or:"empty" mask:"https://********"`
	// failure rate that raises an alert.
	FailureRate float64 `is:"share" default:"0.2"`
	// time over which it is counted.
	Window time.Duration `is:"duration 1m 1d" default:"10m"`
}

// Telemetry says where spans of exchanges go.
type Telemetry struct {
	// collector, such as `http://127.0.0.1:4318`.
	OTLPEndpoint string `is:"url" or:"empty"`
	// headers of every export.
	Headers map[string]string `is:"names header" of:"text" mask:"********"`
	// whether spans hold question and answer, of apps whose `content` is `full`.
	CaptureContent bool `is:"truth" default:"false"`
}

// Admin is the listener of the dashboard, the API and the metrics.
type Admin struct {
	// address; empty for none.
	Listen string `is:"address" default:"127.0.0.1:8081" or:"empty"`
	// token with the role `admin`.
	Token string `is:"text" mask:"********"`
	// further keys by name.
	Keys map[string]AdminKey `is:"names name"`
	// header in which a proxy names the person.
	UserHeader string `is:"header" or:"empty"`
	// where people reach the dashboard, for links in answers.
	PublicURL string `is:"url" or:"empty"`
	Made      bool   // the token was made for this run
}

// Open reports whether others reach the listener, and nothing is asked of them.
func (a Admin) Open() bool {
	return a.Listen != "" && !isLoopback(a.Listen) && a.Token == "" && len(a.Keys) == 0
}

// AdminKey lets somebody in at the admin listener.
type AdminKey struct {
	// hash that `vouchsafe keygen NAME` prints.
	Hash string `is:"key_hash"`
	// [what it may do](admin.md#who-is-let-in).
	Role string `is:"word viewer officer admin metrics" default:"viewer"`
	// the only app whose traces it reaches.
	App string `is:"text"`
}

// Limits bounds what one process takes on.
type Limits struct {
	// largest request body.
	RequestBytes int64 `is:"size 1KiB 1GiB" default:"32MiB"`
	// largest reply of an upstream.
	ResponseBytes int64 `is:"size 1KiB 1GiB" default:"16MiB"`
	// exchanges at a time; 0: any.
	Concurrency int `is:"whole 0 1000000" default:"0"`
	// open connections; 0: nine tenths of the file descriptors.
	Connections int `is:"whole 0 10000000" default:"0"`
	// how long a shutdown waits for exchanges.
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
	// root of the API, such as `https://api.openai.com/v1`; Azure: the resource root; Anthropic: the server's root, too.
	BaseURL string `is:"base_url"`
	// the operator's credential; empty: the client's own passes.
	APIKey string `is:"text" mask:"********"`
	// further keys, [used in turn](upstreams.md#credentials).
	APIKeys []string `is:"list" of:"text" mask:"********"`
	// its interface.
	Kind string `is:"word openai azure anthropic" default:"openai"`
	// a top-level `documents` becomes chunks in the prompt, or passes (vLLM, Cohere).
	Documents string `is:"word render pass" default:"render"`
	// how the answer's form is asked for; `auto` finds out.
	StructuredOutput string `is:"word auto json_schema json_object prompt" default:"auto"`
	// bounds of one call.
	Timeouts Timeouts `is:"section"`
	// tries after a connection error.
	Retries int `is:"whole 0 5" default:"1"`
	// upstreams to ask, in order, when this one does not answer.
	Fallbacks []string `is:"list" of:"filled"`
	// statuses on which fallbacks are asked too, such as `429` and `5xx`.
	FallbackOn []string `is:"list" of:"status"`
	// clients' name: the upstream's name.
	Models map[string]string `is:"names" of:"filled"`
	// whether it takes `tools` with `response_format`; `auto`: OpenAI and Azure do.
	ToolsWithSchema string `is:"word auto yes no" default:"auto"`
	// PEM file of more certificate authorities.
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
	// between pieces of a reply.
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
	// hashes that `vouchsafe keygen` prints.
	Keys []string `is:"list" of:"key_hash"`
	// its upstream; required where there are several.
	Upstream string `is:"filled"`
	// its policy.
	Policy string `is:"filled" default:"balanced"`
	// patterns of allowed models; none: all.
	Models []string `is:"list" of:"glob"`
	// for example `/clinic`.
	PathPrefix string `is:"prefix" or:"empty"`
	// paths that pass unchecked, such as `/v1/threads/*`.
	Passthrough []string `is:"list" of:"path_or_below"`
	// pages in browsers that may call it.
	Cors Cors `is:"section"`
	// requests and tokens a minute.
	Rate Rate `is:"section"`
	// percentage of exchanges that is enforced; the others are observed.
	EnforceShare int `is:"whole 0 100" default:"100"`
	// a second, enforced call on a sample, never served, only recorded.
	Shadow Shadow `is:"section"`
	// `false`: observe at once.
	Enabled bool `is:"truth" default:"true"`
	// overrides `ledger.content`.
	Content Content `is:"word full hashed none"`
}

// Cors lets pages in browsers call an app.
type Cors struct {
	// origins of pages that may call it; `*`: all.
	Origins []string `is:"list" of:"origin"`
}

// Shadow is a second, enforced call on a sample of exchanges, never served.
type Shadow struct {
	// an enforcing policy.
	Policy string `is:"text"`
	// share of exchanges.
	Sample float64 `is:"share"`
}

// Rate bounds what an app may use in a minute; 0 is no limit.
type Rate struct {
	// 0: any.
	RequestsPerMinute int `is:"whole 0 1000000000" default:"0"`
	// of prompts and answers; 0: any.
	TokensPerMinute int `is:"whole 0 1000000000" default:"0"`
}

// Layout is an own layout: how chunks lie in the prompts of an app. Template
// gives it in the terms of package layout.
type Layout struct {
	// role of the messages; empty: any.
	Role string `is:"word system developer user tool" or:"empty"`
	// around all chunks.
	Section Span `is:"section"`
	// whether `section.begin` belongs to the first chunk.
	KeepBegin bool `is:"truth"`
	// around each chunk; begin may hold slots such as {id} and {title}.
	Record Span `is:"section"`
	// text between chunks.
	Separator string `is:"text"`
	// built-in layouts of the section, in place of `record`.
	Layouts []string `is:"list" of:"filled"`
	// where the question stands.
	Question Question `is:"section"`
	// number of the first chunk that shows no id.
	IDBase *int `is:"whole 0 1"`
	// marker that the app's prompt asks for.
	Marker string `is:"marker" or:"empty"`
}

// Question says where the question stands.
type Question struct {
	// before or after the section; empty: another message.
	Place string `is:"word before after" or:"empty"`
	// text in front of the question.
	After string `is:"text"`
	// text behind the question.
	Before string `is:"text"`
}

// Span is what stands before and behind something, literally.
type Span struct {
	// literal text in front.
	Begin string `is:"text"`
	// literal text behind.
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
	// [named model](judges.md#presets) that fills in the other keys.
	Preset string `is:"word factcg guardian-3.0 guardian-3.3 guardian-4.1 hhem minicheck-7b minicheck-deberta minicheck-roberta" or:"empty"`
	// how it is asked; left out: the preset's, or `chat`.
	Kind string `is:"word chat nli rerank score minicheck guardian" or:"empty"`
	// for `chat`, `minicheck`, `guardian`; left out of `chat`: the exchange's.
	Upstream string `is:"text"`
	// its name; left out of `chat`: the exchange's.
	Model string `is:"text"`
	// for `nli`, `rerank`, `score`: root of the server.
	URL string `is:"url" or:"empty"`
	// for the same: bearer token.
	APIKey string `is:"text" mask:"********"`
	// for `nli`: weight of each label.
	Labels map[string]float64 `is:"names filled" of:"share"`
	// for `nli`: text with `{evidence}` and `{claim}`.
	Template string `is:"text"`
	// for `guardian`; left out: from the model's name.
	Version string `is:"word 3.0 3.3 4.1" or:"empty"`
	// for `rerank`, `score`: the server gives raw scores.
	Sigmoid bool `is:"truth" default:"false"`
	// least score that carries a claim.
	Threshold float64 `is:"share" default:"0.5"`
	// for all claims of an answer, or of a streamed sentence.
	Timeout time.Duration `is:"duration 1ms 1h" default:"10s"`
	// about open claims, or carried ones too.
	Ask string `is:"word open all"`
	// without an opinion risk decides, or the claim fails or passes.
	OnError string `is:"word open fail pass" or:"empty" was:"reject=fail accept=pass"`
	// without `upstream`: whether it spends the client's credential.
	ClientCredential bool `is:"truth" default:"false"`

	// older form of `url`.
	Path string `is:"path" instead:"is read as a part of url; write url, the root of the server"`
}

// Guard is an endpoint where another gateway has its answers verified.
type Guard struct {
	// which gateway calls.
	Kind string `is:"word litellm agentgateway portkey" default:"litellm"`
	// app whose policy counts and whose key the caller sends.
	App string `is:"filled" default:"default"`
	// what becomes of an answer whose request was not seen within ten minutes.
	Unknown string `is:"word block pass" default:"block"`
}

// Ledger says where traces go.
type Ledger struct {
	// the trace file.
	JSONL JSONL `is:"section"`
	// the database of traces.
	Store Store `is:"section"`
	// what is kept of texts: all, length and keyed hash, nothing.
	Content Content `is:"word full hashed none" default:"full"`
	// a reply waits until its trace is queued, or until it is on disk.
	Durability Durability `is:"word batched sync" default:"batched"`
	// without room for a trace, its exchange waits, or goes on without one.
	OnFull OnFull `is:"word block shed" default:"block"`
	// how long the store keeps traces.
	Retention Retention `is:"section"`
	// RE2 patterns that are masked before storing.
	Redact []string `is:"list" of:"pattern"`
}

// Store is a database of traces. Package store is handed this.
type Store struct {
	// kind of database.
	Driver Driver `is:"word sqlite postgres none" default:"sqlite"`
	// file, or connection string of PostgreSQL.
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
	// greatest age of a trace; 0s: any.
	Age time.Duration `is:"duration 0 36500d" default:"30d"`
	// greatest size of the store; 0: any.
	Size int64 `is:"size 0 1048576GiB" default:"10GiB"`
}

// JSONL is a file of one JSON object a line.
type JSONL struct {
	// file; empty for none.
	Path string `is:"text" default:"logs/rag_trace.jsonl"`
	// size at which the file is rotated.
	MaxSize int64 `is:"size 1KiB 1024GiB" default:"100MiB"`
	// rotated files kept.
	Keep int `is:"whole 0 10000" default:"10"`
}
