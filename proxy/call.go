package proxy

import (
	"bytes"
	"net"
	"strings"

	"github.com/valyala/fasthttp"

	"vouchsafe/upstream"
	"vouchsafe/wire"
)

// call is a client's request in memory of its own: the server's buffers are
// used again as soon as a handler returns, and an exchange may outlive it.
type call struct {
	method string
	target wire.Target
	header upstream.Header
	body   []byte
	conn   net.Conn
	local  bool // the client is on this machine
}

// readCall copies a request. The target is judged by its bytes as they came,
// not by the server's tidied-up path.
func readCall(ctx *fasthttp.RequestCtx, prefixes []string) call {
	c := call{
		method: string(ctx.Method()),
		target: wire.Route(string(ctx.Method()), string(ctx.Request.Header.RequestURI()), prefixes...),
		body:   bytes.Clone(ctx.Request.Body()),
		conn:   ctx.Conn(),
	}
	for key, value := range ctx.Request.Header.All() {
		c.header = append(c.header, [2]string{string(key), string(value)})
	}
	if addr, ok := ctx.RemoteAddr().(*net.TCPAddr); ok {
		c.local = addr.IP.IsLoopback()
	}
	return c
}

// smuggles reports whether the request gave its length in two ways, or in one
// way twice: then two servers may see different requests in the same bytes.
// Only the raw head still shows it once the body has been read.
func smuggles(ctx *fasthttp.RequestCtx) bool {
	lengths, encodings := 0, 0
	for line := range bytes.Lines(ctx.Request.Header.RawHeaders()) {
		name, _, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			continue
		}
		switch strings.ToLower(string(bytes.TrimSpace(name))) {
		case "content-length":
			lengths++
		case "transfer-encoding":
			encodings++
		}
	}
	return lengths+encodings > 1
}

// forwarded returns the headers that go upstream with a call.
func (c *call) forwarded(operator bool) upstream.Header {
	var connection []string
	for _, h := range c.header {
		if strings.EqualFold(h[0], "Connection") {
			connection = append(connection, h[1])
		}
	}
	out := make(upstream.Header, 0, len(c.header))
	for _, h := range c.header {
		if wire.HopByHop(h[0], connection) || !wire.ForwardRequestHeader(h[0], operator) {
			continue
		}
		if _, own := wire.OwnKey(h[1]); own {
			continue
		}
		out = append(out, h)
	}
	return out
}

// credential is what tells one client's account from another's, for what is
// kept between calls. It is hashed before it is kept.
func (c *call) credential() string {
	return c.header.Get("Authorization") + "\x00" + c.header.Get("api-key")
}
