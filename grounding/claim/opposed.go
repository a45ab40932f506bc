package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// opposite finds a word of the claim whose opposite the quoted words have, where
// most else is the same and neither side has the other's word.
func (r *reading) opposite(w *window) (code, detail string) {
	if w.closeness < 0.6 && r.kinship(w) < 0.6 {
		return "", ""
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.is(numeral|wide) || w.holds(t.stem) || r.novelPair(i) {
			continue
		}
		mine := r.word(i)
		if particles[mine] || converses[mine] || !t.content() && t.lexeme().sides&ofDirection == 0 && len(r.lang.Opposites(mine)) == 0 {
			continue
		}
		for k := range w.tokens {
			other := &w.tokens[k]
			if other.is(numeral|wide|stopWord) && !other.role.Has(lexis.Comparative|lexis.Quantifier) || t.is(nearNegator) != other.is(nearNegator) || r.holds(other.stem) {
				continue
			}
			theirs := w.word(k)
			if (antonymous(mine, theirs) || r.opposes(spelled{mine, t.lexeme().sides}, spelled{theirs, other.lexeme().sides})) && !w.sides(t.lexeme().sides&ofDirection) && !r.turnsOtherwise(w) && !r.sameLimitAs(w) {
				return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words %q", mine, theirs)
			}
		}
	}
	return "", ""
}

// antonymous reports whether two words stand on the two sides of a pair.
func antonymous(a, b string) bool {
	for _, x := range antonyms[a] {
		for _, y := range antonyms[b] {
			if x.class == y.class && x.member != y.member {
				return true
			}
		}
	}
	return false
}

// novelPair reports whether the claim's ith word describes a number: "over 10"
// may be "not less than 10".
func (r *reading) novelPair(i int) bool {
	return r.tokens[i].role.Has(lexis.Comparative) && i+1 < len(r.tokens) && (r.tokens[i+1].is(numeral) || r.tokens[i+1].has(thanTrait))
}

// sides reports whether a word of the window is on one of some sides.
func (w *window) sides(s sides) bool {
	for i := range w.tokens {
		if w.tokens[i].lexeme().sides&s != 0 {
			return true
		}
	}
	return false
}
