package claim

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
