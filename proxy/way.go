package proxy

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.uber.org/zap"

	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/traceparent"
)

// way is the upstream that serves an exchange, and those that may take over. An
// app is served by its own upstream. It reaches its upstream's fallbacks as
// well, in two ways: they are turned to in order when an upstream gives no
// answer, and a client may name one in front of a model, as in "backup/small".
// No app reaches any other upstream, whatever a client names.
type way struct {
	route     *Route
	spare     []*Route // to turn to when this one does not answer
	provider  string   // the upstream that the client named in front of the model, "" for none
	elsewhere bool     // the upstream is not the one that the client's own credential is for
}

func newWay(app *App) way { return way{route: app.Upstream, spare: app.Upstream.Fallbacks} }

// fallBack turns to the next upstream, and reports whether there is one. It is
// for calls to which no byte of an answer has come. The client's own credential
// stays behind: it is for the upstream that it was sent to.
func (w *way) fallBack() bool {
	if len(w.spare) == 0 {
		return false
	}
	w.route, w.spare, w.elsewhere = w.spare[0], w.spare[1:], true
	return true
}

// givesWay reports whether an answer with a status is none that a client gets while
// another upstream may be asked.
func (w *way) givesWay(status int) bool {
	return slices.ContainsFunc(w.route.FallbackOn, func(s string) bool {
		return s == strconv.Itoa(status) || strings.HasSuffix(s, "xx") && s[0] == '0'+byte(status/100)
	})
}

// choose turns to the upstream that the client named in front of the model. What
// no upstream of the app is called is part of the model's name, as is any name
// that is an alias.
func (w *way) choose(model string) {
	name, _, named := strings.Cut(model, "/")
	if _, alias := w.route.Aliases[model]; !named || alias {
		return
	}
	if w.route.Name() == name && !w.route.Unnamed {
		w.provider = name
		return
	}
	at := slices.IndexFunc(w.spare, func(r *Route) bool { return r.Name() == name })
	if at >= 0 {
		named := w.spare[at]
		*w = way{route: named, spare: named.Fallbacks, provider: name, elsewhere: true}
	}
}

// operator reports whether the operator's credential is used, or none, and not
// the client's own.
func (w *way) operator() bool { return w.route.HasCredential() || w.elsewhere }

// withoutProvider is a model's name without the upstream that was named in
// front of it.
func (w *way) withoutProvider(model string) string {
	if w.provider == "" {
		return model
	}
	return strings.TrimPrefix(model, w.provider+"/")
}

// modelOf is a model as the upstream knows it.
func (w *way) modelOf(model string) string {
	own := w.withoutProvider(model)
	if name, ok := w.route.Aliases[own]; ok {
		return name
	}
	return own
}

// mayUse reports whether the app may use a model, which may have an upstream's
// name in front.
func (r *run) mayUse(model string) bool {
	return r.app.allows(model) || r.way.provider != "" && r.app.allows(r.way.withoutProvider(model))
}

// attempt begins the record of one upstream call.
func (r *run) attempt(asked string) *attempt {
	r.rec.attempts = append(r.rec.attempts, attempt{Attempt: ledger.Attempt{
		Upstream: r.way.route.Name(), Asked: asked, Repair: strings.HasPrefix(asked, ledger.RepairAsked), Start: r.gate.now().Sub(r.started)}})
	return r.lastAttempt()
}

// do makes the upstream call that was begun as the last attempt, and returns the attempt
// that it came to. One that was cut off is made again, and one whose key was turned
// away goes out with another: each is an attempt of its own.
func (r *run) do(ctx context.Context, out *upstream.Request) (*upstream.Response, *attempt, error) {
	out.Again = func(t upstream.Tried) {
		r.gate.log.Warn("an upstream call is made again", zap.String("trace_id", r.id), zap.String("upstream", r.way.route.Name()),
			zap.Int("status", t.Status), zap.Int("key", t.Key), zap.String("cause", causeOf(t.Err)), zap.Error(t.Err))
		a := r.lastAttempt()
		a.Status, a.Cause, a.Duration = t.Status, causeOf(t.Err), r.since(a)
		r.attempt(a.Asked)
		out.Header = withTraceparent(r, out.Header)
	}
	resp, err := r.way.route.Do(ctx, out)
	return resp, r.lastAttempt(), err
}

func (r *run) lastAttempt() *attempt { return &r.rec.attempts[len(r.rec.attempts)-1] }

// since is how long an attempt has lasted.
func (r *run) since(a *attempt) time.Duration { return r.gate.now().Sub(r.started) - a.Start }

// path is where an upstream serves what a client's path asks for. An Azure
// resource gets the path as it came; any other upstream has its root in its
// base URL.
func (r *Route) path(t wire.Target) string {
	if !r.Azure {
		return cmp.Or(t.Rest, "/")
	}
	if t.Root == "" || t.Root == "/v1" {
		return "/openai/v1" + t.Rest
	}
	return t.Root + t.Rest
}

// outgoing is an upstream call with the client's headers, and a body that is
// there or is made when it is sent.
func outgoing(run *run, body []byte, made making) *upstream.Request {
	operator, t := run.way.operator(), run.call.target
	path, atRoot := run.way.route.path(t), false
	switch {
	case t.Kind == wire.KindSuspicious: // as it came, for an app that verifies nothing
		path, atRoot = strings.CutPrefix(strings.TrimPrefix(run.call.raw, t.Prefix), "/v1/")
		path, atRoot = "/"+strings.TrimPrefix(path, "/"), !atRoot
	case t.Root == "" && t.Rest != "" && (t.Kind == wire.KindUnknown || strings.HasPrefix(t.Rest, "/v2/")):
		atRoot = !run.way.route.Azure // no path of the interface: /api/chat, /v2/rerank
	}
	return &upstream.Request{
		Method: run.call.method, Path: path, AtRoot: atRoot, Query: wire.ForwardQuery(run.call.target.Query, operator),
		Header: withTraceparent(run, run.call.forwarded(operator)), Body: body, Make: made, Upgrade: run.call.upgrade,
	}
}

// withTraceparent puts the call that is about to be made into the client's trace, or
// into one of its own: its span is the parent of whatever the upstream does.
// Where spans are not exported the client's header goes through as it came,
// for a parent that nobody ever sees would break the trace in two.
func withTraceparent(run *run, h upstream.Header) upstream.Header {
	if !run.setup.Traced {
		return h
	}
	client := run.call.header.Get("traceparent")
	_, known := traceparent.Parse(client)
	h = slices.DeleteFunc(h, func(line [2]string) bool {
		return strings.EqualFold(line[0], "traceparent") || !known && strings.EqualFold(line[0], "tracestate")
	})
	span := traceparent.Span(run.id, len(run.rec.attempts))
	return append(h, [2]string{"traceparent", traceparent.Of(client, run.id).Header(span)})
}

// stance is one way of asking for an answer: a rung of structured output,
// whether the client's own form and the tools that take answers go with the
// citations around them, or as the client sent them, and whether its limit on
// tokens is raised. Of a form or tools as they were sent the citations are
// collected in a call of their own.
type stance struct {
	rung      upstream.Rung
	bareForm  bool
	bareTools bool
	ownLimit  bool // the answer may be as long as the client said, without room for citations
}

// firstStance is the surest way of asking that this upstream and model are
// known to take.
func firstStance(run *run, q *question) stance {
	s := stance{rung: firstRung(run, q)}
	for s.rung != upstream.Prompt && q.form.schema != nil && knownRefused(run, q.request, q.form.refusedOn(s.rung)) {
		s.rung = s.rung.Below()
	}
	s.bareForm = s.rung == upstream.JSONSchema && q.form.schema != nil && knownRefused(run, q.request, q.form.wrapped)
	s.bareTools = q.form.tools != nil && knownRefused(run, q.request, q.form.tools.wrapped)
	s.ownLimit = q.request.chat.RaisesMaxTokens() && knownRefused(run, q.request, q.request.raisedLimit())
	return s
}

// firstRung is the surest way of asking for structured output that this
// upstream and model are known to take.
func firstRung(run *run, q *question) upstream.Rung {
	r := run.way.route
	if q.request.chat.HasTools && !r.ToolsWithSchema && q.form.purpose != forCitations {
		return upstream.Prompt
	}
	if r.Anthropic && (run.call.messages == nil || q.form.schema == nil && r.Structured != "json_schema") {
		return upstream.Prompt // that a model of Anthropic's takes schemas is known where its client sends one
	}
	switch r.Structured {
	case "json_schema":
		return upstream.JSONSchema
	case "json_object":
		return upstream.JSONObject
	case "prompt":
		return upstream.Prompt
	}
	return run.gate.memory.Rung(r.Name(), servedModel(run, q.request))
}

// refusedOn names a rung for the memory of what is refused: of the client's own schema
// alone, where it has one, for another may be taken.
func (f *form) refusedOn(rung upstream.Rung) string {
	if f.schema == nil {
		return rung.String()
	}
	return rung.String() + ": " + f.wrapped
}

// raisedLimit names, for the memory of what is refused, the limits on tokens
// with room for citations.
func (r *request) raisedLimit() string {
	return fmt.Sprintf("room beyond %v tokens", r.chat.MaxTokens)
}

// knownRefused reports whether the upstream is known not to take a wrapped form.
func knownRefused(run *run, req *request, wrapped string) bool {
	return run.gate.memory.Refused(run.way.route.Name(), servedModel(run, req), wrapped)
}

// nextStance is the next stance after an upstream's error, false where the error is
// no word on the form or no stance is left. What the client itself sent is
// tried before a weaker kind of structured output: it is known to be wanted.
func (q *question) nextStance(s stance, f *foreign) (stance, bool) {
	if f == nil {
		return s, false
	}
	wrapsForm := q.form.schema != nil && s.rung == upstream.JSONSchema && q.form.purpose != forCitations
	switch {
	case !s.ownLimit && q.request.chat.RaisesMaxTokens() && upstream.RejectsLength(f.status, f.body):
		s.ownLimit = true
	case q.form.tools != nil && !s.bareTools && q.form.purpose != forCitations && upstream.RejectsTools(f.status, f.body):
		s.bareTools = true
	case !upstream.RejectsFormat(f.status, f.body, q.request.chat.HasTools) || s.rung == upstream.Prompt:
		return s, false
	case wrapsForm && !s.bareForm:
		s.bareForm = true
	default:
		s.bareForm, s.rung = false, s.rung.Below()
	}
	return s, true
}

// rememberStance notes on which stance an answer came after those from began on had been
// rejected, for the calls to come and for those who read the answer.
func (a *asker) rememberStance(began, s stance) {
	a.stance = s
	refused := func(form string) {
		a.run.gate.memory.Refuse(a.run.way.route.Name(), servedModel(a.run, a.question.request), form)
	}
	for rung := began.rung; rung != s.rung; rung = rung.Below() {
		refused(a.question.form.refusedOn(rung))
	}
	if s.bareForm && !began.bareForm {
		refused(a.question.form.wrapped)
	}
	if s.ownLimit && !began.ownLimit {
		refused(a.question.request.raisedLimit())
	}
	if s.bareTools && !began.bareTools {
		refused(a.question.form.tools.wrapped)
	}
}
