package proxy

import (
	"github.com/valyala/fasthttp"

	"vouchsafe/audit"
	"vouchsafe/wire"
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
		Policy: x.app.Policy, Layouts: x.app.LayoutOptions(x.call.local), Now: x.gate.now(), Prepare: x.gate.prepare,
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
