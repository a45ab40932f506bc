package upstream

import (
	"bufio"
	"errors"
	"io"
	"net"
	"sync"
	"syscall"
	"time"
)

// headSize bounds the head of an answer; it is also the unit of reading.
const headSize = 16 << 10

// sendSize is the unit of writing: a head and the body of an ordinary request
// leave together.
const sendSize = 16 << 10

// A call holds a writer while it sends its request, and a reader from the first
// byte of the answer on. Most of an exchange is waiting, so a thousand waiting
// calls need no buffers. Buffers go back empty.
var (
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, sendSize) }}
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, headSize) }}
)

// conn is a connection with the time that its present phase allows. Its
// Read and Write arm the socket each time, so a phase bounds silence and not
// the whole transfer; end bounds that.
type conn struct {
	net.Conn          // speaks TLS where the upstream does
	socket   net.Conn // the connection under it
	raw      syscall.RawConn
	br       *bufio.Reader // while an answer comes; nil at other times
	since    time.Time     // when it became idle

	ended bool // the peer has sent all it will ever send

	phase Phase
	limit time.Duration
	times Timeouts
	end   time.Time

	reading, writing time.Time // deadlines that the socket has
}

// await waits for the answer to begin, and then takes a buffer for it.
func (c *conn) await() error {
	if c.raw != nil {
		if err := c.arm(c.SetReadDeadline, &c.reading); err != nil {
			return err
		}
		if err := waitReadable(c.raw); err != nil {
			return err
		}
	}
	return c.begun()
}

// begun takes a buffer for an answer that begins to come.
func (c *conn) begun() error {
	c.br = readers.Get().(*bufio.Reader)
	c.br.Reset(c)
	_, err := c.br.Peek(1)
	return err
}

// rest gives the buffer back, and reports whether the connection is fit for
// another call: not if it holds bytes that nobody asked for.
func (c *conn) rest() bool {
	if c.br == nil {
		return true
	}
	clean := c.br.Buffered() == 0
	c.br.Reset(nil)
	readers.Put(c.br)
	c.br = nil
	return clean
}

// begin starts a call that must be over at end.
func (c *conn) begin(end time.Time, times Timeouts) {
	c.end, c.times = end, times
	c.enter(FirstByte, times.FirstByte)
}

func (c *conn) enter(phase Phase, limit time.Duration) { c.phase, c.limit = phase, limit }

func (c *conn) Read(p []byte) (int, error) {
	if err := c.arm(c.SetReadDeadline, &c.reading); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(p)
	if n > 0 { // TLS may tell the end along with the last bytes; it tells it again
		return n, nil
	}
	c.ended = err == io.EOF
	return n, err
}

func (c *conn) Write(p []byte) (int, error) {
	if err := c.arm(c.SetWriteDeadline, &c.writing); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// arm sets the deadline of the present phase on the socket, unless the old one is
// good enough (at most a hundredth of the phase's time early): comparing is
// cheaper than setting.
func (c *conn) arm(set func(time.Time) error, has *time.Time) error {
	due := c.deadline()
	if early := due.Sub(*has); early >= 0 && early <= c.limit/100 {
		return nil
	}
	*has = due
	return set(due)
}

func (c *conn) deadline() time.Time {
	if t := time.Now().Add(c.limit); t.Before(c.end) {
		return t
	}
	return c.end
}

// timedOut returns the phase whose time is up, according to err.
func (c *conn) timedOut(err error) (Phase, bool) {
	if ne, ok := errors.AsType[net.Error](err); !ok || !ne.Timeout() {
		return "", false
	}
	if !time.Now().Before(c.end) {
		return Total, true
	}
	return c.phase, true
}

// cut closes the socket at once, without a TLS farewell that might block. It
// may be called while another goroutine reads or writes.
func (c *conn) cut() { _ = c.socket.Close() }

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
