//go:build unix

package proxy

import (
	"math"
	"syscall"
)

// descriptors is how many files and connections the process may have open; 0
// where there is no limit worth a thought.
func descriptors() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil || uint64(limit.Cur) > math.MaxInt32 {
		return 0
	}
	return int(limit.Cur)
}
