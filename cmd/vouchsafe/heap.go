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
	heapFloor = 48 << 20
	heapShare = 4 // one part in four of what is alive
)

// When memory is given back: a gateway that allocates less than quietBytes
// between two looks has nothing to do. It is looked at for some time, for what
// is kept for a while, such as connections, goes while it rests.
const (
	quietLook  = 15 * time.Second
	quietLooks = 6
	quietBytes = 8 << 20
)

// paceHeap looks after the process's heap until ctx ends. An operator who sets
// GOGC decides instead; GOMEMLIMIT holds in any case.
func paceHeap(ctx context.Context) {
	if _, set := os.LookupEnv("GOGC"); !set {
		pace(collector{ctx, debug.SetMemoryLimit(-1)})
	}
}

// collector sets how far the heap may grow, after each collection.
type collector struct {
	ctx  context.Context
	most int64 // the operator's limit on all memory, in bytes
}

// pace does so now, and again once what nobody holds has been collected. Under
// load that may be told late, and the percentage that suits a small heap is
// much for one that a thousand new exchanges have filled meanwhile: the limit
// has it collected again, and the pace set, before it is much more than was
// meant, and what a burst has left is given back soon. Go counts into that limit
// what is not heap, which is therefore added: many streams that wait have many
// stacks, and no collection makes those fewer.
func pace(p collector) {
	if p.ctx.Err() != nil {
		return
	}
	live := figure("/gc/heap/live:bytes")
	goal := heapGoal(live)
	roots := figure("/gc/scan/stack:bytes") + figure("/gc/scan/globals:bytes") // Go takes the percentage of these, too
	debug.SetGCPercent(int(100 * (goal - live) / max(live+roots, 1<<20)))
	debug.SetMemoryLimit(min(p.most, int64(heapLimit(goal, figure("/memory/classes/heap/unused:bytes"))+outsideHeap())))
	runtime.AddCleanup(new([64]byte), pace, p)
}

// heapGoal is how large the heap may grow, in bytes, where live is alive.
func heapGoal(live uint64) uint64 { return max(heapFloor, live+live/heapShare) }

// heapLimit is how much the heap may take where it is to grow to goal and has
// gaps between its objects. New ones fill most of these. Where there are many,
// what is alive of a burst lies all over what the burst took, and what comes may
// fit in none of it: to count them would have the heap collected all the time.
func heapLimit(goal, gaps uint64) uint64 {
	if gaps > goal/4 {
		return goal + goal/8 + gaps
	}
	return goal + goal/8
}

// outsideHeap is the memory that Go holds for anything but the heap, in bytes.
func outsideHeap() uint64 {
	all := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(all) // at one moment
	rest := all[0].Value.Uint64()
	for _, heap := range all[1:] {
		rest -= heap.Value.Uint64()
	}
	return rest
}

// giveBack returns memory to the system while the gateway rests, until ctx
// ends. rest lets go of what is not the heap's. What pools hold goes with the
// second collection.
func giveBack(ctx context.Context, rest func()) {
	tick := time.NewTicker(quietLook)
	defer tick.Stop()
	debug.FreeOSMemory() // what reading the configuration and the tables of words has left
	quiet := quietLooks  // nothing has been done yet
	for before := figure("/gc/heap/allocs:bytes"); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := figure("/gc/heap/allocs:bytes")
		if now-before > quietBytes {
			quiet = 0
		} else if quiet < quietLooks {
			quiet++
			rest()
			runtime.GC()
			debug.FreeOSMemory()
		}
		before = now
	}
}

// figure returns a figure of the runtime.
func figure(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
