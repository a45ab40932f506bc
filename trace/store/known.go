package store

import (
	"hash/maphash"
	"sync"
)

// sights remember which texts were seen of late, by a hash of this process alone: most texts of most traces come once.
type sights struct {
	mu    sync.Mutex
	seed  maphash.Seed
	slots []uint64
}

// mostSights is how many texts are remembered, of eight bytes each.
const mostSights = 1 << 16

func newSights() *sights {
	return &sights{seed: maphash.MakeSeed(), slots: make([]uint64, mostSights)}
}

// again reports whether a text was seen before, and notes that it is now.
func (s *sights) again(text string) bool {
	if s == nil {
		return false
	}
	sum := maphash.String(s.seed, text)
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := &s.slots[sum%mostSights]
	before := *slot
	*slot = sum
	return before == sum
}

// known remembers which chunk texts have been written today, so that
// a chunk that every second answer cites is not sent to the database each time.
type known struct {
	generation int64
	day        int64
	hashes     map[hash]bool
}

// knownMost bounds it: 24 bytes or so each.
const knownMost = 200_000

func newKnown(generation, day int64) known {
	return known{generation: generation, day: day, hashes: map[hash]bool{}}
}

// unknown returns those of a batch's chunks that have to be written,
// each once. What was deleted in between (another generation) or has not been
// written today is not known any more.
func (k *known) unknown(rows []*row, generation, today int64) (out []chunk) {
	if k.generation != generation || k.day != today || len(k.hashes) > knownMost {
		*k = newKnown(generation, today)
	}
	seen := map[hash]bool{}
	for _, r := range rows {
		for _, c := range r.apart {
			if !seen[c.hash] && !k.hashes[c.hash] {
				seen[c.hash] = true
				out = append(out, c)
			}
		}
	}
	return out
}

// add notes what has been committed, unless all was forgotten in between.
func (k *known) add(a appended) {
	if k.generation != a.generation || k.day != a.day {
		return
	}
	for _, c := range a.chunks {
		k.hashes[c.hash] = true
	}
}
