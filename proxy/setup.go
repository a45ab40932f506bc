package proxy

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/zeebo/xxh3"

	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
)

// Setup is all that a configuration decides. It is immutable: a new one takes
// its place as a whole, and an exchange keeps the one that it began with.
type Setup struct {
	Apps      []*App // the default app first
	Durable   bool   // no reply leaves before its trace is durable
	Open      bool   // anyone may use the default app; otherwise a key is needed
	Limits    Limits
	PublicURL string // where people reach the dashboard, "" for unknown
	Traced    bool   // spans of exchanges are exported
	Guards    map[string]Guard
	prefixes  []string
	byKey     map[string]*App
}

// Limits bound what one gateway takes on. Sizes are bytes.
type Limits struct {
	Request, Response int
	Concurrency       int // exchanges at a time; 0: no limit
	Connections       int // open client connections; 0: nine tenths of the process's descriptors
}

// App is a tenant with its policy and its upstream.
type App struct {
	Name        string
	Keys        []string // hashes: sha256:…
	Policy      policy.Policy
	PolicyName  string
	PolicyHash  string
	Upstream    *Route
	Models      []string // patterns; none: all
	Prefix      string
	Passthrough []string
	Origins     []string // of pages in browsers that may call; none: no page may
	Layouts     []layout.Template
	Exempt      []wants.Rule
	Judge       *judge.Judge // nil: no model is asked
	Content     ledger.Content
	Rate        Limiter           // nil: none
	Spared      int               // percentage of exchanges that are observed although the policy enforces
	Shadow      *Shadow           // nil: none
	observed    *App              // this app, observed; nil where nothing is spared
	evidence    [2]layout.Options // its rules of evidence: for others, for clients on this machine
}

// Route is an upstream and how it wants to be asked.
type Route struct {
	*upstream.Upstream
	Azure           bool
	Anthropic       bool              // it is asked through Anthropic's interface
	PassDocuments   bool              // a top-level documents array goes through
	Structured      string            // auto, json_schema, json_object or prompt
	ToolsWithSchema bool              // takes tools and response_format together
	Aliases         map[string]string // name that clients use: name at the upstream
	Fallbacks       []*Route          // in the order in which they are turned to
	FallbackOn      []string          // statuses on which they are: 429, 5xx
	Unnamed         bool              // nobody gave it its name: "openai/…" is then a model's own
}

// NewSetup completes a setup: it indexes the apps by key and by prefix.
func NewSetup(s Setup) *Setup {
	s.byKey = map[string]*App{}
	if s.Limits.Connections == 0 {
		s.Limits.Connections = descriptors() / 10 * 9
	}
	for _, app := range s.Apps {
		app.readRules()
		if app.Shadow != nil {
			app.Shadow.App.readRules()
		}
		app.observed = app.sparedForm()
		for _, key := range app.Keys {
			s.byKey[key] = app
		}
		if app.Prefix != "" {
			s.prefixes = append(s.prefixes, app.Prefix)
		}
	}
	return &s
}

// readRules makes the app's rules of evidence, once for all calls.
func (a *App) readRules() {
	a.evidence = [2]layout.Options{a.LayoutOptions(false), a.LayoutOptions(true)}
}

// keyed returns the app of a key, or nil. Keys are looked up by hash, so that the
// look-up's time tells nothing about a key.
func (s *Setup) keyed(key string) *App {
	sum := sha256.Sum256([]byte(key))
	return s.byKey["sha256:"+hex.EncodeToString(sum[:])]
}

// find returns the first app that is as wanted, or nil.
func (s *Setup) find(wanted func(*App) bool) *App {
	if i := slices.IndexFunc(s.Apps, wanted); i >= 0 {
		return s.Apps[i]
	}
	return nil
}

// named returns the app of a name, or nil.
func (s *Setup) named(name string) *App {
	return s.find(func(a *App) bool { return a.Name == name })
}

// prefixed returns the app of a configured path prefix, or nil.
func (s *Setup) prefixed(prefix string) *App {
	return s.find(func(a *App) bool { return prefix != "" && a.Prefix == prefix })
}

// canary is the form of an app in which it serves an exchange: the app itself,
// or, for the share of exchanges that is to be spared, the app as one that
// only observes. Which it is follows from the trace id alone, which the
// gateway makes and no client chooses.
func (a *App) canary(id string) *App {
	if a.observed != nil && int(xxh3.HashString(id)%100) < a.Spared {
		return a.observed
	}
	return a
}

// sparedForm is the app as one that only observes; nil where none of its
// exchanges is to be spared.
func (a *App) sparedForm() *App {
	if a.Spared <= 0 || a.Policy.Mode != policy.Enforce {
		return nil
	}
	b := *a
	b.Policy.Mode = policy.Observe
	b.PolicyHash = policy.Hash(b.Policy)
	return &b
}

// weaker reports whether an answer may get through under a's rules that would
// not under b's.
func (a *App) weaker(b *App) bool {
	return policy.Weaker(a.Policy, b.Policy) || a.enforced() < b.enforced()
}

// Laxer lists the apps that anyone may choose by their path although their
// policy is weaker than that of the default app. An operator may want that, and
// should know.
func (s *Setup) Laxer() []string {
	var names []string
	for i, app := range s.Apps {
		if s.Open && i > 0 && app.Prefix != "" && len(app.Keys) == 0 && app.weaker(s.Apps[0]) {
			names = append(names, app.Name)
		}
	}
	return names
}

// enforced is the percentage of exchanges that an app enforces.
func (a *App) enforced() int {
	if a.Policy.Mode != policy.Enforce {
		return 0
	}
	return 100 - a.Spared
}
