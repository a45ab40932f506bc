package proxy

import (
	"github.com/valyala/fasthttp"

	"vouchsafe/wire"
)

// HandleAdmin serves the admin listener: the probes.
func (g *Gateway) HandleAdmin(ctx *fasthttp.RequestCtx) {
	target := wire.Route(string(ctx.Method()), string(ctx.Request.Header.RequestURI()))
	if target.Kind == wire.KindHealth {
		g.health(ctx)
		return
	}
	err := wire.NewError(404, "not_found", "There is nothing here.")
	ctx.SetStatusCode(err.Status)
	ctx.SetContentType("application/json")
	ctx.SetBody(err.Body())
}
