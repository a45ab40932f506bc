package upstream

import (
	"sync"
	"time"
)

// maxIdle bounds the connections kept for later calls.
const maxIdle = 1024

// pool keeps idle connections. The one used last is taken first, so that the
// others grow old and are closed. A timer runs only while there are some.
type pool struct {
	keep time.Duration

	mu     sync.Mutex
	conns  []*conn // by time of their last use
	sweep  *time.Timer
	closed bool
}

// get returns a connection that its peer still holds open, or nil. A server may
// close an idle connection at any time, and a POST must not be lost: a connection
// that is closing or holds unexpected bytes is not used.
func (p *pool) get() *conn {
	for {
		c := p.pop()
		if c == nil || !stirs(c.raw) {
			return c
		}
		c.cut()
	}
}

func (p *pool) pop() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.conns)
	if n == 0 {
		return nil
	}
	c := p.conns[n-1]
	p.conns[n-1] = nil
	p.conns = p.conns[:n-1]
	return c
}

// put takes a connection whose last answer was read to its end.
func (p *pool) put(c *conn) {
	c.since = time.Now()
	if !p.takes(c) {
		c.cut() // without the lock, for which a thousand others may wait
	}
}

func (p *pool) takes(c *conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.conns) >= maxIdle {
		return false
	}
	p.conns = append(p.conns, c)
	if p.sweep == nil {
		p.sweep = time.AfterFunc(p.keep, p.expire)
	}
	return true
}

// expire closes connections that were idle for too long.
func (p *pool) expire() {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := 0
	for old < len(p.conns) && time.Since(p.conns[old].since) >= p.keep {
		p.conns[old].cut()
		old++
	}
	p.conns = append(p.conns[:0:0], p.conns[old:]...)
	p.sweep = nil
	if len(p.conns) > 0 {
		p.sweep = time.AfterFunc(p.keep-time.Since(p.conns[0].since), p.expire)
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, c := range p.conns {
		c.cut()
	}
	p.conns = nil
	if p.sweep != nil {
		p.sweep.Stop()
	}
}
