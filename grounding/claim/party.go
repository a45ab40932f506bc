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
	behind := source.atoms[len(source.atoms):]
	for len(mine) > 0 && mine[len(mine)-1].key == theirs[len(theirs)-1].key {
		behind = source.atoms[len(source.atoms)-len(behind)-1:]
		mine, theirs = mine[:len(mine)-1], theirs[:len(theirs)-1]
	}
	if len(mine) < 2 {
		return d, false
	}
	if moved(mine, theirs) || moved(theirs, mine) {
		return difference{CodeNegation, "a negation stands in another place than in the source"}, true
	}
	before := source.atoms[:len(source.atoms)-len(behind)-len(theirs)]
	most := 1 // atoms of a party
	if claim.lang <= text.English {
		most = 4 // other languages put parties in front by their case
	}
	for first := 1; first <= min(most, len(mine)-1); first++ {
		for last := 1; last <= min(most, len(mine)-first); last++ {
			if swapped(mine, theirs, first, last) && directed(theirs[last:len(theirs)-first]) && !inList(theirs, last, first, before, behind) {
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

// inList reports whether two stretches at the ends of some atoms are members of one list,
// which may change places: nothing but what joins and what both members share stands between
// them ("civil engineering and electrical engineering").
func inList(s []atom, first, last int, before, behind []atom) bool {
	between := s[first : len(s)-last]
	from := 0
	for from < len(between) && between[from].kind != joined {
		from++
	}
	to := from
	for to < len(between) && between[to].kind == joined {
		to++
	}
	if from == to { // members without a word that joins them
		return !slices.ContainsFunc(between, func(a atom) bool { return !a.is(partedMark) })
	}
	tail, head := between[:from], between[to:]
	return startsWith(behind, tail) && startsWith(before[max(0, len(before)-len(head)):], head)
}

// startsWith reports whether atoms begin with those of another list.
func startsWith(atoms, start []atom) bool {
	return len(atoms) >= len(start) && equalAtoms(atoms[:len(start)], start)
}
