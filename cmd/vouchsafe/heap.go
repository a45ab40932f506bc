package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// How large the heap may grow before it is collected. By default Go collects a
// heap of four megabytes a hundred times a second under load, and lets one that
// many waiting exchanges fill grow to twice their size. Here a small heap is
// left alone up to a floor, and a large one gets a share to grow by.
const (
	heapFloor = 40 << 20
	heapShare = 3 // one part in three of what is alive
)

// When memory is given back: a gateway that allocates less than quietBytes
// between two looks has nothing to do.
const (
	quietLook  = 15 * time.Second
	quietBytes = 8 << 20
)

// keepHeap looks after the process's heap until ctx ends. An operator who sets
// GOGC decides instead; GOMEMLIMIT holds besides.
func keepHeap(ctx context.Context) {
	if _, set := os.LookupEnv("GOGC"); !set {
		paceCollector(ctx)
	}
	go giveBack(ctx)
}

// paceCollector sets how far the heap may grow anew after each collection. The
// cleanup of something that nobody holds runs once it has been collected.
func paceCollector(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	debug.SetGCPercent(collectorPercent(read("/gc/heap/live:bytes"), read("/gc/scan/stack:bytes")+read("/gc/scan/globals:bytes")))
	runtime.AddCleanup(new([64]byte), paceCollector, ctx)
}

// collectorPercent is what GOGC has to be for the heap to be collected at the
// floor, or where it has grown by its share. live is what the last collection
// left, roots what is scanned besides, both in bytes: Go takes the percentage
// of their sum.
func collectorPercent(live, roots uint64) int {
	room := max(int64(heapFloor)-int64(live), int64(live/heapShare))
	return int(100 * room / max(int64(live+roots), 1<<20))
}

// giveBack returns memory to the system once the gateway has come to rest.
// What pools hold goes with the second collection.
func giveBack(ctx context.Context) {
	tick := time.NewTicker(quietLook)
	defer tick.Stop()
	seen, busy := read("/gc/heap/allocs:bytes"), true
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := read("/gc/heap/allocs:bytes")
		was := busy
		if busy = now-seen > quietBytes; was && !busy {
			runtime.GC()
			debug.FreeOSMemory()
		}
		seen = now
	}
}

// read returns a figure of the runtime.
func read(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
