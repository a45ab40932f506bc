package claim

import (
	"fmt"

	"vouchsafe/grounding/text"
)

// A claim that has all of its source's words in their order but for one place, or
// for two places that changed their words, is no other way to say the same: of such
// training pairs no supported one is refuted by the rules below (docs/claims.md).

// loneDifference returns what refutes a claim whose places are all but one, or two,
// those of its source.
func (p *proof) loneDifference() (difference, bool) {
	switch len(p.places) {
	case 1:
		return p.otherOperator(p.places[0])
	case 2:
		return p.changedPlaces(p.places[0], p.places[1])
	}
	return difference{}, false
}

// otherOperator reports whether both sides of the only place are one operator each
// and these say different things: "most" for "all", "and" for "except".
func (p *proof) otherOperator(at spot) (difference, bool) {
	a, b := onlyAtom(at.claim), onlyAtom(at.source)
	if a == nil || b == nil || a.key == b.key || !neverSame(a.kind, b.kind) || !p.known(a, b) {
		return difference{}, false
	}
	return p.against(CodeNegation, b, a), true
}

// known reports whether the language lists its operators in groups that say the
// same. Of a duty that is denied, a permission is left.
func (p *proof) known(a, b *atom) bool {
	return p.claim.lang <= text.English && a.key != notRequired && b.key != notRequired
}

// onlyAtom returns the one atom of some that says anything, nil for none or more.
func onlyAtom(atoms []atom) (only *atom) {
	for i := range atoms {
		if a := &atoms[i]; !a.has(freeUse) {
			if only != nil {
				return nil
			}
			only = a
		}
	}
	return only
}

// neverSame reports whether two operators of these kinds never say the same in one
// place. One of them denies, counts or excepts. What denies by its meaning may say
// the same as a "not" ("lacks"), and so may two negators or two exceptions.
func neverSame(a, b operatorKind) bool {
	strong := func(k operatorKind) bool { return k == negated || k == quantified || k == excepted }
	weak := func(k operatorKind) bool { return k == noOperator || k == implied || k == tense || k == said }
	if weak(a) || weak(b) || a == b && a != quantified {
		return false
	}
	return (strong(a) || strong(b)) && (min(a, b) != negated || max(a, b) != timed) // "not", "yet"
}

// changedPlaces reports whether two places differ in that one atom of each side
// stands in the other: "A pays B" for "B pays A", or a "not" that moved.
func (p *proof) changedPlaces(first, second spot) (difference, bool) {
	a, b := onlyAtom(first.claim), onlyAtom(second.claim)
	c, d := onlyAtom(first.source), onlyAtom(second.source)
	switch {
	case a == nil && b == nil:
	case moved(first, second, a, d), moved(second, first, b, c):
		return difference{CodeNegation, "a word that turns the meaning stands in another place than in the source"}, true
	case swapped(a, d) && swapped(b, c) && !p.inList(c, d):
		return difference{CodeNegation, fmt.Sprintf("%q and %q have changed places", p.claim.word(a), p.claim.word(b))}, true
	}
	return difference{}, false
}

// moved reports whether a negation stands at one place of the claim and at another
// of the source, and these places hold nothing else.
func moved(from, to spot, mine, theirs *atom) bool {
	if mine == nil || theirs == nil || len(from.source)+len(to.claim) > 0 {
		return false
	}
	return mine.key == theirs.key && mine.kind == negated
}

// swapped reports whether an atom with content of the claim is one of the source's.
func swapped(mine, theirs *atom) bool {
	return mine != nil && theirs != nil && mine.key == theirs.key && mine.content()
}

// inList reports whether only joining words stand between two atoms of the source:
// the members of a list may change places.
func (p *proof) inList(a, b *atom) bool {
	from, to := min(a.end, b.end), max(a.start, b.start)
	for i := range p.source.atoms {
		between := &p.source.atoms[i]
		if between.start >= from && between.end <= to && between.kind != joined && !between.has(freeUse) && !between.is(commaBefore) {
			return false
		}
	}
	return true
}
