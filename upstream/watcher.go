package upstream

import (
	"context"
	"errors"
	"net"
	"sync"
	"syscall"
	"time"
)

// ErrHungUp is the cause of a context that a Watcher ended.
var ErrHungUp = errors.New("the client has hung up")

// Watcher ends contexts when clients hang up. A fasthttp server notices that
// only when a write fails, which is too late while nothing may be written: the
// upstream would go on generating, and be paid, for nobody.
//
// One goroutine polls all watched connections, and only while there are some.
// It asks the kernel whether the peer has closed its side and reads nothing.
// A client that closes just its sending side (shutdown after the request)
// looks like one that left; HTTP clients do not do that.
type Watcher struct {
	every time.Duration

	mu      sync.Mutex
	watched map[*watch]struct{}
	running bool
}

type watch struct {
	socket syscall.RawConn
	cancel context.CancelCauseFunc
}

// NewWatcher returns a watcher that looks at each connection every so often;
// 100 ms is a good value.
func NewWatcher(every time.Duration) *Watcher {
	return &Watcher{every: every, watched: make(map[*watch]struct{})}
}

// Watch returns a context that ends when the peer of c hangs up, with the
// cause ErrHungUp. Call stop when the exchange is over, before c may serve the
// next request; it also releases the context. A connection that cannot be
// looked into (not a socket, not under TLS, another system than Linux) is not
// watched: its context ends with ctx or stop only.
func (w *Watcher) Watch(ctx context.Context, c net.Conn) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	socket := socketOf(c)
	if socket == nil {
		return ctx, func() { cancel(context.Canceled) }
	}
	it := &watch{socket: socket, cancel: cancel}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watched[it] = struct{}{}
	if !w.running {
		w.running = true
		go w.run()
	}
	return ctx, func() { w.forget(it) }
}

func (w *Watcher) forget(it *watch) {
	w.mu.Lock()
	delete(w.watched, it)
	w.mu.Unlock()
	it.cancel(context.Canceled)
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

// look polls all connections once, and tells whether any is left to poll.
func (w *Watcher) look() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for it := range w.watched {
		if hungUp(it.socket) {
			delete(w.watched, it)
			it.cancel(ErrHungUp)
		}
	}
	w.running = len(w.watched) > 0
	return w.running
}
