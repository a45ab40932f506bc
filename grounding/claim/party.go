package claim

import (
	"fmt"
	"slices"

	"vouchsafe/grounding/text"
)

// Who did what to whom: two parties that have changed places, a "not" that stands elsewhere.

// changedPlaces reports whether the claim has its source's atoms in their order but for two
// stretches that stand in each other's place, "A pays B" for "B pays A", or for a "not" that
// stands elsewhere.
func (c *comparison) changedPlaces(claim, source *statement) (d difference, found bool) {
	mine, theirs := claim.atoms, source.atoms
	if len(mine) != len(theirs) {
		return d, false
	}
	for len(mine) > 0 && mine[0].key == theirs[0].key {
		mine, theirs = mine[1:], theirs[1:]
	}
	for len(mine) > 0 && mine[len(mine)-1].key == theirs[len(theirs)-1].key {
		mine, theirs = mine[:len(mine)-1], theirs[:len(theirs)-1]
	}
	if len(mine) < 2 {
		return d, false
	}
	if moved(mine, theirs) || moved(theirs, mine) {
		return difference{CodeNegation, "a negation stands in another place than in the source"}, true
	}
	most := 1 // atoms of a party
	if claim.lang <= text.English {
		most = 4 // other languages put parties in front by their case
	}
	for first := 1; first <= min(most, len(mine)-1); first++ {
		for last := 1; last <= min(most, len(mine)-first); last++ {
			if swapped(mine, theirs, first, last) && directed(theirs[last:len(theirs)-first]) {
				detail := fmt.Sprintf("%q and %q have changed places", claim.phrase(mine[:first]), claim.phrase(mine[len(mine)-last:]))
				return difference{CodeNegation, detail}, true
			}
		}
	}
	return d, false
}

// phrase is what some neighbouring atoms say.
func (st *statement) phrase(atoms []atom) string {
	return st.text[atoms[0].start:atoms[len(atoms)-1].end]
}

// moved reports whether the negation at the start of some atoms stands at the end of others,
// and the rest is the same.
func moved(a, b []atom) bool {
	last := len(b) - 1
	return a[0].kind == negated && a[0].key == b[last].key && equalAtoms(a[1:], b[:last])
}

// swapped reports whether the first atoms of a, and the last, which are parties by their words,
// stand in each other's place in b, and those between are the same.
func swapped(a, b []atom, first, last int) bool {
	says := func(atoms []atom) bool { return atoms[0].content() && atoms[len(atoms)-1].content() }
	middle := a[first : len(a)-last]
	return says(a[:first]) && says(a[len(a)-last:]) && equalAtoms(a[:first], b[len(b)-first:]) &&
		equalAtoms(a[len(a)-last:], b[:last]) && equalAtoms(middle, b[last:len(b)-first])
}

func equalAtoms(a, b []atom) bool {
	return slices.EqualFunc(a, b, func(x, y atom) bool { return x.key == y.key })
}

// directed reports whether what stands between two words makes them different parties
// of it: a verb that says of B what it says of A ("met", "is") does not.
func directed(between []atom) bool {
	says := false
	for i := range between {
		if between[i].has(symmetricUse) {
			return false
		}
		says = says || between[i].content() || between[i].limits()
	}
	return says
}
