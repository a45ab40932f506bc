package proxy

import (
	"context"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"
)

// Bounds on what a connection may take. They do not bound a reply: a stream
// lasts as long as its model writes.
const (
	readTimeout  = 60 * time.Second // of a whole request
	idleTimeout  = 120 * time.Second
	stallTimeout = 120 * time.Second // of a client that takes no byte of its reply
	headerBytes  = 16 << 10          // as Node takes; each connection holds as many
	writeBytes   = 8 << 10           // that leave together
	connsPerHost = 10_000
)

// NewServer returns an HTTP server for a handler. Its settings are part of the
// defence against requests that two servers read differently: bodies are read
// whole before a handler runs, and none is parsed as a form.
func NewServer(handler fasthttp.RequestHandler, maxBody int, log *zap.Logger) *fasthttp.Server {
	return &fasthttp.Server{
		Handler:      handler,
		ErrorHandler: badRequest,
		Name:         "", NoDefaultServerHeader: true, NoDefaultContentType: true, NoDefaultDate: false,
		StreamRequestBody:            false,
		DisablePreParseMultipartForm: true,
		MaxRequestBodySize:           maxBody,
		ReadBufferSize:               headerBytes,
		WriteBufferSize:              writeBytes,
		ReduceMemoryUsage:            true, // a connection holds no buffer while its exchange, or its client, is waited for
		ReadTimeout:                  readTimeout,
		IdleTimeout:                  idleTimeout,
		MaxConnsPerIP:                connsPerHost,
		CloseOnShutdown:              true,
		SecureErrorLogMessage:        true,
		Logger:                       serverLog{log},
	}
}

// serverLog takes what the server has to say of broken connections: of
// interest when one looks for it, and no reason to wake anybody.
type serverLog struct{ log *zap.Logger }

func (l serverLog) Printf(format string, args ...any) { l.log.Sugar().Debugf(format, args...) }

// badRequest answers what the server could not read as a request. The gateway's
// own clients are answered by unreadable.
func badRequest(ctx *fasthttp.RequestCtx, err error) {
	e := readError(err)
	ctx.Response.Reset()
	ctx.SetStatusCode(e.Status)
	for _, h := range e.Headers() {
		ctx.Response.Header.Set(h[0], h[1])
	}
	ctx.SetContentType("application/json")
	ctx.SetConnectionClose()
	ctx.SetBody(e.Body())
}

// Shutdown stops a server's listener, lets exchanges under way finish until
// ctx is done, and then closes what is left.
func Shutdown(ctx context.Context, g *Gateway, servers ...*fasthttp.Server) {
	g.Drain()
	for _, s := range servers {
		// An error is the context's end: what is left is cut off by the exit.
		_ = s.ShutdownWithContext(ctx)
	}
	done := make(chan struct{})
	go func() { g.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
