package proxy

import (
	"bytes"
	"io"
	"net"

	"github.com/valyala/fasthttp"
)

// sendBody has the server send a reply's body as it is read. length is -1
// where it is not known. Clients of HTTP/1.0, among them proxies at their
// default settings, know no chunks: for them the end of the connection is the
// end of the body, and the server's own way of writing is gone around.
func (x *exchange) sendBody(ctx *fasthttp.RequestCtx, body io.ReadCloser, length int) {
	if ctx.Request.Header.IsHTTP11() || length >= 0 || x.headless() {
		ctx.SetBodyStream(body, length)
		return
	}
	h := &ctx.Response.Header
	h.SetConnectionClose()
	h.SetContentLength(-2) // neither a length nor chunks
	head := bytes.Clone(h.Header())
	ctx.HijackSetNoResponse(true)
	ctx.Hijack(func(c net.Conn) {
		defer x.rescueHeld()
		defer body.Close()
		if _, err := c.Write(head); err != nil {
			return
		}
		// An error ends the connection, which is all that can be told.
		_, _ = io.Copy(c, body)
	})
}
