package admin

import (
	"io"
	"net"
	"time"
)

// pressed is a body whose client has to take what is ready for it within a
// while: one that takes nothing would hold what is being read for it for ever.
type pressed struct {
	io.ReadCloser
	press func()
}

func (p *pressed) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.press()
	return n, err
}

// pressOn returns what gives the client of a connection until a while from now.
func pressOn(conn net.Conn) func() {
	return func() {
		// A connection that takes no deadline fails at the next write.
		_ = conn.SetWriteDeadline(time.Now().Add(clientStalled))
	}
}
