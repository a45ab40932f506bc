package claim

import (
	"fmt"
	"slices"

	"vouchsafe/grounding/text"
)

// A claim that has all of its source's words in their order but for one place, or
// for two places that changed their words, is no other way to say the same: of such
// training pairs no supported one is refuted by the rules below (docs/claims.md).

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
	if len(atoms) != 1 {
		return nil
	}
	return &atoms[0]
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

// changedPlaces reports whether the claim has its source's atoms in their order but
// for two that stand in each other's place, "A pays B" for "B pays A", or for a "not"
// that stands elsewhere.
func (p *proof) changedPlaces() (difference, bool) {
	c, s := p.claim.atoms, p.source.atoms
	if len(c) != len(s) {
		return difference{}, false
	}
	first, last := 0, len(c)-1
	for first < last && c[first].key == s[first].key {
		first++
	}
	for last > first && c[last].key == s[last].key {
		last--
	}
	switch {
	case first == last:
	case swapped(c, s, first, last) && p.directed(s[first+1:last]) && !inList(s, first, last):
		return difference{CodeNegation, fmt.Sprintf("%q and %q have changed places", p.claim.word(&c[first]), p.claim.word(&c[last]))}, true
	case moved(c, s, first, last), moved(s, c, first, last):
		return difference{CodeNegation, "a negation stands in another place than in the source"}, true
	}
	return difference{}, false
}

// moved reports whether the negation at the first of some places of a stands at the
// last of them in b, and the atoms between are the same.
func moved(a, b []atom, first, last int) bool {
	return a[first].kind == negated && a[first].key == b[last].key && equalAtoms(a[first+1:last+1], b[first:last])
}

// swapped reports whether the atoms of two places, which say something, stand in each
// other's place, and those between are the same.
func swapped(a, b []atom, first, last int) bool {
	if !a[first].content() || !a[last].content() || a[first].key != b[last].key || a[last].key != b[first].key {
		return false
	}
	return equalAtoms(a[first+1:last], b[first+1:last])
}

func equalAtoms(a, b []atom) bool {
	return slices.EqualFunc(a, b, func(x, y atom) bool { return x.key == y.key })
}

// directed reports whether what stands between two words makes them different parties
// of it: a verb that says of B what it says of A ("met", "is") does not.
func (p *proof) directed(between []atom) bool {
	says := false
	for i := range between {
		if p.words != nil && p.words.symmetric[between[i].key] {
			return false
		}
		says = says || between[i].content() || between[i].limits()
	}
	return says
}

// inList reports whether two atoms of the source, by their places, stand in members of
// one list, which may change places: nothing but what joins and what both members share
// stands between them ("civil engineering and electrical engineering").
func inList(s []atom, first, last int) bool {
	from := first + 1
	for from < last && !s[from].joins() {
		from++
	}
	to := from
	for to < last && s[to].joins() {
		to++
	}
	tail, head := s[first+1:from], s[to:last]
	if from == to { // members without a word that joins them
		return !slices.ContainsFunc(tail, func(a atom) bool { return !a.is(commaBefore) })
	}
	return startsWith(s[last+1:], tail) && startsWith(s[max(0, first-len(head)):first], head)
}

// joins reports whether an atom joins the members of a list: "and", the stroke of "and/or".
func (a *atom) joins() bool { return a.kind == joined || a.key == slashKey }

// startsWith reports whether atoms begin with those of another list.
func startsWith(atoms, start []atom) bool {
	return len(atoms) >= len(start) && equalAtoms(atoms[:len(start)], start)
}

// Who did it is a place like any other: where the words around a name are the
// source's, another name of the evidence in its place is another party. To find the
// place the words around it decide, not the names, which may stand elsewhere in the
// sentence as well: "Ann led the study, and Bob checked it", "Bob led the study".

// otherParty returns the difference of a name that stands in the place of another one,
// both of which the evidence has.
func (p *proof) otherParty() (d difference, found bool) {
	if p.near == nil || !hasMark(p.claim.atoms, nameMark) {
		return d, false
	}
	p.alignBy(p.claim, p.source, (*atom).placeWeight)
	left := p.besideNames()
	if left.content > mostOther || left.unclear() {
		return d, false
	}
	p.gaps(func(g gap) bool {
		d, found = p.partyAt(g)
		return !found
	})
	return d, found
}

// placeWeight is the weight of an atom by which names do not decide what is aligned.
func (a *atom) placeWeight() int16 {
	if a.is(nameMark) {
		return 1
	}
	return a.alignWeight()
}

// besideNames counts what has no counterpart, names left out.
func (p *proof) besideNames() leftOver {
	left := p.unaligned()
	for i := range p.claim.atoms {
		if a := &p.claim.atoms[i]; p.to[i] == -1 && a.is(nameMark) {
			left.content -= count(a.content())
			left.own -= count(a.limits())
		}
	}
	return left
}

// partyAt compares the names on both sides of a gap. The claim has nothing but a name
// there; the source's stands next to the same neighbour.
func (p *proof) partyAt(g gap) (difference, bool) {
	mine, theirs := p.claim.atoms[g.claimFrom:g.claimTo], p.source.atoms[g.sourceFrom:g.sourceTo]
	if g.claimFrom == 0 && len(mine) > 1 && mine[1].is(nameMark) {
		mine = mine[1:] // any first word has a capital
	}
	name := nameIn(theirs, g.claimFrom > 0, g.claimTo < len(p.claim.atoms))
	if len(mine) == 0 || len(name) == 0 || !allNames(mine) {
		return difference{}, false
	}
	for i := range mine {
		if hasKey(theirs, mine[i].key) || !p.near.holds(mine[i].key) {
			return difference{}, false
		}
	}
	if p.tellsElsewhere(name) {
		return difference{}, false
	}
	return p.against(CodeEntity, &name[len(name)-1], &mine[len(mine)-1]), true
}

// tellsElsewhere reports whether the claim has a word of a name in another place than
// the source has it.
func (p *proof) tellsElsewhere(name []atom) bool {
	for i := range p.claim.atoms {
		if p.to[i] < 0 && hasKey(name, p.claim.atoms[i].key) {
			return true
		}
	}
	return false
}

// nameIn returns the name that stands next to a neighbour that both sides have: at the
// start of some atoms, or at their end; nil for none.
func nameIn(atoms []atom, atStart, atEnd bool) []atom {
	n := 0
	for atStart && n < len(atoms) && atoms[n].is(nameMark) {
		n++
	}
	if n > 0 || !atEnd {
		return atoms[:n]
	}
	for n < len(atoms) && atoms[len(atoms)-1-n].is(nameMark) {
		n++
	}
	return atoms[len(atoms)-n:]
}
