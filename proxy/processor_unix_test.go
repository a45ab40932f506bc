//go:build unix

package proxy

import (
	"syscall"
	"time"
)

// processorTime is what this process has used of the processors so far. On a
// machine that does other work too it is a steadier figure than the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
