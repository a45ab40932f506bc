package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

// unpaced has the collector as Go starts it, and as it was when the test is over.
func unpaced(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	t.Cleanup(func() {
		ballast = nil
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}

// TestASmallHeapIsLeftAlone makes garbage in large pieces beside a heap of little, and
// expects one collection for each 25 MB of it.
func TestASmallHeapIsLeftAlone(t *testing.T) {
	t.Setenv("GOGC", "") // restored by the test; unset is what counts
	os.Unsetenv("GOGC")
	unpaced(t)
	paceHeap()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 256 * 16 {
		garbage = make([]byte, 64<<10)
	}
	runtime.ReadMemStats(&after)
	if n := after.NumGC - before.NumGC; n > 12 {
		t.Errorf("%d collections for 256 MB of garbage", n)
	}
}

var garbage []byte // where the compiler cannot do without it

func TestOperatorsGOGCIsLeftAlone(t *testing.T) {
	t.Setenv("GOGC", "77")
	unpaced(t)
	debug.SetGCPercent(77)
	paceHeap()
	if got := debug.SetGCPercent(77); got != 77 || ballast != nil {
		t.Errorf("GOGC is %d, the ballast has %d bytes", got, len(ballast))
	}
}

func TestTheBallastIsNoMemoryOfTheOperatorsLimit(t *testing.T) {
	t.Setenv("GOGC", "")
	os.Unsetenv("GOGC")
	unpaced(t)
	debug.SetMemoryLimit(300 << 20)
	paceHeap()
	if got := debug.SetMemoryLimit(-1); got != 300<<20+heapBallast {
		t.Errorf("the limit is %d MB", got>>20)
	}
}
