package upstream

import (
	"sync"
	"time"
)

// maxIdle bounds the connections kept for later calls.
const maxIdle = 1024

// pool keeps idle connections, the one used last in front: the others may
// then grow old and be closed. A timer runs only while it holds some.
type pool struct {
	keep time.Duration

	mu     sync.Mutex
	conns  []*conn // by time of their last use
	sweep  *time.Timer
	closed bool
}

// get returns a connection that its peer still holds open, or nil. A model
// server closes idle connections when it likes; one that is closing or has sent
// bytes that nobody asked for is not fit for a POST, which must not be lost.
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

// put takes a connection over whose last answer was read to its end.
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

// expire closes what has been idle for too long.
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
