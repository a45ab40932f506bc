package upstream

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// keys are the operator's credentials at an upstream. Calls take them in turn; one
// that the upstream turned away rests for a while.
type keys struct {
	name, prefix string // of the header, and what stands in front of a key in it
	all          []string

	mu    sync.Mutex
	next  int
	until []time.Time // to which each rests
}

// How long a key rests that the upstream turned away: as long as it says for one
// that was used too much, within a bound.
const (
	restOfUnknown = time.Minute
	usualRest     = 10 * time.Second
	mostRest      = 5 * time.Minute
)

// newKeys takes keys with line feeds between them.
func newKeys(kind Kind, lines string) *keys {
	k := &keys{name: "Authorization", prefix: "Bearer ", all: strings.Fields(lines)}
	switch kind {
	case Azure:
		k.name, k.prefix = "api-key", ""
	case Anthropic:
		k.name, k.prefix = "x-api-key", ""
	}
	k.until = make([]time.Time, len(k.all))
	return k
}

// take returns the number of the key whose turn it is, among those that do not
// rest; where all do, the one that rests the shortest.
func (k *keys) take(now time.Time) int {
	if len(k.all) < 2 {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	best := k.next
	for i := range k.all {
		n := (k.next + i) % len(k.all)
		if !k.until[n].After(now) {
			best = n
			break
		}
		if k.until[n].Before(k.until[best]) {
			best = n
		}
	}
	k.next = (best + 1) % len(k.all)
	return best
}

// turnedAway notes that an upstream did not take a key, and reports whether another
// one may be tried.
func (k *keys) turnedAway(n int, r *Response, now time.Time) bool {
	rest := restOfUnknown
	switch r.Status {
	case 401, 403:
	case 429:
		rest = usualRest
		if s, err := strconv.Atoi(r.Header.Get("Retry-After")); err == nil && s >= 0 {
			rest = min(time.Duration(s)*time.Second, mostRest)
		}
	default:
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.until[n] = now.Add(rest)
	return slices.ContainsFunc(k.until, func(t time.Time) bool { return !t.After(now) })
}
