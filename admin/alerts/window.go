package alerts

import "time"

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

// history is what an app did lately, in slots of a tenth of a window.
type history struct {
	numbers [slots]int64 // which slot since 1970 stands at a place
	counts  [slots]counts
}

// add counts into the slot of a number.
func (h *history) add(number int64, c counts) {
	if number < 0 {
		return // before 1970
	}
	place := number % slots
	switch {
	case h.numbers[place] > number:
		return // so late that its slot has been taken again
	case h.numbers[place] < number:
		h.numbers[place], h.counts[place] = number, counts{}
	}
	h.counts[place] = h.counts[place].add(c)
}

// at returns what was counted in the slot of a number.
func (h *history) at(number int64) counts {
	if number < 0 || h.numbers[number%slots] != number {
		return counts{}
	}
	return h.counts[number%slots]
}

// split returns what happened lately and what happened before that. Lately is
// one window, or as much longer as it takes for enough exchanges, within a
// bound.
func (h *history) split(number int64, enough int) (now, past counts, span int) {
	for span < slotsPerWindow || span < slotsPerWindow*mostStretch && now.all() < enough {
		now = now.add(h.at(number - int64(span)))
		span++
	}
	for i := span; i < span+slotsPerWindow*pastWindows && i < slots; i++ {
		past = past.add(h.at(number - int64(i)))
	}
	return now, past, span
}

// slotOf is the number of the slot that a time is in.
func slotOf(at time.Time, window time.Duration) int64 {
	return at.UnixNano() / int64(max(window/slotsPerWindow, 1))
}
