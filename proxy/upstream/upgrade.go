package upstream

import (
	"bufio"
	"context"
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

// Upgraded is how an upstream answered a call that wants another protocol on its connection.
// Where Status is 101 it speaks that from now on: what it has said already stands in Reader, and
// the caller closes Conn. Otherwise Body is the whole answer, and Conn is nil.
type Upgraded struct {
	Status int
	Header Header
	Body   []byte
	Conn   net.Conn
	Reader *bufio.Reader
}

// Upgrade sends a call that asks for another protocol. Every failure is an *Error.
func (u *Upstream) Upgrade(ctx context.Context, r *Request) (*Upgraded, error) {
	if err := r.check(); err != nil {
		return nil, &Error{Failure: Broken, Err: err}
	}
	dialled, err := u.dial.connect(ctx)
	if err != nil {
		return nil, &Error{Failure: Unreachable, Err: err}
	}
	stop := context.AfterFunc(ctx, func() { _ = dialled.socket.Close() })
	defer stop()
	up, err := u.ask(dialled.Conn, r)
	if err != nil || up.Conn == nil {
		_ = dialled.socket.Close()
	}
	if err != nil {
		return nil, &Error{Failure: Broken, Err: err}
	}
	return up, nil
}

// ask sends a call on a connection of its own and reads the head of the answer.
func (u *Upstream) ask(conn net.Conn, r *Request) (*Upgraded, error) {
	if err := conn.SetDeadline(time.Now().Add(u.timeouts.Connect + u.timeouts.FirstByte)); err != nil {
		return nil, err
	}
	r.key = u.keys.take(time.Now())
	w := bufio.NewWriterSize(conn, sendSize)
	if err := u.write(w, r); err != nil {
		return nil, err
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	answer := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(answer)
	answer.Header.DisableNormalizing()
	up := &Upgraded{Reader: bufio.NewReaderSize(conn, headSize)}
	if err := answer.ReadLimitBody(up.Reader, int(u.maxResponse)); err != nil {
		return nil, err
	}
	up.Status, up.Header = answer.StatusCode(), CopyHeader(answer.Header.All())
	if up.Status != fasthttp.StatusSwitchingProtocols {
		up.Body, up.Reader = append([]byte(nil), answer.Body()...), nil
		return up, nil
	}
	up.Conn = conn
	return up, conn.SetDeadline(time.Time{})
}
