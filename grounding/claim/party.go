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
	var mine, theirs [mostAtoms]phrased
	moved := c.claim.parts(mine[:0])
	there := c.source.parts(theirs[:0])
	for i := range moved {
		m := &moved[i]
		as := partOf(there, m.word)
		if as == nil {
			return d, false
		}
		if m.there = as.opener; m.there == m.opener || m.opener == many || m.there == many {
			m.there = many // it has its place
		}
	}
	for i := range moved {
		for k := range i {
			a, b := &moved[i], &moved[k]
			if a.there != many && b.there != many && a.opener == b.there && b.opener == a.there {
				return difference{CodeNegation, fmt.Sprintf("%q and %q have changed places", c.claim.word(&c.claim.atoms[b.at]), c.claim.word(&c.claim.atoms[a.at]))}, true
			}
		}
	}
	return d, false
}

// phrased is where a word with content stands: behind which word that opens its phrase.
type phrased struct {
	word, opener uint32 // keys of atoms; opener is 0 for none, many of a word that stands in several places
	there        uint32 // the opener in the other sentence
	at           int    // the atom
}

const many = 1

// partOf is the part of a word, nil for none.
func partOf(list []phrased, word uint32) *phrased {
	if i := slices.IndexFunc(list, func(p phrased) bool { return p.word == word }); i >= 0 {
		return &list[i]
	}
	return nil
}

// parts appends the part of each word with content, once.
func (st *statement) parts(out []phrased) []phrased {
	opener := uint32(0)
	for i := range st.atoms {
		a := &st.atoms[i]
		switch {
		case a.opensPhrase():
			opener = a.key
		case a.finite() || a.is(partedMark):
			opener = 0
		}
		if !a.content() {
			continue
		}
		if before := partOf(out, a.key); before != nil {
			before.opener = many
		} else {
			out = append(out, phrased{word: a.key, opener: opener, at: i})
		}
	}
	return out
}

// hasOtherPart reports whether a word of the claim stands behind another one that opens its phrase than in a
// sentence of the source: "by the car" for "for the car".
func (st *statement) hasOtherPart(source *statement) bool {
	var buffer [mostAtoms]phrased
	theirs := source.parts(buffer[:0])
	for i := 1; i < len(st.atoms); i++ {
		if opener := &st.atoms[i-1]; st.atoms[i].content() && opener.opensPhrase() {
			if p := partOf(theirs, st.atoms[i].key); p != nil && p.opener > many && p.opener != opener.key {
				return true
			}
		}
	}
	return false
}
