package proxy

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// writeError writes an error of the gateway's own in the interface's form.
func writeError(ctx *fasthttp.RequestCtx, run *run, m *material, err *wire.Error) {
	writeHeaders(ctx, run, m, true)
	putError(ctx, err, errorBody(run.call, err))
	run.gate.log.Debug("answered with an error",
		zap.String("trace_id", run.id), zap.Int("status", err.Status), zap.String("code", err.Code))
}

// putError puts an error into a response.
func putError(ctx *fasthttp.RequestCtx, err *wire.Error, body []byte) {
	ctx.SetStatusCode(err.Status)
	for _, h := range err.Headers() {
		ctx.Response.Header.Set(h[0], h[1])
	}
	ctx.SetContentType("application/json")
	ctx.SetBody(body)
}

// writeJSON writes JSON of the gateway's own.
func writeJSON(ctx *fasthttp.RequestCtx, run *run, m *material, body string) {
	writeHeaders(ctx, run, m, true)
	ctx.SetContentType("application/json")
	ctx.SetBodyString(body)
}

// forwardError writes an upstream's own error as it came.
func forwardError(ctx *fasthttp.RequestCtx, run *run, m *material, f *foreign) {
	copyHeaders(ctx, run, f.header)
	writeHeaders(ctx, run, m, true)
	ctx.SetStatusCode(f.status)
	ctx.Response.SetBodyRaw(foreignBody(run.call, f))
}

// copyHeaders passes an upstream's headers on.
func copyHeaders(ctx *fasthttp.RequestCtx, run *run, header upstream.Header) {
	connection, operator := header.All("Connection"), run.way.route.HasCredential()
	for _, h := range header {
		const cors = "access-control-"
		own := len(run.app.Origins) > 0 && len(h[0]) > len(cors) && strings.EqualFold(h[0][:len(cors)], cors)
		if !own && wire.ForwardResponseHeader(h[0], operator) && !wire.Named(connection, h[0]) {
			ctx.Response.Header.Add(h[0], h[1])
		}
	}
}

// writeHeaders writes the gateway's own. decided says that the exchange has come
// to its end, so that its verdict is known.
func writeHeaders(ctx *fasthttp.RequestCtx, run *run, m *material, decided bool) {
	h := &ctx.Response.Header
	h.Set("X-Vouchsafe-Trace-Id", run.id)
	if len(h.Peek("x-request-id")) == 0 {
		h.Set("x-request-id", run.id)
	}
	run.rec.rateHeaders(h, decided)
	if run.rec.cache != "" {
		h.Set("X-Vouchsafe-Cache", run.rec.cache)
	}
	if !decided {
		return
	}
	if run.rec.verdict != "" {
		h.Set("X-Vouchsafe-Verdict", string(run.rec.verdict))
		h.Set("X-Vouchsafe-Proof", string(cmp.Or(run.rec.proof, report.NoProof)))
	}
	if run.rec.task != "" {
		h.Set("X-Vouchsafe-Task", run.rec.task)
	}
	if m.found.Unseen != "" {
		h.Set("X-Vouchsafe-Context", m.found.Unseen)
	} else if run.call.messages.Unread() {
		h.Set("X-Vouchsafe-Context", layout.Unreadable)
	}
	if n := len(run.rec.attempts); n > 0 {
		h.Set("X-Vouchsafe-Attempts", strconv.Itoa(n))
	}
	overhead := run.gate.now().Sub(run.started) - run.rec.latency.Upstream
	h.Set("X-Vouchsafe-Overhead-Ms", strconv.FormatFloat(float64(overhead.Microseconds())/1000, 'f', 3, 64))
}

// reply writes a reply whose answer has been decided before its head leaves:
// plain, or as the events of a stream.
func (x *exchange) reply(ctx *fasthttp.RequestCtx) {
	defer x.finish()
	if writeFailure(ctx, x.run, x.material, &x.result) {
		return
	}
	if n := len(x.run.rec.attempts); n > 0 {
		copyHeaders(ctx, x.run, x.run.rec.attempts[n-1].limits)
	}
	writeHeaders(ctx, x.run, x.material, true)
	if x.secure(); writeFailure(ctx, x.run, x.material, &x.result) {
		return
	}
	room := bytebufferpool.Get() // the response copies what is written in it
	defer bytebufferpool.Put(room)
	if w, out := writerOf(x.run, x.request), &x.result; x.request.chat.Stream {
		streamHeaders(ctx)
		room.B = wire.WriteReply(room.B, w.NewStream(*out.reply), out.reply, out.report, wire.Sent{})
	} else {
		ctx.SetContentType("application/json")
		room.B = w.AppendReply(room.B, out.reply, out.report)
	}
	ctx.Response.SetBody(room.B)
}

// stream lets a stream's head leave; the rest follows as it is read. The work
// goes on meanwhile: what it may change of the exchange is not looked at.
func (x *exchange) stream(ctx *fasthttp.RequestCtx, done <-chan struct{}, stop func()) {
	writeHeaders(ctx, x.run, x.material, false)
	streamHeaders(ctx)
	every := x.run.app.Policy.Stream.Heartbeat
	h := &held{x: x, done: done, stop: stop, stream: writerOf(x.run, x.request).NewStream(*ownReply(x.run, x.request)),
		every: every, beat: time.NewTicker(every), pieces: x.flow.pieces}
	h.waiting, h.sent.Role = h.stream.Role(nil, 0), true // leaves together with the head
	sendBody(ctx, x.run, h, -1)
}

// streamHeaders are those of an event stream that nothing on the way should
// hold back or change.
func streamHeaders(ctx *fasthttp.RequestCtx) {
	ctx.SetContentType("text/event-stream; charset=utf-8")
	ctx.Response.Header.Set("Cache-Control", "no-cache, no-transform")
	ctx.Response.Header.Set("X-Accel-Buffering", "no")
}

// sendBody has the server send a reply's body as it is read. length is -1
// where it is not known. Clients of HTTP/1.0, among them proxies at their
// default settings, know no chunks: for them the end of the connection is the
// end of the body, and the server's own way of writing is gone around.
func sendBody(ctx *fasthttp.RequestCtx, run *run, body io.ReadCloser, length int) {
	if ctx.Request.Header.IsHTTP11() || length >= 0 || run.call.headless() {
		ctx.SetBodyStream(body, length)
		return
	}
	h := &ctx.Response.Header
	h.SetConnectionClose()
	h.SetContentLength(-2) // neither a length nor chunks
	head := bytes.Clone(h.Header())
	ctx.HijackSetNoResponse(true)
	ctx.Hijack(func(c net.Conn) {
		defer rescueHeld(run, &result{})
		defer body.Close()
		if _, err := c.Write(head); err != nil {
			return
		}
		// An error ends the connection, which is all that can be told.
		_, _ = io.Copy(c, body)
	})
}

// headless reports whether a reply has a head only.
func (c *call) headless() bool { return c.method == "HEAD" }

// stopped ends an exchange early: with an error of the gateway's own, with an
// upstream's error that is passed on as it came, or because the client left.
type stopped struct {
	err        *wire.Error
	foreign    *foreign
	within     *foreign // an upstream's own error inside a reply that it had called good, and that holds nothing else
	gone       bool
	unanswered bool // the upstream gave no answer, or one on which another is to be asked
}

// foreign is an upstream's own error.
type foreign struct {
	status int
	header upstream.Header
	body   []byte
}

// fail notes that an exchange ends with an error of the gateway's own.
func (r *record) fail(err *wire.Error) *result {
	r.verdict, r.reason = report.Failed, err.Code
	return &result{err: err}
}

// stop notes that an exchange ends early.
func (r *record) stop(s *stopped) *result {
	if s.foreign != nil {
		r.answeredWith(s.foreign.status)
		return &result{foreign: s.foreign}
	}
	out := r.fail(s.err)
	if s.gone {
		r.clientLeft()
	}
	return out
}

// answeredWith notes the status that an upstream answered with: an error ends the
// exchange, in whatever way it passes on.
func (r *record) answeredWith(status int) {
	if status >= 400 {
		r.verdict, r.reason = report.Failed, "upstream-"+strconv.Itoa(status)
	}
}

// reject answers with an error at once, and records it.
func (x *exchange) reject(ctx *fasthttp.RequestCtx, err *wire.Error) {
	cutShort(x, ctx, &stopped{err: err})
}

// cutShort answers with what an exchange has ended early with, and records it.
func cutShort(x *exchange, ctx *fasthttp.RequestCtx, s *stopped) {
	x.result = *x.run.rec.stop(s)
	writeFailure(ctx, x.run, x.material, &x.result)
	x.finish()
}

// writeFailure writes the error that an exchange ended with, and reports whether
// there was one.
func writeFailure(ctx *fasthttp.RequestCtx, run *run, m *material, out *result) bool {
	switch {
	case out.foreign != nil:
		forwardError(ctx, run, m, out.foreign)
	case out.err != nil:
		writeError(ctx, run, m, out.err)
	default:
		return false
	}
	return true
}

// clientLeft notes that the client left before the end.
func (r *record) clientLeft() {
	r.verdict, r.reason = report.Failed, "client-closed"
}

// foreignError keeps an upstream's error as it came. One whose body is a reply keeps only its status,
// and what it says of the error.
func (r *run) foreignError(resp *upstream.Response) *stopped {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return r.failure(err)
	}
	out := &foreign{resp.Status, resp.Header, body}
	if wire.HoldsAnswer(body) {
		out.header = append(resp.Header.Without("Content-Type"), [2]string{"Content-Type", "application/json"})
		out.body = wire.ErrorIn(body).Body()
	}
	return &stopped{foreign: out}
}

// failure tells a client, in the interface's own form, why there is no reply,
// the trace in a word, and the log what neither is told: which address was not
// to be had, and what the system said.
func (r *run) failure(err error) *stopped {
	switch upstream.FailureOf(err) {
	case upstream.Unreachable, upstream.TimedOut, upstream.Broken, upstream.TooLarge:
		r.gate.log.Warn("an upstream call failed",
			zap.String("trace_id", r.id), zap.String("upstream", r.way.route.Name()), zap.String("cause", causeOf(err)), zap.Error(err))
	}
	if cause, n := causeOf(err), len(r.rec.attempts); cause != "" && n > 0 {
		r.rec.attempts[n-1].Cause = cause
	}
	return &stopped{err: troubleOf(err), gone: upstream.FailureOf(err) == upstream.Canceled, unanswered: upstream.Unanswered(err)}
}

// causeOf is what the trace says of a failed call, in one word: what became of
// the connection, or what is wrong with the reply. It tells no address.
func causeOf(err error) string {
	if broken, ok := errors.AsType[*wire.BrokenReply](err); ok {
		return "reply-" + string(broken.Fault)
	}
	return string(upstream.CauseOf(err))
}

func troubleOf(err error) *wire.Error {
	if broken, ok := errors.AsType[*wire.BrokenReply](err); ok {
		return broken.Report()
	}
	switch upstream.FailureOf(err) {
	case upstream.Canceled:
		return wire.NewError(499, "client_closed_request", "The client went away.")
	case upstream.TimedOut:
		text := "The upstream did not answer in time"
		if phase := upstream.PhaseOf(err); phase != "" { // more would tell the client where the upstream is
			text += " (" + string(phase) + ")"
		}
		return wire.NewError(504, "upstream_timeout", text+".")
	case upstream.TooLarge:
		return wire.NewError(502, "upstream_too_large", "The upstream's reply is larger than the gateway takes.")
	case upstream.Invalid:
		return wire.NewError(400, "bad_request", "The request cannot be sent on as it is.")
	case upstream.Tripped:
		e := wire.NewError(502, "upstream_unreachable",
			"The upstream could not be reached several times in a row and is left alone for a moment.")
		e.RetryAfter = 1
		return e
	case upstream.Broken:
		return wire.NewError(502, "upstream_broken", "The upstream's reply broke off.")
	}
	return wire.NewError(502, "upstream_unreachable", "The upstream cannot be reached.")
}
