package admin

import (
	"github.com/valyala/fasthttp"

	"vouchsafe/proxy/wire"
)

// contentPolicy is what the dashboard's pages may do in a browser: run this
// listener's own modules, ask its own API, and nothing besides. Trusted types make
// every use of a text as markup an error, should one ever get in.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// secure sets the headers that every response carries.
func secure(ctx *fasthttp.RequestCtx) {
	for _, h := range [][2]string{
		{"Content-Security-Policy", contentPolicy},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"},
		{"Referrer-Policy", "no-referrer"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
	} {
		ctx.Response.Header.Set(h[0], h[1])
	}
}

// fail answers with an error in the interface's own form.
func fail(ctx *fasthttp.RequestCtx, err *wire.Error) {
	ctx.SetStatusCode(err.Status)
	for _, h := range err.Headers() {
		ctx.Response.Header.Set(h[0], h[1])
	}
	ctx.SetContentType("application/json")
	ctx.SetBody(err.Body())
}
