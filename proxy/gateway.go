package proxy

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/zeebo/xxh3"
	"go.uber.org/zap"

	"vouchsafe/cache"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
)

// Sizes of what is kept between exchanges.
const (
	preparedEntries = 20_000
	preparedBytes   = 32 << 20
)

// Gateway serves clients. It is safe for concurrent use.
type Gateway struct {
	setup    atomic.Pointer[Setup]
	record   func(*ledger.Trace, ledger.Content)
	log      *zap.Logger
	now      func() time.Time
	patience time.Duration // how long a stream's head waits for the upstream's
	stalled  time.Duration // how long a client may take no byte of what is ready for it
	conns    *connections
	watcher  *upstream.Watcher
	memory   *upstream.Memory
	prepared *cache.Sized[preparedKey, prepared]
	seen     sightings

	conversations *shelf[[]evidence.Chunk]
	turns         *shelf[turn]
	guarded       *shelf[guarded]                      // calls of guards
	pending       pendings                             // pieces of guards' streams
	vouched       *shelf[vouched]                      // what backed proven sentences, by app
	answers       *cache.Sized[xxh3.Uint128, struct{}] // that went through here
	left          *remains                             // of exchanges, in all these
	shadows       *shadows
	flights       *flights
	stored        stored
	verifiers     verifiers

	running  atomic.Int64
	underWay sync.WaitGroup
	draining atomic.Bool
	blocked  func() string // says what would hold every exchange up; may be nil
}

// New returns a gateway. record is given every trace, and is called from the
// goroutine of its exchange.
func New(s *Setup, record func(*ledger.Trace, ledger.Content), log *zap.Logger) *Gateway {
	left := &remains{own: cache.NewSized[string, []leftover](leftBy, leftBytes)}
	g := &Gateway{
		left: left, record: record, log: log, now: time.Now, patience: headStart, stalled: stallTimeout,
		watcher:  upstream.NewWatcher(100 * time.Millisecond),
		memory:   upstream.NewMemory(time.Now),
		prepared: cache.NewSized[preparedKey, prepared](preparedEntries, preparedBytes),

		conversations: newShelf[[]evidence.Chunk](left, evidenceKind, sharedFor, conversations, conversationsBytes),
		turns:         newShelf[turn](left, turnKind, sharedFor, turns, turnsBytes),
		guarded:       newShelf[guarded](left, guardKind, guardedFor, guardedCalls, guardedBytes),
		vouched:       newShelf[vouched](left, vouchedKind, vouchedFor, vouchedKept, vouchedBytes),
		answers:       cache.NewSized[xxh3.Uint128, struct{}](answersKept, 16*answersKept),
		shadows:       newShadows(),
		flights:       newFlights(),
		verifiers:     newVerifiers(),
	}
	g.pending.all = map[cache.Key]*exchange{}
	g.turns.fixed = true
	g.conns = newConnections(func() int { return g.setup.Load().Limits.Connections }, log)
	g.setup.Store(s)
	return g
}

// Swap puts a new setup in force. Exchanges under way keep theirs.
func (g *Gateway) Swap(s *Setup) { g.setup.Store(s) }

// ForgetUpstream forgets what was learnt of an upstream, which is not what it was.
func (g *Gateway) ForgetUpstream(upstream string) { g.memory.Forget(upstream) }

// Running returns the number of exchanges under way.
func (g *Gateway) Running() int { return int(g.running.Load()) }

// Drain makes readiness fail, so that no new calls are sent here, and new ones
// that come all the same are turned away. Nobody waits for shadows: they end.
func (g *Gateway) Drain() {
	g.draining.Store(true)
	g.shadows.end()
}

// Wait returns when no exchange is under way.
func (g *Gateway) Wait() { g.underWay.Wait() }

// Handle serves one request.
func (g *Gateway) Handle(ctx *fasthttp.RequestCtx) {
	x := g.newExchange()
	x.run.begin(ctx)
	defer x.run.extendDeadline()
	defer x.rescue(ctx)
	if x.open(ctx) {
		x.handler()(x, ctx)
	}
}

// newID returns a trace id. The system's randomness does not fail.
func newID(now time.Time) string {
	id, _ := ledger.NewID(now, rand.Reader)
	return id
}

// Health answers the probes, on the admin listener as on the gateway's own.
// /livez touches nothing; the others tell whether new calls are welcome.
func (g *Gateway) Health(ctx *fasthttp.RequestCtx) {
	ctx.SetContentType("text/plain; charset=utf-8")
	if why := g.unready(); why != "" && !strings.HasSuffix(string(ctx.Path()), "livez") {
		ctx.SetStatusCode(503)
		ctx.SetBodyString(why + "\n")
		return
	}
	ctx.SetBodyString("ok\n")
}

// HoldWhile makes readiness fail while blocked names something that every
// exchange would wait for. It is to be called before the gateway serves, and
// blocked has to answer at once.
func (g *Gateway) HoldWhile(blocked func() string) { g.blocked = blocked }

// Draining reports whether the gateway is shutting down.
func (g *Gateway) Draining() bool { return g.draining.Load() }

// unready says why new calls are not welcome, "" if they are.
func (g *Gateway) unready() string {
	if g.draining.Load() {
		return "draining"
	}
	if g.blocked != nil {
		return g.blocked()
	}
	return ""
}

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
