package config

import (
	"time"

	"vouchsafe/policy"
)

// Config is a whole configuration, checked and with every default filled in.
// It is plain data and never changed once loaded: a reload makes a new one.
// Sizes are bytes.
type Config struct {
	Listen    string // host:port
	Admin     Admin
	Limits    Limits
	Log       Log
	Upstreams map[string]Upstream
	Auth      Auth
	OpenRelay bool // accepts serving strangers with the operator's credential
	Apps      map[string]App
	Policies  map[string]policy.Policy // the built-in ones too, by name
	Layouts   map[string]Layout
	Judges    map[string]Judge
	Guards    map[string]Guard
	Ledger    Ledger
	Cache     Cache
	Alerts    Alerts
	Telemetry Telemetry
	Variables map[string]string // of secrets that are one, by path, as the file has them: ${NAME}
	Warnings  []Problem         // what is allowed and may not be meant
}

// Alerts say when an operator is told that an app's answers have begun to
// fail, or to pass unverified, and where. Package alerts is handed these.
type Alerts struct {
	Webhook     string        // secret, as many webhooks are; "" for none
	Secret      string        // under which messages are signed; "": they are not
	FailureRate float64       // share of answers
	Window      time.Duration // in which they are counted
}

// Telemetry says where spans of exchanges go.
type Telemetry struct {
	OTLPEndpoint   string            // base URL of a collector's OTLP over HTTP; "" for none
	Headers        map[string]string // sent with every export; the values are secrets
	CaptureContent bool              // spans hold question and answer, where the ledger may keep them in full
}

// Admin is the listener of the dashboard, the API and the metrics.
type Admin struct {
	Listen    string // host:port; "" for no admin listener
	Token     string // secret; "" for none, which only a loopback address may have
	PublicURL string // where people reach the dashboard; "" for unknown
}

// Limits bounds what one process takes on.
type Limits struct {
	RequestBytes  int64
	ResponseBytes int64
	Concurrency   int           // exchanges at a time; 0: no limit
	Connections   int           // open at a time; 0: nine tenths of the descriptors
	Drain         time.Duration // how long a shutdown waits for running exchanges
}

// Log says how the process speaks of itself.
type Log struct {
	Level  string // debug, info, warn, error
	Format string // json or console
}

// Upstream is a model server. Package upstream is handed these.
type Upstream struct {
	BaseURL          string
	APIKey           string // secret; "": the client's own credential is passed through
	Kind             string // openai or azure
	Documents        string // render or pass: what becomes of a top-level documents array
	StructuredOutput string // auto, json_schema, json_object or prompt
	Timeouts         Timeouts
	Retries          int               // of connection errors
	Fallbacks        []string          // names in Config.Upstreams, turned to in order when this one does not answer
	Models           map[string]string // name that clients use: name at the upstream
	ToolsWithSchema  string            // auto, yes or no
	CAFile           string            // PEM file of further certificate authorities; "" for none
	Unnamed          bool              // no file names it: it stands for OPENAI_BASE_URL
}

// Timeouts bound one upstream call.
type Timeouts struct {
	Connect   time.Duration
	FirstByte time.Duration
	Idle      time.Duration // between two reads
	Total     time.Duration
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
func (a Admin) IsDefault() bool { return a.Listen == lookUp("admin.listen").Default }

// App is a tenant.
type App struct {
	Keys        []string // hashes, as NewKey makes them
	ReadTokens  []string // hashes of the tokens that may read its traces
	Upstream    string   // a name in Config.Upstreams
	Policy      string   // a name in Config.Policies
	Models      []string // patterns of the models it may use, "*" for any text; none: all
	PathPrefix  string   // "" or "/name"
	Passthrough []string // further paths that pass unchecked
	Rate        Rate
	// EnforceShare is the percentage of exchanges that are enforced, 0 to 100;
	// the others are observed.
	EnforceShare int
	Shadow       Shadow
	Enabled      bool    // false: observed, whatever its policy says
	Content      Content // what the ledger keeps of its texts
}

// Shadow is a second, enforced call on a sample of exchanges, never served.
type Shadow struct {
	Policy string  // a name in Config.Policies; "" for no shadow
	Sample float64 // share of exchanges
}

// Rate bounds what an app may use in a minute; 0 is no limit.
type Rate struct {
	RequestsPerMinute int
	TokensPerMinute   int // of prompts and answers together
}

// Layout is an own layout: how chunks lie in the prompts of an app. Template
// gives it in the terms of package layout.
type Layout struct {
	Role      string   // role of the messages that it is looked for in; "": any
	Section   Span     // around all chunks
	KeepBegin bool     // Section.Begin opens the first chunk
	Record    Span     // around each chunk; Begin may hold slots such as {id} and {title}
	Separator string   // between chunks that have no marks of their own
	Layouts   []string // built-in layouts to read the section with
	Question  Question
	IDBase    *int   // number of the first chunk where chunks show no id; nil: they are not numbered
	Marker    string // marker that the app's own prompt asks for, as Citations.Marker
}

// Question says where the question stands.
type Question struct {
	Place  string // before or after the section; "": in another message
	After  string // text that it follows
	Before string // text that it stands before
}

// Span is what stands before and behind something, literally.
type Span struct {
	Begin string
	End   string
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
	Kind     string // chat, nli, rerank, minicheck or guardian
	Upstream string // of a chat model: a name in Config.Upstreams; "": the exchange's own
	Model    string // "": of a chat model the exchange's own, of rerank none
	URL      string // of nli and rerank: the server's root
	APIKey   string // secret; what that server asks for
	// Labels are the weights of a classifier's labels; none: those of the
	// common names.
	Labels           map[string]float64
	Sigmoid          bool    // the server gives raw scores
	Threshold        float64 // least score with which a claim is carried
	Timeout          time.Duration
	Ask              string // open or all: which claims it is asked about
	OnError          string // open, fail or pass; "": fail where the policy lets nothing unjudged pass, else open
	ClientCredential bool   // it may spend the client's own credential at the exchange's upstream

	Path string // older form of URL, behind the upstream's base URL; "" once the file is read
}

// Guard is an endpoint where another gateway has its answers verified.
type Guard struct {
	Kind string // litellm
	App  string // a name in Config.Apps
}

// Ledger says where traces go.
type Ledger struct {
	JSONL      JSONL
	Store      Store
	Content    Content
	Durability Durability
	OnFull     OnFull
	Retention  Retention
	Redact     []string // RE2 patterns that are masked before anything is stored
}

// Store is a database of traces. Package store is handed this.
type Store struct {
	Driver Driver
	DSN    string // a file, or a connection string, which may hold a password
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
	Age  time.Duration
	Size int64 // bytes
}

// JSONL is a file of one JSON object a line.
type JSONL struct {
	Path    string // "" for no file
	MaxSize int64  // bytes, from which on it is rotated
	Keep    int    // rotated files that are kept
}
