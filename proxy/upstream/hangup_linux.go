package upstream

import (
	"net"
	"reflect"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// hungUp reports whether the peer has closed its side, or the connection died. It
// reads nothing: waiting bytes stay on the connection and do not hide its end.
func hungUp(socket syscall.RawConn) bool { return polled(socket, unix.POLLRDHUP) }

// stirs reports whether an idle connection has received bytes or its end.
func stirs(socket syscall.RawConn) bool { return polled(socket, unix.POLLIN|unix.POLLRDHUP) }

// waitReadable returns when a read will not wait, or fails at the deadline.
func waitReadable(socket syscall.RawConn) error {
	l := looks.Get().(*look)
	defer looks.Put(l)
	l.events, l.asked = unix.POLLIN, false
	return socket.Read(l.wait)
}

func polled(socket syscall.RawConn, events int16) bool {
	if socket == nil {
		return false
	}
	l := looks.Get().(*look)
	defer looks.Put(l)
	l.events = events
	return socket.Control(l.ask) != nil || l.err == nil && l.n > 0
}

// look examines a socket without waiting. It is reused, because a new function
// value for the runtime would be allocated for each look.
type look struct {
	fds    [1]unix.PollFd
	events int16
	n      int // sockets on which something of it has happened
	err    error
	asked  bool // the runtime has asked once
	ask    func(fd uintptr)
	wait   func(fd uintptr) bool
}

var looks = sync.Pool{New: func() any {
	l := &look{}
	l.ask, l.wait = l.poll, l.ready
	return l
}}

func (l *look) poll(fd uintptr) {
	l.fds[0] = unix.PollFd{Fd: int32(fd), Events: l.events} // POLLERR and POLLHUP come unasked
	l.n, l.err = unix.Poll(l.fds[:], 0)
}

// ready tells the runtime whether to wait on. When the runtime asks a second
// time, the kernel has reported the socket; the following read finds out the rest.
func (l *look) ready(fd uintptr) bool {
	if l.asked {
		return true
	}
	l.asked = true
	l.poll(fd)
	return l.err != nil || l.n > 0
}

// socketOf reaches the socket under c, or returns nil.
func socketOf(c net.Conn) syscall.RawConn {
	for c != nil {
		if sc, ok := c.(syscall.Conn); ok {
			socket, err := sc.SyscallConn()
			if err != nil {
				return nil
			}
			return socket
		}
		c = inner(c)
	}
	return nil
}

// inner returns the connection that c wraps: under TLS, or embedded in a
// struct. The latter has no method to ask; fasthttp's connections are such
// where the server bounds them by client address.
func inner(c net.Conn) net.Conn {
	if w, ok := c.(interface{ NetConn() net.Conn }); ok {
		return w.NetConn()
	}
	v := reflect.Indirect(reflect.ValueOf(c))
	if v.Kind() != reflect.Struct {
		return nil
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Anonymous && f.IsExported() {
			if wrapped, ok := v.Field(i).Interface().(net.Conn); ok {
				return wrapped
			}
		}
	}
	return nil
}
