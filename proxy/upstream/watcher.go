package upstream

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Watcher ends contexts when clients hang up. A fasthttp server notices that
// only when a write fails. Until then the upstream would generate, and bill, for
// nobody.
//
// One goroutine polls all watched connections, and only while there are some.
// It asks the kernel whether the peer has closed its side and reads nothing.
// A client that closes just its sending side (shutdown after the request)
// looks like one that left; HTTP clients do not do that.
type Watcher struct {
	every time.Duration

	mu      sync.Mutex
	watched []*watched
	running bool
}

// ErrHungUp is how a context ended whose client has hung up.
var ErrHungUp = fmt.Errorf("the client has hung up: %w", context.Canceled)

// watched is an exchange's connection, and what ends the context that ends with it.
type watched struct {
	end    context.CancelCauseFunc
	socket syscall.RawConn
	at     int // its place among those that are watched
}

// NewWatcher returns a watcher that looks at each connection every so often;
// 100 ms is a good value.
func NewWatcher(every time.Duration) *Watcher { return &Watcher{every: every} }

// Watch returns a context that ends when the peer of c hangs up, with the
// cause ErrHungUp. Call stop when the exchange is over, before c may serve the
// next request; it also ends the context. A connection without a socket of its
// own, and any on another system than Linux, is not watched: its context ends
// with stop only.
func (w *Watcher) Watch(c net.Conn) (ctx context.Context, stop func()) {
	ctx, end := context.WithCancelCause(context.Background())
	it := &watched{end: end, socket: socketOf(c)}
	if it.socket == nil {
		return ctx, func() { end(nil) }
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	it.at = len(w.watched)
	w.watched = append(w.watched, it)
	if !w.running {
		w.running = true
		go w.run()
	}
	return ctx, func() {
		w.forget(it)
		end(nil)
	}
}

// forget removes a connection, and reports whether it was there.
func (w *Watcher) forget(it *watched) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if it.at < 0 {
		return false
	}
	last := len(w.watched) - 1
	w.watched[it.at] = w.watched[last]
	w.watched[it.at].at = it.at
	w.watched[last] = nil
	w.watched, it.at = w.watched[:last], -1
	return true
}

func (w *Watcher) run() {
	tick := time.NewTicker(w.every)
	defer tick.Stop()
	for range tick.C {
		if !w.look() {
			return
		}
	}
}

// look polls all connections once, and reports whether any is left. A thousand
// polls take a millisecond or two, and nobody waits for them.
func (w *Watcher) look() bool {
	for _, it := range w.all() {
		if hungUp(it.socket) && w.forget(it) {
			it.end(ErrHungUp)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = len(w.watched) > 0
	return w.running
}

func (w *Watcher) all() []*watched {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.watched)
}
