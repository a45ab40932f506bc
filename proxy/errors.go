package proxy

import (
	"strconv"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// fail ends an exchange with an error of the gateway's own.
func (x *exchange) fail(err *wire.Error) {
	x.result = result{err: err}
	x.ending.verdict, x.ending.reason = report.Failed, err.Code
}

// stop ends an exchange early.
func (x *exchange) stop(s *stopped) {
	if s.foreign != nil {
		x.result = result{foreign: s.foreign}
		x.ending.verdict, x.ending.reason = report.Failed, "upstream-"+strconv.Itoa(s.foreign.status)
		return
	}
	x.fail(s.err)
	if s.gone {
		x.gone()
	}
}

// reject answers with an error at once, and records it.
func (x *exchange) reject(ctx *fasthttp.RequestCtx, err *wire.Error) {
	x.fail(err)
	x.failed(ctx)
	x.finish()
}

// failed writes the error that an exchange ended with, and reports whether
// there was one.
func (x *exchange) failed(ctx *fasthttp.RequestCtx) bool {
	switch {
	case x.result.foreign != nil:
		x.forward(ctx, x.result.foreign)
	case x.result.err != nil:
		x.ownError(ctx, x.result.err)
	default:
		return false
	}
	return true
}

// ownError writes an error of the gateway's own in the interface's form.
func (x *exchange) ownError(ctx *fasthttp.RequestCtx, err *wire.Error) {
	x.headers(ctx, true)
	ctx.SetStatusCode(err.Status)
	for _, h := range err.Headers() {
		ctx.Response.Header.Set(h[0], h[1])
	}
	ctx.SetContentType("application/json")
	ctx.SetBody(err.Body())
	x.gate.log.Debug("answered with an error", zap.String("trace_id", x.id), zap.Int("status", err.Status), zap.String("code", err.Code))
}

// forward writes an upstream's own error as it came.
func (x *exchange) forward(ctx *fasthttp.RequestCtx, f *foreign) {
	x.copyHeaders(ctx, f.header)
	x.headers(ctx, true)
	ctx.SetStatusCode(f.status)
	ctx.Response.SetBodyRaw(f.body)
}

// copyHeaders passes an upstream's headers on.
func (x *exchange) copyHeaders(ctx *fasthttp.RequestCtx, header upstream.Header) {
	var connection []string
	for _, h := range header {
		if h[0] == "Connection" || h[0] == "connection" {
			connection = append(connection, h[1])
		}
	}
	operator := x.app.Upstream.HasCredential()
	for _, h := range header {
		if wire.ForwardResponseHeader(h[0], operator) && !wire.Named(connection, h[0]) {
			ctx.Response.Header.Add(h[0], h[1])
		}
	}
}

// headers writes the gateway's own. decided says that the exchange has come
// to its end, so that its verdict is known.
func (x *exchange) headers(ctx *fasthttp.RequestCtx, decided bool) {
	h := &ctx.Response.Header
	h.Set("X-Vouchsafe-Trace-Id", x.id)
	if len(h.Peek("x-request-id")) == 0 {
		h.Set("x-request-id", x.id)
	}
	x.rateHeaders(h, decided)
	if x.lookup.outcome != "" {
		h.Set("X-Vouchsafe-Cache", x.lookup.outcome)
	}
	if !decided {
		return
	}
	if x.ending.verdict != "" {
		h.Set("X-Vouchsafe-Verdict", string(x.ending.verdict))
	}
	if n := len(x.attempts); n > 0 {
		h.Set("X-Vouchsafe-Attempts", strconv.Itoa(n))
	}
	overhead := x.gate.now().Sub(x.started) - x.times.upstream
	h.Set("X-Vouchsafe-Overhead-Ms", strconv.FormatFloat(float64(overhead.Microseconds())/1000, 'f', 3, 64))
}
