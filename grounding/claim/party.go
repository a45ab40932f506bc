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
	var binds *atom // the last one in front
	for len(mine) > 0 && mine[0].key == theirs[0].key {
		binds, mine, theirs = &mine[0], mine[1:], theirs[1:]
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
			if swapped(mine, theirs, first, last) && directed(theirs[last:len(theirs)-first], binds) {
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

// moved reports whether the negation at the start of some atoms, or an "only" in front of a subject and its
// verb, stands at the end of others, and the rest is the same.
func moved(a, b []atom) bool {
	rest, last := a[1:], len(b)-1
	subject := slices.IndexFunc(rest, func(a atom) bool { return a.content() })
	limits := a[0].key == onlyKey && subject >= 0 && slices.ContainsFunc(rest[subject+1:], func(a atom) bool { return a.finite() })
	return (a[0].kind == negated || limits) && a[0].key == b[last].key && equalAtoms(rest, b[:last])
}

// swapped reports whether the first atoms of a, and the last, which are parties by their words,
// stand in each other's place in b, and those between are the same.
func swapped(a, b []atom, first, last int) bool {
	middle := a[first : len(a)-last]
	return anyContent(a[:first]) && anyContent(a[len(a)-last:]) && equalAtoms(a[:first], b[len(b)-first:]) &&
		equalAtoms(a[len(a)-last:], b[:last]) && equalAtoms(middle, b[last:len(b)-first])
}

// anyContent reports whether some atom says something by itself.
func anyContent(atoms []atom) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return a.content() })
}

func equalAtoms(a, b []atom) bool {
	return slices.EqualFunc(a, b, func(x, y atom) bool { return x.key == y.key })
}

// directed reports whether what stands between two words makes them different parties of it: a verb that
// says of B what it says of A ("met", "is") does not, unless one that binds stands in front ("all", "if").
func directed(between []atom, binds *atom) bool {
	told := binds != nil && (binds.kind == conditional || binds.kind == quantified && len(between) > 0)
	for i := range between {
		if between[i].has(symmetricUse) {
			return false
		}
		told = told || between[i].content() || between[i].limits()
	}
	return told
}

// exchangedParts reports whether two words of a claim, all whose words are its source's, have each other's part
// there: the words that open their phrases have changed places, "from Paris to Berlin" for "from Berlin to Paris".
func (c *comparison) exchangedParts() (d difference, found bool) {
	mine, theirs := c.claim.parts(), c.source.parts()
	for key := range mine {
		if _, known := theirs[key]; !known {
			return d, false
		}
	}
	moved := func(a *atom) bool {
		return a.content() && mine[a.key] != theirs[a.key] && mine[a.key] != many && theirs[a.key] != many
	}
	for i := range c.claim.atoms {
		for k := range i {
			a, b := &c.claim.atoms[i], &c.claim.atoms[k]
			if moved(a) && moved(b) && mine[a.key] == theirs[b.key] && mine[b.key] == theirs[a.key] {
				return difference{CodeNegation, fmt.Sprintf("%q and %q have changed places", c.claim.word(b), c.claim.word(a))}, true
			}
		}
	}
	return d, false
}

const many = 1 // of a word that stands in several places

// parts tells which word opens the phrase that each word with content stands in: 0 for none.
func (st *statement) parts() map[uint32]uint32 {
	out, part := map[uint32]uint32{}, uint32(0)
	for i := range st.atoms {
		a := &st.atoms[i]
		switch {
		case a.opensPhrase():
			part = a.key
		case a.finite() || a.is(partedMark):
			part = 0
		}
		if !a.content() {
			continue
		}
		if _, twice := out[a.key]; twice {
			out[a.key] = many
		} else {
			out[a.key] = part
		}
	}
	return out
}

// hasOtherPart reports whether a word of the claim stands behind another one that opens its phrase than in a
// sentence of the source: "by the car" for "for the car".
func (st *statement) hasOtherPart(source *statement) bool {
	theirs := source.parts()
	for i := 1; i < len(st.atoms); i++ {
		if opener := &st.atoms[i-1]; st.atoms[i].content() && opener.opensPhrase() {
			if part, known := theirs[st.atoms[i].key]; known && part > many && part != opener.key {
				return true
			}
		}
	}
	return false
}
