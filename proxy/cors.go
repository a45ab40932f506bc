package proxy

import (
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"vouchsafe/proxy/wire"
)

// A page in a browser asks before it calls (a preflight), without its key. So any app that
// lists the page's origin lets the question through; the call itself is admitted by its key.

// lets reports whether pages of an origin may call an app; "*" stands for all origins.
func (a *App) lets(origin string) bool {
	return origin != "" && slices.ContainsFunc(a.Origins, func(o string) bool {
		return o == "*" || strings.EqualFold(o, origin)
	})
}

// isPreflight reports whether a browser asks if a page may call.
func (c *call) isPreflight() bool {
	return c.method == fasthttp.MethodOptions && c.header.Get("Origin") != "" && c.header.Get("Access-Control-Request-Method") != ""
}

// answerPreflight answers a browser's question where an app lets the page call. It reports
// whether one did.
func answerPreflight(ctx *fasthttp.RequestCtx, run *run) bool {
	if !run.call.isPreflight() {
		return false
	}
	origin := run.call.header.Get("Origin")
	app := run.setup.find(func(a *App) bool {
		return a.lets(origin) && (run.call.target.Prefix == "" || a.Prefix == run.call.target.Prefix)
	})
	if app == nil {
		return false
	}
	letOrigin(ctx, origin)
	h := &ctx.Response.Header
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
	if wanted := run.call.header.Get("Access-Control-Request-Headers"); wanted != "" {
		h.Set("Access-Control-Allow-Headers", wanted)
	}
	h.Set("Access-Control-Max-Age", "600")
	ctx.SetStatusCode(fasthttp.StatusNoContent)
	return true
}

// letOrigin tells a browser that pages of an origin may read the reply, and which headers.
func letOrigin(ctx *fasthttp.RequestCtx, origin string) {
	h := &ctx.Response.Header
	h.Set("Access-Control-Allow-Origin", origin)
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Expose-Headers", "X-Vouchsafe-Trace-Id, X-Vouchsafe-Verdict, X-Vouchsafe-Proof, X-Vouchsafe-Attempts, "+
		"X-Vouchsafe-Overhead-Ms, X-Vouchsafe-Cache, X-Request-Id, Retry-After")
}

// errOrigin answers a preflight that no app lets through.
func errOrigin(origin string) *wire.Error {
	return wire.NewError(403, "origin_not_allowed", "No app takes calls from pages of "+origin+". An operator can let them in with `cors: {origins: [\""+origin+"\"]}` of the app.")
}
