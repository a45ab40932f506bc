package proxy

import (
	"errors"
	"net"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/wire"
)

// Server returns an HTTP server for the gateway's clients, see NewServer.
func (g *Gateway) Server(maxBody int, log *zap.Logger) *fasthttp.Server {
	s := NewServer(g.Handle, maxBody, log)
	s.ErrorHandler = g.unreadable
	return s
}

// unreadable answers what the server could not read as a request: an exchange
// of nobody's, with a trace like any other, so that its id leads somewhere.
func (g *Gateway) unreadable(ctx *fasthttp.RequestCtx, err error) {
	x := &exchange{gate: g, setup: g.setup.Load(), id: newID(g.now()), started: g.now()}
	ctx.Response.Reset()
	ctx.SetConnectionClose()
	x.reject(ctx, readError(err))
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
