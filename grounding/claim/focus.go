package claim

// focused narrows the quoted words to the one sentence that has every word of
// the claim that any of them has: what the others say is of something else. A
// claim that takes words of two sentences is held to both.
func (r *reading) focused(w *window) (one window, ok bool) {
	if len(w.more) > 0 || len(w.tokens) == 0 || w.tokens[0].sent == w.tokens[len(w.tokens)-1].sent {
		return one, false
	}
	all := r.heldSet(w.tokens)
	for from, to := 0, 0; from < len(w.tokens); from = to {
		for to = from + 1; to < len(w.tokens) && w.tokens[to].sent == w.tokens[from].sent; {
			to++
		}
		if all != 0 && r.heldSet(w.tokens[from:to]) == all {
			if ok { // two say it
				return one, false
			}
			one, ok = window{text: w.text, tokens: w.tokens[from:to]}, true
		}
	}
	if ok {
		one.measure(r)
	}
	return one, ok
}

// heldSet returns the claim's different content words among some tokens.
func (r *reading) heldSet(tokens []token) (set uint64) {
	for k := range r.n {
		if hasStem(tokens, r.tokens[r.unique[k]].stem) {
			set |= 1 << k
		}
	}
	return set
}
