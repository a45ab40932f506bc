package quote

import (
	"hash/maphash"
	"math/bits"

	"vouchsafe/grounding/text"
)

// index finds the tokens of a text by their folded characters.
type index struct {
	of     *Text
	firsts []int32 // token + 1, at the place that the hash of its characters names or behind it; a power of two
	nexts  []int32 // the next token of the same characters, + 1
}

var seed = maphash.MakeSeed()

func newIndex(t *Text) *index {
	room := 1 << bits.Len(uint(2*len(t.Tokens))) // more than half of it stays empty
	all := make([]int32, room+len(t.Tokens))
	x := &index{t, all[:room], all[room:]}
	for i := len(t.Tokens) - 1; i >= 0; i-- {
		at := x.place(key(t, i))
		x.nexts[i], x.firsts[at] = x.firsts[at], int32(i+1)
	}
	return x
}

// place is where the first token with a key is noted, or would be.
func (x *index) place(k string) int {
	last := len(x.firsts) - 1
	at := int(maphash.String(seed, k)) & last
	for first := x.firsts[at]; first > 0 && key(x.of, int(first)-1) != k; first = x.firsts[at] {
		at = (at + 1) & last
	}
	return at
}

// key is what token i is found by: its characters, and for a script without
// spaces those of the next token too, since single characters are too common.
func key(t *Text, i int) string {
	if t.Is(i, text.TokenUnspaced) && i+1 < len(t.Tokens) && t.Is(i+1, text.TokenUnspaced) {
		return t.Characters(run(i, i+2))
	}
	return t.Word(i)
}

// first returns the first token with a key, or -1.
func (x *index) first(k string) int { return int(x.firsts[x.place(k)]) - 1 }

// after returns the next token with the key of token i, or -1.
func (x *index) after(i int) int { return int(x.nexts[i]) - 1 }
