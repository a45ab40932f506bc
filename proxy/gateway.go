// Package proxy is the gateway's HTTP side: one handler, and for each client
// call one exchange that goes through named steps:
//
//	admit    which app, which policy
//	read     the bytes, gated and parsed
//	collect  the evidence in them
//	share    what another exchange asks, or a kept answer, in place of a call
//	instruct what the model is asked for besides
//	ask      an upstream call
//	supply   citations that an answer in the client's own form lacks
//	verify   citations and claims against the evidence
//	settle   pass, repair and ask again, or refuse
//	release  of a stream what is verified, while the model writes
//	reply    in the form that the client asked for
//
// and, whatever happened, record. docs/architecture.md tells the method and
// file of each. Everything that thinks is in other packages
// and pure; this one holds the clock, the sockets and the log.
package proxy

import (
	"crypto/rand"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/zeebo/xxh3"
	"go.uber.org/zap"

	"vouchsafe/cache"
	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
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

	conversations *cache.Sized[conversationKey, []evidence.Chunk]
	answers       *cache.Sized[xxh3.Uint128, struct{}] // that went through here
	shadows       *shadows
	flights       *flights
	asked         *cache.Timed // which models other gateways have been asked about lately
	shared        *cache.Redis // nil: what conversations go on from is this gateway's alone
	stored        stored
	turns         *cache.Sized[conversationKey, turn]
	guarded       *cache.Sized[cache.Key, []byte] // calls of guards, see guarded

	running  atomic.Int64
	exchange sync.WaitGroup
	draining atomic.Bool
	blocked  func() string // says what would hold every exchange up; may be nil
}

// New returns a gateway. record is given every trace, and is called from the
// goroutine of its exchange.
func New(s *Setup, record func(*ledger.Trace, ledger.Content), log *zap.Logger) *Gateway {
	g := &Gateway{
		record: record, log: log, now: time.Now, patience: headStart, stalled: stallTimeout,
		watcher:  upstream.NewWatcher(100 * time.Millisecond),
		memory:   upstream.NewMemory(time.Now),
		prepared: cache.NewSized[preparedKey, prepared](preparedEntries, preparedBytes),

		conversations: cache.NewSized[conversationKey, []evidence.Chunk](conversations, conversationsBytes),
		answers:       cache.NewSized[xxh3.Uint128, struct{}](answersKept, 16*answersKept),
		shadows:       newShadows(),
		flights:       newFlights(),
		asked:         newAsked(time.Now),
		turns:         cache.NewSized[conversationKey, turn](turns, turnsBytes),
		guarded:       cache.NewSized[cache.Key, []byte](guardedCalls, guardedBytes),
	}
	g.conns = newConnections(func() int { return g.setup.Load().Limits.Connections }, log)
	g.setup.Store(s)
	return g
}

// Swap puts a new setup in force. Exchanges under way keep theirs.
func (g *Gateway) Swap(s *Setup) { g.setup.Store(s) }

// Forget forgets what was learnt of an upstream, which is not what it was.
func (g *Gateway) Forget(upstream string) { g.memory.Forget(upstream) }

// Running returns the number of exchanges under way.
func (g *Gateway) Running() int { return int(g.running.Load()) }

// Drain makes readiness fail, so that no new calls are sent here, and new ones
// that come all the same are turned away. Nobody waits for shadows: they end.
func (g *Gateway) Drain() {
	g.draining.Store(true)
	g.shadows.end()
}

// Wait returns when no exchange is under way.
func (g *Gateway) Wait() { g.exchange.Wait() }

// Handle serves one request.
func (g *Gateway) Handle(ctx *fasthttp.RequestCtx) {
	now := g.now()
	x := &exchange{gate: g, setup: g.setup.Load(), id: newID(now), started: now}
	defer x.press()
	defer x.rescue(ctx)
	if x.open(ctx) {
		x.dispatch(ctx)
	}
}

// open reads the head of a call and lets it in, or answers it.
func (x *exchange) open(ctx *fasthttp.RequestCtx) bool {
	x.call = readCall(ctx, x.setup.prefixes)
	if x.call.target.Kind == wire.KindHealth {
		x.gate.Health(ctx)
		return false
	}
	if fault := ambiguous(ctx); fault != "" {
		ctx.SetConnectionClose()
		x.reject(ctx, wire.NewError(400, "ambiguous_request", fault))
		return false
	}
	if x.call.encoded() {
		x.reject(ctx, wire.NewError(400, "encoded_request", "The request's body is compressed; send it as it is."))
		return false
	}
	if err := x.enter(); err != nil {
		x.reject(ctx, err)
		return false
	}
	return true
}

// dispatch sends a call on its way by what its path asks for.
func (x *exchange) dispatch(ctx *fasthttp.RequestCtx) {
	switch t := &x.call.target; {
	case t.Kind == wire.KindSuspicious:
		x.reject(ctx, wire.NewError(400, "ambiguous_path", "The path is not spelt plainly."))
	case t.Kind == wire.KindUnknown && x.call.method == "POST" && guardOf(t) != "":
		name, path, _ := guardPath(t.Path())
		x.serveGuard(ctx, name, path)
	case t.Kind == wire.KindVerify && x.call.method == "POST":
		x.audit(ctx)
	case t.Kind == wire.KindChat && x.call.method == "POST",
		t.Kind == wire.KindResponses && x.call.method == "POST" && !x.passes():
		x.chatCompletion(ctx)
	case t.Kind == wire.KindModels:
		x.models(ctx)
	case !x.enforcing() || x.passes():
		x.pass(ctx, x.call.body)
	default:
		x.other(ctx, t.Kind)
	}
}

// other serves, for an app in enforce, the paths that ask for no answer:
// what cannot carry an unverified answer passes, everything else does not.
func (x *exchange) other(ctx *fasthttp.RequestCtx, kind wire.Kind) {
	switch kind {
	case wire.KindEmbeddings, wire.KindModerations, wire.KindRerank, wire.KindTokenize, wire.KindAudio, wire.KindImages:
		x.pass(ctx, x.call.body)
	case wire.KindFiles, wire.KindUploads, wire.KindVectors:
		if x.app.Upstream.HasCredential() {
			x.reject(ctx, wire.NewError(403, "not_enforceable", "Files pass only with the client's own credential."))
			return
		}
		x.pass(ctx, x.call.body)
	default:
		x.reject(ctx, notEnforceable(x.call.method, x.call.target))
	}
}

// notEnforceable turns away what could carry an answer that nobody verified,
// stored answers included. Whoever asks for an answer with another method than
// POST is told so: that is a slip, not a wish for what is stored.
func notEnforceable(method string, t wire.Target) *wire.Error {
	text := fmt.Sprintf("%s %s could carry an answer that nobody verified. An operator can let it pass with `passthrough`.", method, orElse(t.Path(), "/"))
	switch {
	case t.OnlyPosted():
		text += " An answer is asked for with POST."
	case t.Path() == "":
		text = "This is where clients call, at /v1/chat/completions for example. The dashboard has an address of its own: admin.listen, 127.0.0.1:8081 unless set otherwise."
	}
	return wire.NewError(403, "not_enforceable", text)
}

// enter admits a call and takes its place among those under way.
func (x *exchange) enter() *wire.Error {
	g, s := x.gate, x.setup
	if g.draining.Load() {
		err := wire.NewError(503, "draining", "The gateway is shutting down.")
		err.RetryAfter = 1
		return err
	}
	if err := x.notKept(); err != nil {
		return err
	}
	app, err := s.admit(&x.call)
	if err != nil {
		return err
	}
	x.app = app.canary(x.id)
	x.spare = x.app.Upstream.Fallbacks
	g.exchange.Add(1)
	x.entered = true
	if n := g.running.Add(1); s.Limits.Concurrency > 0 && n > int64(s.Limits.Concurrency) {
		err := wire.NewError(503, "overloaded", "The gateway has as many exchanges under way as it may.")
		err.RetryAfter = 1
		return err
	}
	return x.takeRate()
}

// leave gives the place back.
func (x *exchange) leave() {
	if x.entered {
		x.entered = false
		x.gate.running.Add(-1)
		x.gate.exchange.Done()
	}
}

// rescue keeps a panic in one exchange: it is answered with a 500 and ends no
// other exchange.
func (x *exchange) rescue(ctx *fasthttp.RequestCtx) {
	cause := recover()
	if cause == nil {
		return
	}
	x.panicked(cause)
	ctx.Response.Reset()
	x.reject(ctx, wire.NewError(500, "internal_error", "The gateway failed; the answer was withheld."))
}

func (x *exchange) panicked(cause any) {
	x.gate.log.Error("panic in an exchange", zap.String("trace_id", x.id), zap.Any("cause", cause), zap.ByteString("stack", debug.Stack()))
}

// press gives the client until a moment from now to take what is ready for
// it. One that takes nothing would hold its exchange, and the upstream's, for
// ever.
func (x *exchange) press() {
	// A connection that takes no deadline fails at the next write.
	_ = x.call.conn.SetWriteDeadline(time.Now().Add(x.gate.stalled))
}

// newID returns a trace id. The system's randomness does not fail.
func newID(now time.Time) string {
	id, err := ledger.NewID(now, rand.Reader)
	if err != nil {
		return fmt.Sprintf("vt_%x", now.UnixNano())
	}
	return id
}
