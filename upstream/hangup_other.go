//go:build !linux

package upstream

import "net"

// Elsewhere a peer's hanging up is seen only when a read or write fails.

func watchable(net.Conn) bool { return false }

func hungUp(net.Conn) bool { return false }

func stirs(net.Conn) bool { return false }
