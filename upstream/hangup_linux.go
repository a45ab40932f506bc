package upstream

import (
	"net"
	"reflect"
	"syscall"

	"golang.org/x/sys/unix"
)

// hungUp tells whether the peer has closed its side, or the connection died.
// Nothing is read: bytes that wait on the connection stay there, and do not
// hide the end behind them.
func hungUp(socket syscall.RawConn) bool { return polled(socket, unix.POLLRDHUP) }

// stirs tells whether anything has happened on a connection that should be at
// rest: bytes that nobody asked for, or its end.
func stirs(socket syscall.RawConn) bool { return polled(socket, unix.POLLIN|unix.POLLRDHUP) }

// waitReadable returns when a read will not wait, or fails at the deadline.
// The second time that the runtime asks, it has been told by the kernel.
func waitReadable(socket syscall.RawConn) error {
	asked := false
	return socket.Read(func(fd uintptr) bool {
		if asked {
			return true
		}
		asked = true
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, 0)
		return err != nil || n > 0
	})
}

func polled(socket syscall.RawConn, events int16) bool {
	if socket == nil {
		return false
	}
	var n int
	var perr error
	err := socket.Control(func(fd uintptr) {
		fds := []unix.PollFd{{Fd: int32(fd), Events: events}} // POLLERR and POLLHUP come unasked
		n, perr = unix.Poll(fds, 0)
	})
	return err != nil || perr == nil && n > 0
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
