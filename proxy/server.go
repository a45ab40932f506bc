package proxy

import (
	"container/list"
	"context"
	"errors"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/proxy/wire"
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
	ctx.SetConnectionClose()
	putError(ctx, e, e.Body())
}

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
	if e := readError(err); e.Code == "request_too_large" || e.Code == "headers_too_large" {
		drain(ctx.Conn())
	}
	x := g.newExchange()
	ctx.Response.Reset()
	ctx.SetConnectionClose()
	x.reject(ctx, readError(err))
}

// drain takes what a client is still sending of a request that is too large, as
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

// outOfDescriptors is how long the listener waits before it accepts again,
// where the system had no descriptor for a new connection.
const outOfDescriptors = 50 * time.Millisecond

// leastIdle is how long a connection may wait for a request before another may
// take its place: the bytes of a request may be on their way.
const leastIdle = time.Second

// connections bounds how many client connections are open. A new connection
// that finds no place takes that of the one that has waited longest for a
// request; where all are busy, it waits.
type connections struct {
	most func() int // 0: no bound
	log  *zap.Logger

	mu      sync.Mutex
	changed sync.Cond // a connection was closed or became idle, or the listener was closed
	open    int
	closed  bool
	idle    *list.List // waiting, the one that has waited longest first
	places  map[net.Conn]*list.Element
}

// waiting is a connection that has no request under way.
type waiting struct {
	conn  net.Conn
	since time.Time
}

func newConnections(most func() int, log *zap.Logger) *connections {
	c := &connections{most: most, log: log, idle: list.New(), places: map[net.Conn]*list.Element{}}
	c.changed.L = &c.mu
	return c
}

// Listener returns a listener for the gateway's clients. It never fails for
// want of descriptors, and keeps to the limit of connections.
func (g *Gateway) Listener(l net.Listener) net.Listener {
	return &listener{Listener: l, conns: g.conns}
}

// PatientListener returns a listener that never fails for want of descriptors.
func PatientListener(l net.Listener, log *zap.Logger) net.Listener {
	return &listener{Listener: l, conns: newConnections(func() int { return 0 }, log)}
}

// listener accepts connections as connections allows.
type listener struct {
	net.Listener
	conns  *connections
	warned time.Time
}

// warn tells the operator at most once a minute that connections wait.
func (l *listener) warn(err error) {
	if now := time.Now(); now.Sub(l.warned) > time.Minute {
		l.warned = now
		l.conns.log.Warn("new connections have to wait", zap.Error(err))
	}
}

// Accept waits for the next connection, and for a place for it.
func (l *listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		switch {
		case err == nil:
			l.conns.admit()
			return &boundConn{Conn: conn, conns: l.conns}, nil
		case !passes(err):
			return nil, err
		}
		l.warn(err)
		l.conns.closeIdle()
		time.Sleep(outOfDescriptors)
	}
}

// Close ends Accept, also where it waits for a place.
func (l *listener) Close() error {
	err := l.Listener.Close()
	l.conns.mu.Lock()
	defer l.conns.mu.Unlock()
	l.conns.closed = true
	l.conns.changed.Broadcast()
	return err
}

// passes reports whether an error of accept goes away by itself: the process
// or the system is out of descriptors or memory, or the client has left.
func passes(err error) bool {
	var number syscall.Errno
	if !errors.As(err, &number) {
		return false
	}
	switch number {
	case syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED, syscall.EINTR:
		return true
	}
	return false
}

// admit takes a place for a new connection.
func (c *connections) admit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for most := c.most(); most > 0 && c.open >= most && !c.closed; {
		if !c.closeOldest() {
			again := time.AfterFunc(leastIdle, c.changed.Signal)
			c.changed.Wait()
			again.Stop()
		}
	}
	c.open++
}

// closeIdle closes the connection that has waited longest for a request.
func (c *connections) closeIdle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closeOldest()
}

// closeOldest closes the connection that has waited longest for a request, and
// reports whether there was one that has waited long enough. The lock is held.
func (c *connections) closeOldest() bool {
	first := c.idle.Front()
	if first == nil || time.Since(first.Value.(waiting).since) < leastIdle {
		return false
	}
	conn := c.idle.Remove(first).(waiting).conn
	delete(c.places, conn)
	c.mu.Unlock() // Close gives the place back, which takes the lock
	_ = conn.Close()
	c.mu.Lock()
	return true
}

// note follows what a server's connection does.
func (c *connections) note(conn net.Conn, state fasthttp.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.places[conn]; ok {
		c.idle.Remove(at)
		delete(c.places, conn)
	}
	if state == fasthttp.StateNew || state == fasthttp.StateIdle {
		c.places[conn] = c.idle.PushBack(waiting{conn, time.Now()})
		c.changed.Signal()
	}
}

// boundConn is a connection that gives its place back when it is closed.
type boundConn struct {
	net.Conn
	conns *connections
	once  sync.Once
}

// NetConn returns the connection under it.
func (b *boundConn) NetConn() net.Conn { return b.Conn }

// Close closes the connection.
func (b *boundConn) Close() error {
	err := b.Conn.Close()
	b.once.Do(b.conns.release)
	return err
}

func (c *connections) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	c.changed.Signal()
}
