package store

import "maps"

// known remembers which chunk texts and titles have been written today, so that
// a chunk that every second answer cites is not sent to the database each time.
type known struct {
	generation int64
	day        int64
	hashes     map[hash]bool
	titles     map[string]string // by document
}

// knownMost bounds it: 24 bytes or so each.
const knownMost = 200_000

func newKnown(generation, day int64) known {
	return known{generation: generation, day: day, hashes: map[hash]bool{}, titles: map[string]string{}}
}

// unknown returns those of a batch's chunks and titles that have to be written,
// each once. What was deleted in between (another generation) or has not been
// written today is not known any more.
func (k *known) unknown(traces []*Trace, generation, today int64) (out []chunk, titles map[string]string) {
	if k.generation != generation || k.day != today || len(k.hashes)+len(k.titles) > knownMost {
		*k = newKnown(generation, today)
	}
	seen := map[hash]bool{}
	titles = map[string]string{}
	for _, t := range traces {
		for document, title := range t.titles {
			if k.titles[document] != title {
				titles[document] = title
			}
		}
		for _, c := range t.chunks {
			if !seen[c.hash] && !k.hashes[c.hash] {
				seen[c.hash] = true
				out = append(out, c)
			}
		}
	}
	return out, titles
}

// add notes what has been committed, unless all was forgotten in between.
func (k *known) add(a appended) {
	if k.generation != a.generation || k.day != a.day {
		return
	}
	for _, c := range a.chunks {
		k.hashes[c.hash] = true
	}
	maps.Copy(k.titles, a.titles)
}
