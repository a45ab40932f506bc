package store

// known remembers which chunk texts have been written today, so that a chunk
// that every second answer cites is not sent to the database each time.
type known struct {
	generation int64
	day        int64
	hashes     map[hash]bool
}

// knownMost bounds it: 24 bytes or so each.
const knownMost = 200_000

func newKnown() known { return known{hashes: map[hash]bool{}} }

// fresh returns those of a batch's chunks that have to be written, each once.
// What was deleted in between (another generation) or has not been written
// today is not known any more.
func (k *known) fresh(traces []*Trace, generation, today int64) []chunk {
	if k.generation != generation || k.day != today || len(k.hashes) > knownMost {
		*k = known{generation: generation, day: today, hashes: map[hash]bool{}}
	}
	seen := map[hash]bool{}
	var out []chunk
	for _, t := range traces {
		for _, c := range t.chunks {
			if !seen[c.hash] && !k.hashes[c.hash] {
				seen[c.hash] = true
				out = append(out, c)
			}
		}
	}
	return out
}

// add notes what has been committed, unless all was forgotten in between.
func (k *known) add(chunks []chunk, generation, today int64) {
	if k.generation != generation || k.day != today {
		return
	}
	for _, c := range chunks {
		k.hashes[c.hash] = true
	}
}
