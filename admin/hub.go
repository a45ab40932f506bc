package admin

import (
	"sync"
	"sync/atomic"
)

// Bounds on those who follow what happens.
const (
	mostFollowers = 32  // at a time
	mostWaiting   = 256 // events that one may be behind
)

// hub hands events to whoever follows them. It never waits: one who is too
// slow misses events, and is told how many.
type hub struct {
	mu        sync.Mutex
	followers map[*follower]struct{}
	closed    bool
	count     atomic.Int32 // of followers, to be looked at without the lock
}

// follower is one who follows the events of one app, or of all ("").
type follower struct {
	app    string
	events chan []byte
	missed atomic.Int64
	done   chan struct{} // closed when the hub is
}

// follow adds a follower, nil where there are as many as may be.
func (h *hub) follow(app string) *follower {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.followers) >= mostFollowers {
		return nil
	}
	f := &follower{app: app, events: make(chan []byte, mostWaiting), done: make(chan struct{})}
	if h.followers == nil {
		h.followers = map[*follower]struct{}{}
	}
	h.followers[f] = struct{}{}
	h.count.Store(int32(len(h.followers)))
	return f
}

func (h *hub) leave(f *follower) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.followers, f)
	h.count.Store(int32(len(h.followers)))
}

// idle reports whether nobody follows, so that no event needs to be made.
func (h *hub) idle() bool { return h.count.Load() == 0 }

// tell hands an event of an app to those who follow it.
func (h *hub) tell(app string, event []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for f := range h.followers {
		if f.app != "" && f.app != app {
			continue
		}
		select {
		case f.events <- event:
		default:
			f.missed.Add(1)
		}
	}
}

// close ends all following.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.closed = true
	for f := range h.followers {
		close(f.done)
	}
}
