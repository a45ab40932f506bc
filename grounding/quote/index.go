package quote

import "vouchsafe/grounding/text"

// index finds the tokens of a text by their folded characters.
type index struct {
	firsts map[string]int32 // token + 1
	nexts  []int32          // the next token of the same characters, + 1
}

func newIndex(t *Text) *index {
	x := &index{firsts: make(map[string]int32, len(t.Tokens)), nexts: make([]int32, len(t.Tokens))}
	for i := len(t.Tokens) - 1; i >= 0; i-- {
		k := key(t, i)
		x.nexts[i] = x.firsts[k]
		x.firsts[k] = int32(i + 1)
	}
	return x
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
func (x *index) first(k string) int { return int(x.firsts[k]) - 1 }

// after returns the next token with the key of token i, or -1.
func (x *index) after(i int) int { return int(x.nexts[i]) - 1 }
