package claim

import "vouchsafe/grounding/text/syntax"

// The members of a list may change places, unless they are steps or something else
// stands to them one by one.

// mayPermute tells whether the members of a list of the source may change their order.
func (p *proof) mayPermute(list int) bool {
	l := &p.tree.nodes[list]
	atoms := p.source.atoms[l.from:l.to]
	governed := atoms
	if atoms[0].kind == negated {
		governed = atoms[1:] // "no rust or paint"
	}
	switch {
	case kindsOf(governed).has(turning), hasKey(atoms, thenKey, afterKey), hasKey(p.source.atoms, respectively, orderKey, ratioKey):
		return false
	case p.tree.orders(list) && hasKey(p.source.atoms, thenKey, afterKey):
		return false // "press A and B one after the other"
	case l.from > 0 && p.source.atoms[l.from-1].key == fromKey:
		return false // "from Rome and Pisa to Milan"
	}
	return p.joinedAlike(list) && !p.areSteps(list) && !p.parallel(list) && !p.continued(list)
}

// joinedAlike tells whether one joining word joins all members of a list, none of which
// may tell of the one before it.
func (p *proof) joinedAlike(list int) bool {
	l, join := &p.tree.nodes[list], uint32(0)
	var members [][]atom
	for at := l.from; at < l.to; {
		member := p.tree.child(list, at)
		if member != none {
			members = append(members, p.source.atoms[at:p.tree.nodes[member].to])
			at = p.tree.nodes[member].to
			continue
		}
		a := &p.source.atoms[at]
		if at++; a.key == evenKey && at < l.to && p.from[at] == p.from[at-1]+1 {
			continue // "and even pots"
		}
		if a.key != andKey && a.key != orKey && a.key != slashKey || join != 0 && join != a.key {
			return false
		}
		join = a.key
	}
	for _, m := range members {
		if isFigure(m) != isFigure(members[0]) {
			return false // "Ann, 35, and Bob, 39": a figure belongs to the name before it
		}
	}
	return len(members) > 1 && join != 0 && !mayTellOfOther(members)
}

// isFigure tells a member of a list that is nothing but a number.
func isFigure(member []atom) bool { return len(member) == 1 && member[0].number >= 0 }

// mayTellOfOther reports whether a member of a list may tell of the one before it: "Ann,
// the cook, and Bob", "Rome, Italy, Paris, France and Oslo". A name that opens a
// sentence is not known as one.
func mayTellOfOther(list [][]atom) bool {
	const mostNames = 4
	names, articles := 0, 0
	for _, m := range list {
		names += count(m[0].is(nameMark))
		articles += count(m[0].is(articleBefore) && !m[0].is(nameMark))
	}
	return names > 0 && len(list) > 2 && (articles > 0 || names < len(list)-1 || len(list) > mostNames)
}

// areSteps tells whether the members of a list are things that are done or happen one by
// one: "he took the drug and felt dizzy".
func (p *proof) areSteps(list int) bool {
	for i := range p.tree.nodes {
		x := &p.tree.nodes[i]
		if x.up == list && x.isA(1<<syntax.Predicate|1<<syntax.VerbGroup) {
			return true
		}
		if x.up == list && x.isClause() && x.kind == syntax.Clause && x.marks&syntax.Imperative != 0 {
			return true
		}
	}
	around := p.tree.nodes[p.tree.clauseAround(list)]
	return around.marks&syntax.Imperative != 0 && p.tree.nodes[list].from == around.from
}

// parallel tells whether another list of the clause may stand to a list member by member:
// "Ann and Bob won gold and silver".
func (p *proof) parallel(list int) bool {
	subject := p.inSubject(list)
	for i := range p.tree.nodes {
		x := &p.tree.nodes[i]
		if x.kind != syntax.List || i == list || p.tree.clauseAround(i) != p.tree.clauseAround(list) {
			continue
		}
		if p.members(i) == p.members(list) && p.inSubject(i) != subject {
			return true
		}
	}
	return false
}

func (p *proof) members(list int) (n int) {
	for i := range p.tree.nodes {
		n += count(p.tree.nodes[i].up == list)
	}
	return n
}

// inSubject tells whether a phrase is a part of a subject.
func (p *proof) inSubject(i int) bool {
	for ; i > 0 && !p.tree.nodes[i].isClause(); i = p.tree.nodes[i].up {
		if p.tree.nodes[i].role == syntax.Subject {
			return true
		}
	}
	return false
}

// continued tells whether a phrase behind a list goes on with the preposition in front of
// it: "mix acid with water and salt with oil".
func (p *proof) continued(list int) bool {
	from, to := p.tree.nodes[list].from, p.tree.nodes[list].to
	if from == 0 || to == len(p.source.atoms) {
		return false
	}
	next := &p.source.atoms[to]
	return next.has(prepositionUse) && next.key == p.source.atoms[from-1].key
}

// withoutShared takes from the first and the last member of a list what all of them may
// share and what stays where it is: "[the] supply and demand [imbalances]", "the centre
// and the east [of the country]".
func (p *proof) withoutShared(pieces []piece) []piece {
	first, last := pieces[0], pieces[len(pieces)-1]
	low, high := p.claimRange(pieces)
	if !p.together(&last) {
		rest := last
		for rest.to-1 > rest.from && int(p.from[rest.to-1]) == high {
			rest.to, high = rest.to-1, high-1
		}
		if rest.to < last.to && p.locate(&rest) && p.separable(&rest, last.to) {
			pieces[len(pieces)-1] = rest
			pieces = append(pieces, p.part(rest.to, last.to))
		}
	}
	if !p.together(&first) && first.to-first.from == 2 && int(p.from[first.from]) == low {
		pieces = append([]piece{p.part(first.from, first.from+1), p.part(first.from+1, first.to)}, pieces[1:]...)
	}
	return pieces
}

// separable tells whether what stands behind a stretch is a phrase of its own, or the
// noun of single words.
func (p *proof) separable(rest *piece, end int) bool {
	for i := range p.tree.nodes {
		if x := &p.tree.nodes[i]; x.from == rest.to && x.to == end {
			return true
		}
	}
	return rest.to-rest.from == 1 || allNames(p.source.atoms[rest.from:rest.to])
}

// part returns a stretch of a member as a piece.
func (p *proof) part(from, to int) piece {
	u := piece{phrase: none, from: from, to: to}
	p.locate(&u)
	return u
}

// claimRange returns the first and the last place of some pieces in the claim.
func (p *proof) claimRange(pieces []piece) (low, high int) {
	low = len(p.to)
	for i := range pieces {
		low, high = min(low, pieces[i].first), max(high, pieces[i].last)
	}
	return low, high
}

var (
	slashKey = hashString("/")
	evenKey  = stemKey("even")
)
