package main

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// How large the heap may grow before it is collected: a fifth more than what is alive and
// the ballast together. By default Go collects a heap of four megabytes a hundred times a
// second under load, and lets one that many waiting exchanges fill grow to twice their
// size. The ballast is address space that nobody writes to, and takes no memory.
const (
	heapBallast = 128 << 20
	heapPercent = 20
)

// When memory is given back: a gateway that allocates less than quietBytes
// between two looks has nothing to do. It is looked at for some time, for what
// is kept for a while, such as connections, goes while it rests.
const (
	quietLook  = 15 * time.Second
	quietLooks = 6
	quietBytes = 8 << 20
)

// ballast is what paceHeap made.
var ballast []byte

// paceHeap sets how far the process's heap may grow. An operator who sets GOGC decides
// instead; GOMEMLIMIT holds in any case, for what is there besides the ballast.
func paceHeap() {
	if _, set := os.LookupEnv("GOGC"); set {
		return
	}
	ballast = make([]byte, heapBallast)
	debug.SetGCPercent(heapPercent)
	if most := debug.SetMemoryLimit(-1); most < math.MaxInt64-heapBallast {
		debug.SetMemoryLimit(most + heapBallast)
	}
}

// giveBack returns memory to the system while the gateway rests, until ctx
// ends. What pools hold goes with the second collection.
func giveBack(ctx context.Context) {
	before, quiet := uint64(0), quietLooks-1 // first goes what reading the configuration and the tables of words has left
	every(ctx, quietLook, func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if before > 0 && m.TotalAlloc-before > quietBytes {
			quiet = 0
		} else if quiet < quietLooks {
			quiet++
			runtime.GC()
			debug.FreeOSMemory()
		}
		before = m.TotalAlloc
	})
}
