package alerts

import (
	"maps"
	"slices"
	"time"
)

// How the past of an app is kept.
const (
	slotsPerWindow = 10
	mostStretch    = 6  // windows that the present may take in where few exchanges come
	pastWindows    = 12 // behind the present
	slots          = slotsPerWindow * (mostStretch + pastWindows)
)

// counts are those of a span of time. A verified exchange was neither skipped
// nor ended by an upstream or a client.
type counts struct{ verified, failing, skipped int }

func (c counts) all() int { return c.verified + c.skipped }

func (c counts) add(o counts) counts {
	return counts{c.verified + o.verified, c.failing + o.failing, c.skipped + o.skipped}
}

// history is what an app did lately: counts by the number of their slot, each a
// tenth of a window.
type history map[int64]counts

// add counts into the slot of a number, and forgets slots that are too old.
func (h history) add(number int64, c counts) {
	if h[number] = h[number].add(c); len(h) > slots {
		newest := slices.Max(slices.Collect(maps.Keys(h)))
		maps.DeleteFunc(h, func(old int64, _ counts) bool { return old <= newest-slots })
	}
}

// split returns what happened lately and what happened before that. Lately is
// one window, or as much longer as it takes for enough exchanges, within a
// bound.
func (h history) split(number int64, enough int) (now, past counts, span int) {
	for span < slotsPerWindow || span < slotsPerWindow*mostStretch && now.all() < enough {
		now = now.add(h[number-int64(span)])
		span++
	}
	for i := span; i < span+slotsPerWindow*pastWindows && i < slots; i++ {
		past = past.add(h[number-int64(i)])
	}
	return now, past, span
}

// slotOf is the number of the slot that a time is in.
func slotOf(at time.Time, window time.Duration) int64 {
	return at.UnixNano() / int64(max(window/slotsPerWindow, 1))
}
