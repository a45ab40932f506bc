package claim

import "fmt"

// turnedInClause finds a clause of the quoted words that has every word of the claim but
// one, and of that one the opposite: "fever is common", quoted: "headache is common; fever
// is uncommon". No clause has as much of the claim without.
func (r *reading) turnedInClause(w *window) (code, detail string) {
	if r.n < 2 || r.scripted() || anyNegated(r.tokens) || w.negated && r.n < 3 {
		return "", ""
	}
	var room [16]stretch
	parts := clausesOf(w.tokens, room[:0])
	if len(parts) < 2 {
		return "", ""
	}
	plain, mine, theirs := 0, -1, -1
	for _, p := range parts {
		c := w.tokens[p.from:p.to]
		held := r.heldIn(c)
		plain = max(plain, held)
		if held != r.n-1 {
			continue
		}
		if i, k := r.turnedBy(w, p); k >= 0 {
			mine, theirs = i, k
		}
	}
	if mine < 0 || plain == r.n {
		return "", ""
	}
	return CodeNegation, fmt.Sprintf("the claim says %q where the quoted words say %q", r.word(mine), w.word(theirs))
}

// turnedBy returns the claim's word that a clause lacks and the clause's opposite of it;
// -1 for none.
func (r *reading) turnedBy(w *window, p stretch) (i, k int) {
	for j := range r.n {
		i = int(r.unique[j])
		t := &r.tokens[i]
		if hasStem(w.tokens[p.from:p.to], t.stem) || t.is(numeral|wide|capital) {
			continue
		}
		mine := spelled{r.word(i), t.lexeme().sides}
		for k = p.from; k < p.to; k++ {
			other := &w.tokens[k]
			if other.content() && !other.is(numeral|wide|capital|negatedWord|nearNegator) && !r.mentions(other.stem) && !converses[mine.word] &&
				(r.opposes(mine, spelled{w.word(k), other.lexeme().sides}) || antonymous(mine.word, w.word(k))) {
				return i, k
			}
		}
	}
	return -1, -1
}
