package config

import (
	"time"

	"vouchsafe/policy"
)

// Bounds that keep a slip of the pen from looking like a wish.
const (
	oneKiB = 1 << 10
	oneGiB = 1 << 30
	hour   = time.Hour
	week   = 7 * day
)

// root is the table of the whole file.
func (c *Config) root() object {
	return object{
		{"listen", text(&c.Listen, isAddress), "address that clients connect to, host:port"},
		{"admin", object{
			{"listen", text(&c.Admin.Listen, orEmpty(isAddress)), "address of the dashboard, the API, the metrics and the probes; empty for none"},
			{"token", secret(&c.Admin.Token), "what the admin listener asks for; required if its address is not loopback"},
			{"public_url", text(&c.Admin.PublicURL, orEmpty(isPlainURL)), "where people reach the dashboard; then answers can link to their evidence"},
		}, "the listener for operators"},
		{"limits", object{
			{"request_bytes", size(&c.Limits.RequestBytes, oneKiB, oneGiB), "largest request body"},
			{"response_bytes", size(&c.Limits.ResponseBytes, oneKiB, oneGiB), "largest reply of an upstream"},
			{"concurrency", whole(&c.Limits.Concurrency, 0, 1_000_000), "exchanges at a time; 0 for no limit"},
			{"connections", whole(&c.Limits.Connections, 0, 10_000_000), "open connections at a time; 0 for nine tenths of the file descriptors"},
			{"drain", span(&c.Limits.Drain, 0, 24*hour), "how long a shutdown waits for running exchanges"},
		}, "bounds of one process"},
		{"log", object{
			{"level", oneOf(&c.Log.Level, "debug", "info", "warn", "error"), "least level that is written"},
			{"format", oneOf(&c.Log.Format, "json", "console"), "form of a log line"},
		}, "the process's own log"},
		{"upstreams", dict[Upstream]{&c.Upstreams, newUpstream, upstreamTable, CheckName}, "model servers by name"},
		{"auth", oneOf(&c.Auth, Open, Keys), "open: anyone who reaches the gateway; keys: holders of an app key"},
		{"open_relay", truth(&c.OpenRelay), "accept that strangers use an upstream's api_key"},
		{"apps", dict[App]{&c.Apps, newApp, appTable, CheckName}, "tenants by name"},
		{"policies", policySet{&c.Policies}, "own policies by name"},
		{"layouts", dict[Layout]{&c.Layouts, nil, layoutTable, CheckName}, "own layouts by name"},
		{"judges", dict[Judge]{&c.Judges, newJudge, judgeTable, CheckName}, "model judges by name"},
		{"guards", dict[Guard]{&c.Guards, newGuard, guardTable, CheckName}, "endpoints where other gateways have their answers verified, by name"},
		{"ledger", c.ledgerTable(), "where traces go"},
		{"cache", c.cacheTable(), "where verified answers are kept, for policies that use them again"},
		{"alerts", object{
			{"webhook", hidden(text(&c.Alerts.Webhook, orEmpty(isWebhook)), "https://********"), "URL that alerts are sent to; empty for none"},
			{"secret", secret(&c.Alerts.Secret), "under which alerts are signed; empty: they are not"},
			{"failure_rate", share(&c.Alerts.FailureRate), "share of an app's answers that fail, or rise of the share that is skipped, from which on there is an alert"},
			{"window", span(&c.Alerts.Window, time.Minute, 24*hour), "in which exchanges are counted"},
		}, "alerts when an app's answers begin to fail, or to pass unverified"},
		{"telemetry", object{
			{"otlp_endpoint", text(&c.Telemetry.OTLPEndpoint, orEmpty(isPlainURL)), "base URL of an OpenTelemetry collector (OTLP over HTTP), for example http://127.0.0.1:4318; empty for none"},
			{"headers", dict[string]{&c.Telemetry.Headers, nil, func(s *string) node { return secret(s) }, isHeader}, "headers of every export, such as authorization"},
			{"capture_content", truth(&c.Telemetry.CaptureContent), "put question and answer into spans, where the ledger may keep them in full"},
		}, "export of spans to a collector"},
	}
}

func (c *Config) ledgerTable() object {
	l := &c.Ledger
	return object{
		{"jsonl", object{
			{"path", text(&l.JSONL.Path, nil), "file of one JSON object a line; empty for none"},
			{"max_size", size(&l.JSONL.MaxSize, oneKiB, 1024*oneGiB), "size from which on the file is rotated"},
			{"keep", whole(&l.JSONL.Keep, 0, 10_000), "rotated files that are kept"},
		}, "the trace file"},
		{"store", object{
			{"driver", oneOf(&l.Store.Driver, SQLite, Postgres, NoStore), "kind of database"},
			{"dsn", dsn(&l.Store.Driver, &l.Store.DSN), "sqlite: path of the file; postgres: connection string"},
		}, "the database of traces"},
		{"content", oneOf(&l.Content, FullContent, HashedContent, NoContent), "what is kept of texts: all, their length and a keyed hash, nothing"},
		{"durability", oneOf(&l.Durability, Batched, Sync), "when a reply may leave: at once, or when its trace outlasts a power failure"},
		{"on_full", oneOf(&l.OnFull, Block, Shed), "where a trace finds no room: its exchange waits, or goes on without a trace"},
		{"retention", object{
			{"age", span(&l.Retention.Age, 0, 36500*day), "greatest age of a trace in the store; 0s for any"},
			{"size", size(&l.Retention.Size, 0, 1024*1024*oneGiB), "most bytes that the store may take; 0 for any"},
		}, "how long the store keeps traces"},
		{"redact", list[string]{&l.Redact, func(s *string) node { return text(s, isPattern) }}, "patterns (RE2) that are masked before anything is stored"},
	}
}

func newUpstream() Upstream {
	return Upstream{
		Kind: "openai", Documents: "render", StructuredOutput: "auto", Retries: 1, ToolsWithSchema: "auto",
		Timeouts: Timeouts{Connect: 5 * time.Second, FirstByte: 300 * time.Second, Idle: 180 * time.Second, Total: 600 * time.Second},
	}
}

func upstreamTable(u *Upstream) node {
	t := &u.Timeouts
	return object{
		{"base_url", text(&u.BaseURL, isBaseURL), "root of the API, for example https://api.openai.com/v1"},
		{"api_key", secret(&u.APIKey), "the operator's credential; empty: the client's own is passed through"},
		{"kind", oneOf(&u.Kind, "openai", "azure"), "how paths and credentials are written"},
		{"documents", oneOf(&u.Documents, "render", "pass"), "what becomes of a top-level documents array"},
		{"structured_output", oneOf(&u.StructuredOutput, "auto", "json_schema", "json_object", "prompt"), "how the answer's shape is asked for"},
		{"timeouts", object{
			{"connect", span(&t.Connect, time.Millisecond, hour), "to connect"},
			{"first_byte", span(&t.FirstByte, time.Millisecond, 24*hour), "until the reply begins"},
			{"idle", span(&t.Idle, time.Millisecond, 24*hour), "between two pieces of a reply"},
			{"total", span(&t.Total, time.Millisecond, 24*hour), "for a whole call"},
		}, "bounds of one call"},
		{"retries", whole(&u.Retries, 0, 5), "further tries after a connection error"},
		{"fallbacks", list[string]{&u.Fallbacks, func(s *string) node { return text(s, notEmpty) }}, "names of upstreams to turn to, in this order, when this one does not answer"},
		{"models", dict[string]{&u.Models, nil, func(s *string) node { return text(s, notEmpty) }, nil}, "name that clients use: name at the upstream"},
		{"tools_with_schema", oneOf(&u.ToolsWithSchema, "auto", "yes", "no"), "whether tools and response_format may be sent together"},
		{"ca_file", text(&u.CAFile, nil), "PEM file of further certificate authorities"},
	}
}

func newApp() App {
	return App{Policy: policy.BuiltinBalanced, EnforceShare: 100, Enabled: true}
}

func appTable(a *App) node {
	return object{
		{"keys", list[string]{&a.Keys, func(s *string) node { return keyHash(s) }}, "hashes of its keys, as vouchsafe keygen prints them"},
		{"read_tokens", list[string]{&a.ReadTokens, func(s *string) node { return keyHash(s) }}, "hashes of tokens that may read its traces at the admin listener, as vouchsafe keygen prints them"},
		{"upstream", text(&a.Upstream, notEmpty), "name of its upstream"},
		{"policy", text(&a.Policy, notEmpty), "name of its policy"},
		{"models", list[string]{&a.Models, func(s *string) node { return text(s, isGlob) }}, "patterns of the models that it may use; none for all"},
		{"rate", object{
			{"requests_per_minute", whole(&a.Rate.Requests, 0, 1_000_000_000), "0 for no limit"},
			{"tokens_per_minute", whole(&a.Rate.Tokens, 0, 1_000_000_000), "of prompts and answers together; 0 for no limit"},
		}, "requests and tokens a minute"},
		{"path_prefix", text(&a.PathPrefix, orEmpty(isPrefix)), "for example /clinic: /clinic/v1/chat/completions"},
		{"passthrough", list[string]{&a.Passthrough, func(s *string) node { return text(s, isPathOrBelow) }}, "further paths that pass unchecked"},
		{"shadow", object{
			{"policy", text(&a.Shadow.Policy, nil), "name of an enforcing policy; empty for no shadow"},
			{"sample", share(&a.Shadow.Sample), "share of exchanges"},
		}, "a second, enforced call on a sample, never served, only recorded"},
		{"enforce_share", whole(&a.EnforceShare, 0, 100), "percentage of exchanges that is enforced; the others are observed"},
		{"enabled", truth(&a.Enabled), "false: observe at once, without a new policy"},
		{"content", oneOf(&a.Content, FullContent, HashedContent, NoContent), "overrides ledger.content"},
	}
}

func layoutTable(l *Layout) node {
	return object{
		{"role", oneOfOrNone(&l.Role, "system", "developer", "user", "tool"), "role of the messages that it is looked for in; empty for any"},
		{"section", spanTable(&l.Section), "around all chunks"},
		{"keep_begin", truth(&l.KeepBegin), "section.begin opens the first chunk and is a part of it"},
		{"record", spanTable(&l.Record), "around each chunk; begin may hold slots such as {id} and {title}"},
		{"separator", text(&l.Separator, nil), "between chunks that have no marks of their own"},
		{"layouts", list[string]{&l.Layouts, func(s *string) node { return text(s, notEmpty) }}, "built-in layouts to read the section with"},
		{"question", object{
			{"place", oneOfOrNone(&l.Question.Place, "before", "after"), "before or after the section; empty: in another message"},
			{"after", text(&l.Question.After, nil), "text that the question follows"},
			{"before", text(&l.Question.Before, nil), "text that the question stands before"},
		}, "where the question stands"},
		{"id_base", optional{&l.IDBase, 0, 1}, "number of the first chunk, where chunks show no id"},
		{"marker", text(&l.Marker, orEmpty(isMarker)), "marker that the app's own prompt asks for; empty for none"},
	}
}

func spanTable(s *Span) node {
	return object{
		{"begin", text(&s.Begin, nil), "what stands before, literally"},
		{"end", text(&s.End, nil), "what stands behind, literally"},
	}
}
