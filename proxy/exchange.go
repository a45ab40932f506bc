package proxy

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
)

// run is one client call as every step knows it: what is passed beside the values
// that the steps make of one another. What a later step changes of it: way, where another
// upstream takes over; rec, which gathers what the trace will tell; app and call, where a call
// of another interface is served as a chat completion (messages.go); call.body, which is given
// back before the model is waited for.
type run struct {
	gate     *Gateway
	setup    *Setup
	app      *App
	way      *way
	call     *call
	rec      *record
	id       string
	started  time.Time
	shadowOf string // id of the exchange whose shadow this is; "" for none
}

// record is what the steps note for the reply's headers and for the trace.
type record struct {
	attempts    []attempt
	latency     ledger.Latency
	verdict     report.Verdict
	proof       report.Proof
	reason      string
	task        string         // the form in which a task passed; "" for none
	unsupported int            // texts of a task that the material does not bear out
	answer      string         // as the client got it, where that is not what the choices say
	unread      *unread        // of a call that passed unread; nil where it says nothing, and for others
	origin      origin         // of an answer that was not asked for here; empty for others
	shared      []attempt      // of the exchange under way that asked for it
	cache       string         // hit or miss, "" where no kept answer was looked for
	charge      *charge        // nil where the app has no rate
	heard       *judge.Hearing // of the app's judge; nil until it is asked
}

// adopt takes over what another exchange has come to: headers, reply, trace and figures tell the same of both.
func (r *record) adopt(of *record) {
	r.verdict, r.proof, r.reason, r.answer = of.verdict, of.proof, of.reason, of.answer
	r.task, r.unsupported, r.shared = of.task, of.unsupported, of.attempts
}

// attempt is one upstream call: what the trace tells of it, without what was found in its reply.
type attempt struct {
	ledger.Attempt
	limits  upstream.Header // of the upstream: see wire.TellsLimits
	usage   string          // in figures, as the client may be told it: see wire.SumUsage
	reports []report.Report // of its choices, where they were verified
}

// cites keeps how many citations the model itself wrote in an attempt's reply.
func (r *record) cites(n int) {
	if last := len(r.attempts) - 1; last >= 0 {
		r.attempts[last].Cited += n
	}
}

// tell keeps what was found in an attempt's reply beside it, that of the last one for 0; nobody was asked for an
// answer that was kept.
func (r *record) tell(attempt int, found report.Report) {
	if n := cmp.Or(attempt, len(r.attempts)); n > 0 {
		r.attempts[n-1].reports = append(r.attempts[n-1].reports, found)
	}
}

// exchange is the frame of one client call: the values that its steps have come
// to, until the reply has left and the trace is written. It belongs to one
// goroutine at a time.
type exchange struct {
	run      *run
	request  *request
	material *material
	question *question
	result   result
	flow     flow
	entered  bool      // it has a place among those under way
	recorded bool      // its trace is written, or it has none
	shadow   *exchange // that follows this one; nil for none

	own struct { // what the others point to
		run      run
		call     call
		way      way
		rec      record
		request  request
		material material
		question question
	}
}

// work is what brings the answer of an exchange. Many frames of it lie on the stack while
// a model is waited for, so its result does not.
type work func(context.Context) *result

// result is what the client is to get: a reply, or an error. Reply and report
// go together; foreign is an upstream's own error, passed on as it came. Choices
// are the answers of which it was made, for the trace and for calls to come.
type result struct {
	reply   *wire.Reply
	report  string
	choices []*choice
	err     *wire.Error
	foreign *foreign
}

// begin reads the head of a call.
//
//go:noinline // nothing of it lies on the stack while the model is waited for
func (r *run) begin(ctx *fasthttp.RequestCtx) { *r.call = readCall(ctx, r.setup.prefixes) }

// newExchange begins an exchange.
//
//go:noinline // see begin
func (g *Gateway) newExchange() *exchange {
	now := g.now()
	x := &exchange{flow: flow{began: make(chan struct{})}}
	o := &x.own
	o.run = run{gate: g, setup: g.setup.Load(), call: &o.call, way: &o.way, rec: &o.rec, id: newID(now), started: now}
	o.question.request, o.question.material = &o.request, &o.material
	x.run, x.request, x.material, x.question = &o.run, &o.request, &o.material, &o.question
	return x
}

// open lets a call in by its head, or answers it.
func (x *exchange) open(ctx *fasthttp.RequestCtx) bool {
	if x.run.call.target.Kind == wire.KindHealth {
		x.run.gate.Health(ctx)
		return false
	}
	if answerPreflight(ctx, x.run) {
		return false
	}
	var err *wire.Error
	if fault := headFault(ctx.Request.Header.RawHeaders()); fault != "" {
		ctx.SetConnectionClose()
		err = wire.NewError(400, "ambiguous_request", fault)
	} else if x.run.call.encoded() {
		err = wire.NewError(400, "encoded_request", "The request's body is compressed; send it as it is.")
	} else {
		err = x.enter()
	}
	origin := x.run.call.header.Get("Origin")
	if x.run.app != nil && x.run.app.lets(origin) {
		letOrigin(ctx, origin)
	}
	if x.run.call.isPreflight() && (err != nil || x.run.app.enforcing()) {
		err = wire.NewError(403, "origin_not_allowed",
			"No app takes calls from pages of "+origin+". An operator can let them in with `cors: {origins: [\""+origin+"\"]}` of the app.")
	}
	if err != nil {
		x.reject(ctx, err)
	}
	return err == nil
}

// handler serves an exchange that has been let in.
type handler func(*exchange, *fasthttp.RequestCtx)

// handler finds what serves a call, by what its path asks for.
func (x *exchange) handler() handler {
	call, free := x.run.call, !x.run.app.enforcing() || x.run.passes() // free: nobody looks at what passes
	posted := call.method == "POST"
	switch t := &call.target; {
	case free && call.wantsUpgrade() != "":
		return (*exchange).upgrade
	case t.Kind == wire.KindSuspicious && x.run.app.enforcing():
		return func(x *exchange, ctx *fasthttp.RequestCtx) { x.reject(ctx, errAmbiguousPath) }
	case t.Kind == wire.KindUnknown && posted && guardOf(t) != "":
		return (*exchange).serveGuard
	case t.Kind == wire.KindVerify && posted:
		return (*exchange).audit
	case t.Kind == wire.KindChat && posted, t.Kind == wire.KindResponses && posted && !x.run.passes():
		return (*exchange).chatCompletion
	case t.Kind == wire.KindMessages && posted && !x.run.passes() && x.run.app.Policy.Mode != policy.Off:
		return (*exchange).serveMessages
	case t.Rest == "/messages/count_tokens" && posted && !free && !x.run.way.route.Anthropic:
		return countTokens
	case t.Kind == wire.KindModels:
		return (*exchange).models
	case !free && mayPass(x.run) != nil:
		return func(x *exchange, ctx *fasthttp.RequestCtx) { x.reject(ctx, mayPass(x.run)) }
	}
	return func(x *exchange, ctx *fasthttp.RequestCtx) { x.pass(ctx, x.run.call.body, nil) }
}

var errAmbiguousPath = wire.NewError(400, "ambiguous_path", "The path must be plain: no escapes, dot segments, backslashes or parameters.")

// mayPass tells, for an app in enforce, of the paths that ask for no answer: what
// cannot carry an unverified answer passes, everything else does not.
func mayPass(run *run) *wire.Error {
	switch run.call.target.Kind {
	case wire.KindNoAnswer:
		return nil
	case wire.KindFiles:
		if run.way.route.HasCredential() {
			return wire.NewError(403, "not_enforceable", "Files pass only with the client's own credential.")
		}
		return nil
	}
	return notEnforceable(run.call.method, run.call.target)
}

// notEnforceable turns away what could carry an answer that nobody verified,
// stored answers included. Whoever asks for an answer with another method than
// POST is told so: that is a slip, not a wish for what is stored.
func notEnforceable(method string, t wire.Target) *wire.Error {
	text := fmt.Sprintf("%s %s could carry an answer that nobody verified. Ask with POST %s, which is verified; an operator can let "+
		"other paths pass with `passthrough`.",
		method, cmp.Or(t.Path(), "/"), verifiedRoute(t))
	switch {
	case t.OnlyPosted():
		text += " An answer is asked for with POST."
	case t.Path() == "":
		text = "This is where clients call, at /v1/chat/completions for example. " +
			"The dashboard has an address of its own: admin.listen, 127.0.0.1:8081 unless set otherwise."
	}
	return wire.NewError(403, "not_enforceable", text)
}

// verifiedRoute is the path at which an app gets what it seems to look for.
func verifiedRoute(t wire.Target) string {
	for _, route := range [...]string{"/responses", "/messages"} {
		if strings.Contains(t.Path(), route) {
			return t.Prefix + "/v1" + route
		}
	}
	return t.Prefix + "/v1/chat/completions"
}

// passes reports whether the app lists the path as one that passes unchecked: by
// its name, or as one of those below a name that ends in "/*". The path of
// answers that are verified otherwise has to be named.
func (r *run) passes() bool {
	t := &r.call.target
	for _, p := range r.app.Passthrough {
		above, family := strings.CutSuffix(p, "*")
		for _, path := range [...]string{t.Path(), "/v1" + t.Rest} {
			if p == path || family && t.Kind != wire.KindResponses && t.Kind != wire.KindMessages &&
				strings.HasPrefix(path, above) && path != above {
				return true
			}
		}
	}
	return false
}

// enter admits a call and takes its place among those under way.
func (x *exchange) enter() *wire.Error {
	g, s := x.run.gate, x.run.setup
	if g.draining.Load() {
		return wire.Busy("draining", "The gateway is shutting down.")
	}
	if err := x.run.notKept(); err != nil {
		return err
	}
	app, err := s.admit(x.run.call)
	if err != nil {
		return err
	}
	x.run.app = app.canary(x.run.id)
	*x.run.way = newWay(x.run.app)
	g.underWay.Add(1)
	x.entered = true
	if n := g.running.Add(1); s.Limits.Concurrency > 0 && n > int64(s.Limits.Concurrency) {
		return wire.Busy("overloaded", "The gateway is busy: it has limits.concurrency calls under way. Try again.")
	}
	return takeRate(x.run)
}

// leave gives the place back.
func (x *exchange) leave() {
	if x.entered {
		x.entered = false
		x.run.gate.running.Add(-1)
		x.run.gate.underWay.Done()
	}
}

var errInternal = wire.NewError(500, "internal_error", "The gateway failed; the answer was withheld.")

// rescue keeps a panic in one exchange: it is answered with a 500 and ends no
// other exchange.
func (x *exchange) rescue(ctx *fasthttp.RequestCtx) {
	cause := recover()
	if cause == nil {
		return
	}
	x.run.panicked(cause)
	ctx.Response.Reset()
	x.reject(ctx, errInternal)
}

func (r *run) panicked(cause any) {
	r.gate.log.Error("panic in an exchange",
		zap.String("trace_id", r.id), zap.Any("cause", cause), zap.ByteString("stack", debug.Stack()))
}

// extendDeadline gives the client until a moment from now to take what is ready for
// it. One that takes nothing would hold its exchange, and the upstream's, for
// ever.
func (r *run) extendDeadline() {
	// A connection that takes no deadline fails at the next write.
	_ = r.call.conn.SetWriteDeadline(time.Now().Add(r.gate.stalled))
}
