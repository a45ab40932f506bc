package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// kin reports whether two words are forms of one, be it by way of another part of
// speech: "associated", "association".
func kin(t, u *token) bool { return t.stem == u.stem || t.root != 0 && t.root == u.root }

// kinship is the share of the claim's different content words of which the window has
// a kin.
func (r *reading) kinship(w *window) float64 {
	held := 0
	for _, i := range r.unique[:r.n] {
		if w.hasKin(&r.tokens[i]) {
			held++
		}
	}
	return float64(held) / float64(max(1, r.n))
}

// hasKin reports whether the window has a kin of a word.
func (w *window) hasKin(t *token) bool {
	for k := range w.tokens {
		if kin(t, &w.tokens[k]) {
			return true
		}
	}
	return false
}

// deniedKin finds a word that the quoted sentences only deny and the claim states, itself
// or a kin of it: "no association was found", "is associated with".
func (r *reading) deniedKin(w *window) (code, detail string) {
	if r.kinship(w) < 0.5 {
		return "", ""
	}
	for _, i := range r.unique[:r.n] {
		t := &r.tokens[i]
		if r.repeats(t.stem) || t.end-t.start <= int32(len("us")) { // "outside the U.S."
			continue
		}
		denied := -1
		for k := range w.tokens {
			if u := &w.tokens[k]; kin(t, u) {
				if !u.is(negatedWord) || u.role.Has(lexis.Comparative) { // "no earlier than"
					denied = -1
					break
				}
				denied = k
			}
		}
		if denied >= 0 {
			return CodeNegation, fmt.Sprintf("the quoted words negate %q, the claim states %q", w.word(denied), r.word(int(i)))
		}
	}
	return "", ""
}

// saidOfNone finds what a quoted sentence says of neither of two, or of nobody, stated
// of somebody.
func (r *reading) saidOfNone(w *window) (code, detail string) {
	if w.traits&noneTrait == 0 || w.closeness < 0.7 || anyNegated(r.tokens) || r.negates() || r.whole().traits&noneTrait != 0 || (r.whole().manner|w.manner)&(limitManner|exceptManner) != 0 {
		return "", ""
	}
	first, last := &w.tokens[0], &w.tokens[len(w.tokens)-1]
	if !nobodies[first.stem] || first.sent != last.sent {
		return "", ""
	}
	return CodeNegation, fmt.Sprintf("the quoted words say it of %q, the claim of somebody", w.word(0))
}

// nobodies are words for none of some, with which a sentence opens.
var nobodies = stemSet("neither nobody weder niemand")

// liftedDuty finds a duty in the claim where the quoted words say of all duties in
// them that there are none: "is obliged to" for "is not obliged to, but may".
func (r *reading) liftedDuty(w *window) (code, detail string) {
	mine := r.whole()
	if mine.traits&w.traits&strongTrait == 0 || !w.negated || mine.manner&(deniesManner|limitManner|exceptManner) != 0 || anyNegated(r.tokens) || r.kinship(w) < 0.5 {
		return "", ""
	}
	for k := range w.tokens {
		if w.tokens[k].has(strongTrait) && !w.tokens[k].is(negatedWord) {
			return "", ""
		}
	}
	return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words deny it", mine.firstWith(strongTrait))
}
