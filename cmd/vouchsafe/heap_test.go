package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestHeapGoal(t *testing.T) {
	for _, tt := range []struct {
		name       string
		live, want uint64
	}{
		{"nothing alive", 0, heapFloor},
		{"a small heap grows to the floor", 10 << 20, heapFloor},
		{"a heap at the floor has room all the same", heapFloor, heapFloor + heapFloor/heapShare},
		{"a large heap grows by its share", 300 << 20, 400 << 20},
	} {
		if got := heapGoal(tt.live); got != tt.want {
			t.Errorf("%s: goal %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestHeapIsPacedByWhatIsAlive fills the heap, and expects a smaller percentage
// than the one for the empty heap; then empties it, and expects the large one.
func TestHeapIsPacedByWhatIsAlive(t *testing.T) {
	t.Setenv("GOGC", "") // restored by the test; unset is what counts
	os.Unsetenv("GOGC")
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	ctx, end := context.WithCancel(t.Context())
	defer func() {
		end()
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}()
	paceHeap(ctx)
	alive := make([][]byte, 96)
	for i := range alive {
		alive[i] = make([]byte, 1<<20)
	}
	becomes(t, "tight with much alive", func() bool { return figure("/gc/gogc:percent") < 40 })
	becomes(t, "bounded, too", func() bool { return debug.SetMemoryLimit(-1) < 1<<30 })
	runtime.KeepAlive(alive)
	alive = nil
	becomes(t, "wide with little alive", func() bool { return figure("/gc/gogc:percent") > 100 })
}

func TestOperatorsGOGCIsLeftAlone(t *testing.T) {
	t.Setenv("GOGC", "77")
	percent := debug.SetGCPercent(77)
	defer debug.SetGCPercent(percent)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	paceHeap(ctx)
	runtime.GC()
	runtime.GC()
	if got := figure("/gc/gogc:percent"); got != 77 {
		t.Errorf("GOGC is %d after two collections, want 77", got)
	}
}

// becomes collects until something holds, for ten seconds at most.
func becomes(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 1000 {
		runtime.GC()
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("the heap's pace does not become %s: GOGC %d, limit %d", what, figure("/gc/gogc:percent"), debug.SetMemoryLimit(-1))
}
