package growth

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is what the thread has taken of the processor.
func processorTime() time.Duration {
	var spec unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &spec); err != nil {
		panic("the clock of the thread cannot be read: " + err.Error())
	}
	return time.Duration(spec.Nano())
}
