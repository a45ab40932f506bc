// Package upstream makes the calls to model servers: HTTP/1.1 through
// fasthttp's codec, over connections that this package keeps itself.
//
// fasthttp's own client cannot be told that the caller has gone away, and its
// read timeout spans a whole streamed body. A gateway needs the opposite: a
// cancelled context must end a call in every phase, because the upstream bills
// for tokens, and a stream may take minutes while it keeps coming. So each call
// owns its connection, every socket operation has the timeout of its phase, and
// cancelling closes the socket. That costs no goroutine per call.
//
// The package also remembers which upstream and model take which form of
// structured output (Memory), distinguishes a rejected form from other errors
// (RejectsFormat), stops calling a server that cannot be reached (a circuit
// breaker), and notices clients that hang up (Watcher).
//
// It reads no JSON of a reply, follows no redirects, keeps no cookies and logs
// nothing. Hop-by-hop headers of a client are the caller's to strip.
package upstream

import (
	"context"
	"errors"
	"time"
)

// Upstream is one model server (or one address behind which many stand). It
// is safe for use by many goroutines.
type Upstream struct {
	name        string
	base        base
	keys        *keys // none where the client's own credential passes
	timeouts    Timeouts
	retries     int
	maxResponse int64
	dial        *dialer
	idle        *pool
	circuit     *circuit
}

// Name returns the name that the configuration gives it.
func (u *Upstream) Name() string { return u.name }

// Hurries reports whether the configuration sets first_byte or idle below the
// default. Only a stream can hold such a limit.
func (u *Upstream) Hurries() bool {
	return u.timeouts.FirstByte < usualFirstByte || u.timeouts.Idle < usualIdle
}

// Host returns the host of the base URL, without the port.
func (u *Upstream) Host() string { return u.base.host }

// Base returns scheme, address and path of the base URL, which identify a server.
func (u *Upstream) Base() string {
	if u.base.tls {
		return "https://" + u.base.addr + u.base.path
	}
	return "http://" + u.base.addr + u.base.path
}

// HasCredential reports whether calls carry the operator's key instead of the
// client's own credential.
func (u *Upstream) HasCredential() bool { return len(u.keys.all) > 0 }

// Close closes the idle connections. Calls under way go on.
func (u *Upstream) Close() { u.idle.close() }

// Do sends r and returns as soon as the head of the answer has arrived; the
// body is then read from Response.Body, which the caller must close. Every
// failure is an *Error. Any status is a success here: an upstream's 4xx or 5xx
// is an answer.
//
// Only a call that could not be delivered, or was cut off before the first byte of
// an answer, is tried again, at most Config.Retries times; and one whose key was
// turned away (401, 403, 429), with each other key that does not rest. After several slow
// failures in a row calls fail at once for a while, as Tripped. Do does not retain
// r.Body.
func (u *Upstream) Do(ctx context.Context, r *Request) (*Response, error) {
	now := time.Now()
	c := &call{to: u, ctx: ctx, request: r, began: now, over: now.Add(u.timeouts.Total)}
	if err := c.begin(); err != nil {
		return nil, err
	}
	defer c.end()
	// The model is waited for here, where few calls lie on the stack: stacks are
	// a good part of what a thousand exchanges hold that wait.
	for c.send() {
		c.receive(c.on.conn.await())
		c.tryAnotherKey()
	}
	return c.answer, c.err
}

// connect returns a connection that the peer still holds open, or a new one.
func (u *Upstream) connect(ctx context.Context, end time.Time) (*conn, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, &Error{Failure: Canceled, Err: err}
	}
	if c := u.idle.get(); c != nil {
		return c, nil
	}
	limit := time.Now().Add(u.timeouts.Connect)
	if end.Before(limit) {
		limit = end
	}
	dctx, cancel := context.WithDeadline(ctx, limit)
	defer cancel()
	c, err := u.dial.connect(dctx)
	switch {
	case err == nil:
		return c, nil
	case ctx.Err() != nil:
		return nil, &Error{Failure: Canceled, Err: context.Cause(ctx)}
	case errors.Is(dctx.Err(), context.DeadlineExceeded):
		return nil, &Error{Failure: TimedOut, Phase: Connect, Err: err}
	}
	return nil, &Error{Failure: Unreachable, Err: err}
}
