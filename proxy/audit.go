package proxy

import (
	"context"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/verify"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/audit"
)

// audit verifies one answer that the client has already: the body is a line of
// the batch audit's input, and the reply a line of its output. It writes no
// trace.
func (x *exchange) audit(ctx *fasthttp.RequestCtx) {
	defer x.leave()
	x.ending.recorded = true
	if err := wire.Check(x.call.body, x.setup.Limits.Request); err != nil {
		x.fail(err)
		x.failed(ctx)
		return
	}
	item, err := audit.Line(x.call.body, audit.Options{
		Policy: x.app.Policy, Layouts: x.app.LayoutOptions(x.call.local), Exempt: x.app.Exempt, Opine: x.opine(),
		Now: x.gate.now(), Prepare: x.gate.prepare,
	})
	if err != nil {
		x.fail(wire.NewError(400, "invalid_audit", "The item cannot be audited: "+err.Error()+"."))
		x.failed(ctx)
		return
	}
	x.headers(ctx, true)
	ctx.SetContentType("application/json")
	ctx.SetBodyString(encode(item))
}

// opine has the app's judge heard about a result; nil where the app has none.
func (x *exchange) opine() func(*verify.Result, string) bool {
	if x.app.Judge == nil {
		return nil
	}
	return func(r *verify.Result, question string) bool {
		h := judge.Hearing{Judge: x.app.Judge, Policy: &x.app.Policy, Question: question, Server: x.ownServer}
		return h.Hear(context.Background(), r, "")
	}
}
