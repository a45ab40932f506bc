//go:build !linux

package upstream

import (
	"net"
	"syscall"
)

// Elsewhere a peer's hanging up is seen only when a read or write fails.

func socketOf(net.Conn) syscall.RawConn { return nil }

func hungUp(syscall.RawConn) bool { return false }

func stirs(syscall.RawConn) bool { return false }

func waitReadable(syscall.RawConn) error { return nil }
