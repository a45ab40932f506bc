package proxy

import (
	"strings"

	"github.com/valyala/fasthttp"
)

// Health answers the probes, on the admin listener as on the gateway's own.
// /livez touches nothing; the others tell whether new calls are welcome.
func (g *Gateway) Health(ctx *fasthttp.RequestCtx) {
	ctx.SetContentType("text/plain; charset=utf-8")
	if why := g.unready(); why != "" && !strings.HasSuffix(string(ctx.Path()), "livez") {
		ctx.SetStatusCode(503)
		ctx.SetBodyString(why + "\n")
		return
	}
	ctx.SetBodyString("ok\n")
}

// HoldWhile makes readiness fail while blocked names something that every
// exchange would wait for. It is to be called before the gateway serves, and
// blocked has to answer at once.
func (g *Gateway) HoldWhile(blocked func() string) { g.blocked = blocked }

// Draining reports whether the gateway is shutting down.
func (g *Gateway) Draining() bool { return g.draining.Load() }

// unready says why new calls are not welcome, "" if they are.
func (g *Gateway) unready() string {
	if g.draining.Load() {
		return "draining"
	}
	if g.blocked != nil {
		return g.blocked()
	}
	return ""
}
