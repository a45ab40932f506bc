package main

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"vouchsafe/internal/wait"
)

func TestHeapGoal(t *testing.T) {
	for _, tt := range []struct {
		name       string
		live, want uint64
	}{
		{"nothing alive", 0, heapFloor},
		{"a small heap grows to the floor", 10 << 20, heapFloor},
		{"a heap at the floor has room all the same", heapFloor, heapFloor + heapFloor/heapShare},
		{"a large heap grows by its share", 300 << 20, 375 << 20},
	} {
		if got := heapGoal(tt.live); got != tt.want {
			t.Errorf("%s: goal %d, want %d", tt.name, got, tt.want)
		}
	}
}

// unpaced has the collector as Go starts it, and as it was when the test is over. A
// pace that is set with the context ends then.
func unpaced(t *testing.T) context.Context {
	t.Setenv("GOGC", "") // restored by the test; unset is what counts
	os.Unsetenv("GOGC")
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	ctx, end := context.WithCancel(t.Context())
	t.Cleanup(func() {
		end()
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	return ctx
}

// TestHeapIsPacedByWhatIsAlive fills the heap, and expects a smaller percentage
// than the one for the empty heap; then empties it, and expects the large one.
func TestHeapIsPacedByWhatIsAlive(t *testing.T) {
	ctx := unpaced(t)
	paceHeap(ctx)
	alive := make([][]byte, 96)
	for i := range alive {
		alive[i] = make([]byte, 1<<20)
	}
	becomes(t, "tight with much alive", func() bool { return figure("/gc/gogc:percent") < 40 })
	most := int64(heapLimit(heapGoal(figure("/gc/heap/live:bytes")+8<<20), 0))
	becomes(t, "bounded, too", func() bool { return debug.SetMemoryLimit(-1) < most+int64(outsideHeap())+8<<20 })
	runtime.KeepAlive(alive)
	alive = nil
	becomes(t, "wide with little alive", func() bool { return figure("/gc/gogc:percent") > 100 })
}

// TestManyStacksDoNotKeepTheCollectorBusy has five thousand goroutines wait
// deep in their calls, which takes some 150 MB that is not heap.
func TestManyStacksDoNotKeepTheCollectorBusy(t *testing.T) {
	ctx := unpaced(t)
	until, started := make(chan struct{}), new(sync.WaitGroup)
	defer close(until)
	for range 5000 {
		started.Add(1)
		go waitDeep(20, started.Done, until)
	}
	started.Wait()
	paceHeap(ctx)
	staysQuiet(t, "many stacks")
}

// staysQuiet makes garbage in large pieces, and expects hardly more collections
// than it takes to keep the heap below its goal. On a machine with much else to do
// the pace may be told late; that it is, is seen when it is asked for again.
func staysQuiet(t *testing.T, with string) {
	t.Helper()
	var got, needed, live uint64
	quiet := wait.Soon(func() bool {
		got, needed, live = collections(256)
		return got <= 2*needed+2
	})
	if !quiet {
		t.Errorf("with %s: %d collections for 256 MB of garbage, %d are needed; %d MB alive", with, got, needed, live>>20)
	}
}

// collections makes garbage and returns how often the heap was collected meanwhile,
// and how often it takes.
func collections(megabytes uint64) (got, needed, live uint64) {
	runtime.GC()
	live = figure("/gc/heap/live:bytes")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range megabytes * 16 {
		garbage = make([]byte, 64<<10)
	}
	runtime.ReadMemStats(&after)
	return uint64(after.NumGC - before.NumGC), megabytes << 20 / (heapGoal(live) - live), live
}

// TestGapsDoNotKeepTheCollectorBusy keeps a quarter of what was made, which lies
// all over 300 MB, and makes what fits into no gap.
func TestGapsDoNotKeepTheCollectorBusy(t *testing.T) {
	ctx := unpaced(t)
	burst := make([][]byte, 300<<10)
	for i := range burst {
		burst[i] = make([]byte, 1<<10)
	}
	for i := range burst {
		if i%4 > 0 {
			burst[i] = nil
		}
	}
	runtime.GC()
	runtime.GC()
	paceHeap(ctx)
	staysQuiet(t, "many gaps")
	runtime.KeepAlive(burst)
}

var garbage []byte // where the compiler cannot do without it

// waitDeep calls itself, a kilobyte of stack each time, and then waits.
func waitDeep(calls int, started func(), until chan struct{}) int {
	var room [1024]byte
	if calls == 0 {
		started()
		<-until
		return int(room[len(room)-1])
	}
	room[calls] = 1
	return waitDeep(calls-1, started, until) + int(room[calls])
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

// becomes collects until something holds.
func becomes(t *testing.T, what string, holds func() bool) {
	t.Helper()
	wait.Until(t, "the heap's pace is "+what, func() bool {
		runtime.GC()
		return holds()
	})
}
