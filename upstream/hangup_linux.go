package upstream

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// watchable tells whether hungUp can see anything of c.
func watchable(c net.Conn) bool { return rawOf(c) != nil }

// hungUp tells whether the peer has closed its side, or the connection died.
// Nothing is read: bytes that wait on the connection stay there, and do not
// hide the end behind them.
func hungUp(c net.Conn) bool { return polled(c, unix.POLLRDHUP) }

// stirs tells whether anything has happened on a connection that should be at
// rest: bytes that nobody asked for, or its end.
func stirs(c net.Conn) bool { return polled(c, unix.POLLIN|unix.POLLRDHUP) }

func polled(c net.Conn, events int16) bool {
	raw := rawOf(c)
	if raw == nil {
		return false
	}
	var n int
	var perr error
	err := raw.Control(func(fd uintptr) {
		fds := []unix.PollFd{{Fd: int32(fd), Events: events}} // POLLERR and POLLHUP come unasked
		n, perr = unix.Poll(fds, 0)
	})
	return err != nil || perr == nil && n > 0
}

// rawOf reaches the socket under c, through TLS too.
func rawOf(c net.Conn) syscall.RawConn {
	for {
		if sc, ok := c.(syscall.Conn); ok {
			raw, err := sc.SyscallConn()
			if err != nil {
				return nil
			}
			return raw
		}
		wrapped, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return nil
		}
		c = wrapped.NetConn()
	}
}
