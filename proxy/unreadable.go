package proxy

import (
	"errors"
	"net"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/proxy/wire"
)

// Server returns an HTTP server for the gateway's clients, see NewServer.
func (g *Gateway) Server(maxBody int, log *zap.Logger) *fasthttp.Server {
	s := NewServer(g.Handle, maxBody, log)
	s.ErrorHandler = g.unreadable
	s.ConnState = g.conns.note
	return s
}

// unreadable answers what the server could not read as a request: an exchange
// of nobody's, with a trace like any other, so that its id leads somewhere.
func (g *Gateway) unreadable(ctx *fasthttp.RequestCtx, err error) {
	if errors.Is(err, fasthttp.ErrBodyTooLarge) {
		drain(ctx.Conn())
	}
	x := &exchange{gate: g, setup: g.setup.Load(), id: newID(g.now()), started: g.now()}
	ctx.Response.Reset()
	ctx.SetConnectionClose()
	x.reject(ctx, readError(err))
}

// drain takes what a client is still sending of a body that is too large, as
// far as that is no burden: most clients send all before they read, and one on
// which the connection is closed meanwhile never sees the answer.
func drain(conn net.Conn) {
	const whole, pause, piece = 10 * time.Second, 500 * time.Millisecond, 64 << 10
	buf := make([]byte, piece)
	for until := time.Now().Add(whole); time.Now().Before(until); {
		if conn.SetReadDeadline(time.Now().Add(pause)) != nil {
			return
		}
		if _, err := conn.Read(buf); err != nil {
			return
		}
	}
}

// readError says why a request could not be read.
func readError(err error) *wire.Error {
	var timeout net.Error
	var small *fasthttp.ErrSmallBuffer
	switch {
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		return wire.NewError(413, "request_too_large", "The request is larger than the gateway takes.")
	case errors.As(err, &small):
		return wire.NewError(400, "headers_too_large", "The request's headers are larger than the gateway takes.")
	case errors.As(err, &timeout) && timeout.Timeout():
		return wire.NewError(400, "request_timeout", "The request did not arrive in time.")
	}
	return wire.NewError(400, "bad_request", "The request cannot be read.")
}
