package proxy

import (
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/zeebo/xxh3"
	"go.uber.org/zap"

	"vouchsafe/cache"
	"vouchsafe/grounding/evidence"
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
	id, err := ledger.NewID(now, rand.Reader)
	if err != nil {
		return fmt.Sprintf("vt_%x", now.UnixNano())
	}
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
