package quote

import "hash/maphash"

// index finds the tokens of a text by their folded characters: an open hash
// table of first places and a chain to the next place of each.
type index struct {
	slots []int32 // token + 1, 0 for none
	next  []int32 // the next token of the same characters, + 1
	last  []int32 // by slot: the end of its chain
	mask  uint64
}

var seed = maphash.MakeSeed()

func newIndex(t *Text) *index {
	size := 16
	for size < 2*len(t.tokens) {
		size *= 2
	}
	x := &index{slots: make([]int32, size), last: make([]int32, size), next: make([]int32, len(t.tokens)), mask: uint64(size - 1)}
	for i := range t.tokens {
		slot := x.slot(t, key(t, i))
		if x.slots[slot] == 0 {
			x.slots[slot] = int32(i + 1)
		} else {
			x.next[x.last[slot]-1] = int32(i + 1)
		}
		x.last[slot] = int32(i + 1)
	}
	return x
}

// key is what token i is found by: its characters, and for a script without
// spaces those of the next token too, since single characters are too common.
func key(t *Text, i int) string {
	if t.tokens[i].flags&unspaced != 0 && i+1 < len(t.tokens) && t.tokens[i+1].flags&unspaced != 0 {
		return t.folded[t.tokens[i].at:t.foldedEnd(i+1)]
	}
	return t.word(i)
}

// slot returns the place in the table for a key.
func (x *index) slot(t *Text, k string) uint64 {
	slot := maphash.String(seed, k) & x.mask
	for x.slots[slot] != 0 && key(t, int(x.slots[slot]-1)) != k {
		slot = (slot + 1) & x.mask
	}
	return slot
}

// first returns the first token with a key, or -1.
func (x *index) first(t *Text, k string) int { return int(x.slots[x.slot(t, k)]) - 1 }

// after returns the next token with the key of token i, or -1.
func (x *index) after(i int) int { return int(x.next[i]) - 1 }

// has reports whether a word occurs.
func (x *index) has(t *Text, word string) bool { return x.first(t, word) >= 0 }
