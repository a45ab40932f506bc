package proxy

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

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
		typed := func(line [2]string) bool { return strings.EqualFold(line[0], "Content-Type") }
		out.header = append(slices.DeleteFunc(slices.Clone(resp.Header), typed), [2]string{"Content-Type", "application/json"})
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
		r.rec.attempts[n-1].cause = cause
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
