package proxy

import (
	"context"

	"github.com/valyala/fasthttp"

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
		Policy: x.app.Policy, Layouts: x.app.LayoutOptions(x.call.local), Exempt: x.app.Exempt, Opinion: x.opinionOn(),
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

// opinionOn asks the app's judge about one claim; nil where it has none.
func (x *exchange) opinionOn() func(claim, evidence string) (bool, string) {
	if x.app.Judge == nil {
		return nil
	}
	return func(claim, evidence string) (bool, string) {
		v := x.app.Judge.Ask(context.Background(), []judge.Question{{Claim: claim, Evidence: evidence}})
		return v[0].Rejected, opinion(v[0])
	}
}
