package admin

import (
	"context"
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
	open      context.Context // ends when nobody may follow any more
	close     context.CancelFunc
}

func newHub() *hub {
	h := &hub{followers: map[*follower]struct{}{}}
	h.open, h.close = context.WithCancel(context.Background())
	return h
}

// follower is one who follows the events of one app, or of all ("").
type follower struct {
	app    string
	events chan []byte
	missed atomic.Int64
}

// follow adds a follower, nil where there are as many as may be.
func (h *hub) follow(app string) *follower {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open.Err() != nil || len(h.followers) >= mostFollowers {
		return nil
	}
	f := &follower{app: app, events: make(chan []byte, mostWaiting)}
	h.followers[f] = struct{}{}
	return f
}

func (h *hub) leave(f *follower) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.followers, f)
}

// count is how many follow; where nobody does, no event needs to be made.
func (h *hub) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.followers)
}

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
