package proxy

import (
	"errors"
	"net"
	"syscall"
	"testing"
	"time"

	"go.uber.org/zap"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
)

// TestTheConnectionThatWaitedLongestMakesRoom: at the limit a new connection
// takes the place of the one that has waited longest for a request.
func TestTheConnectionThatWaitedLongestMakesRoom(t *testing.T) {
	t.Parallel()
	r := plan{script: up.Say("hi"), setup: func(s *Setup) { s.Limits.Connections = 2 }}.start(t)
	oldest, younger := r.dial(), r.dial()
	r.eventually("both are served", func() bool { return r.openConnections() == 2 })
	third := r.dial()
	if _, err := third.Write([]byte("GET /livez HTTP/1.1\r\nHost: h\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if g := r.replies(third, 1); len(g) != 1 || g[0].status != 200 {
		t.Errorf("the third connection got %+v", g)
	}
	if !ended(oldest, wait.Patience) {
		t.Error("the connection that waited longest is still open")
	}
	if ended(younger, 200*time.Millisecond) {
		t.Error("a connection was closed without need")
	}
}

func (r *rig) openConnections() int {
	c := r.gate.conns
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.idle.Len()
}

// ended reports whether the other side closes a connection within a time.
func ended(c net.Conn, within time.Duration) bool {
	_ = c.SetReadDeadline(time.Now().Add(within))
	_, err := c.Read(make([]byte, 1))
	var late net.Error
	return err != nil && !(errors.As(err, &late) && late.Timeout())
}

// scarce is a listener that is out of descriptors for a while.
type scarce struct {
	net.Listener
	errs []error
}

func (s *scarce) Accept() (net.Conn, error) {
	if len(s.errs) > 0 {
		err := s.errs[0]
		s.errs = s.errs[1:]
		return nil, err
	}
	return s.Listener.Accept()
}

func TestAcceptOutlastsWhatPasses(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	passing := []error{&net.OpError{Op: "accept", Err: syscall.EMFILE}, syscall.ENFILE, syscall.ECONNABORTED}
	patient := PatientListener(&scarce{l, passing}, zap.NewNop())
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := patient.Accept()
	if err != nil {
		t.Fatalf("accept gave up: %v", err)
	}
	conn.Close()
	lasting := PatientListener(&scarce{l, []error{syscall.EBADF}}, zap.NewNop())
	if _, err := lasting.Accept(); !errors.Is(err, syscall.EBADF) {
		t.Errorf("an error that lasts became %v", err)
	}
}
