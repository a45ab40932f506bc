package claim

import (
	"slices"

	"vouchsafe/grounding/text"
	"vouchsafe/grounding/text/syntax"
)

// What is said of two things or twice of one thing is said of each, unless they do it
// together ("A and B differ") or something governs both ("do not heat and shake").

// isConjunct reports whether the span is the first or the last of two things, or of two
// that are said, with the word that joins them: "It lasts ten hours [and weighs two
// kilograms]", "It [lasts ten hours and] weighs two kilograms".
func (s span) isConjunct() bool {
	i, joint := s.joinedNode()
	if i == none || s.atoms[s.nodes[i].from].key == onlyKey {
		return false
	}
	n := &s.nodes[i]
	switch {
	case n.kind == syntax.Predicate:
		return s.isJoinedPredicate(n, joint) && (joint < n.from || s.atoms[joint].boundary() || !s.hasClause(i))
	case !s.affirmed():
		return false
	case n.kind == syntax.Clause && s.nodes[n.up].kind != syntax.List:
		return s.isJoinedClause(i, joint)
	case n.isClause():
		return kindsOf(s.atoms[n.from:n.to]).within(measuring|denying|1<<modal) && !s.reachesBack(n)
	}
	return joint < n.from && s.isJoinedThing(n)
}

// isJoinedPredicate reports whether one of two things that are said of a subject has no
// part in the other: a helping verb or a "not" of the first may belong to both, "it may
// [burn and] melt", but not to a second one that has its own.
func (s span) isJoinedPredicate(n *node, joint int) bool {
	second := s.to
	if joint < n.from {
		second = n.from
	}
	own := s.atoms[second].helps() || s.atoms[second].kind == negated // "may not"
	governed := s.from
	if own {
		governed = min(s.from, s.nodes[n.up].from)
	}
	if !own && kindsOf(s.atoms[:s.to]).has(denying) || joint > n.from && !own && s.first().helps() {
		return false // "to avoid [being seen] and heard"
	}
	said := kindsOf(s.atoms[n.from:n.to])
	around := s.clauseAround(n.up)
	if s.nodes[around].kind != syntax.Clause {
		return false // "buyers who return the item [and keep the receipt]"
	}
	if s.orders(around) && joint > n.from && s.endsInClause(around) {
		return false // "[turn the key and] press the button to open the safe"
	}
	return s.affirmedFrom(governed) && said.within(measuring|denying|1<<modal) && !s.reachesBack(n) && !s.limitsBack(n)
}

// endsInClause reports whether a clause ends in another one, as one that tells a purpose.
func (s span) endsInClause(clause int) bool {
	last := s.clauseEnding(s.nodes[clause].from, s.nodes[clause].to)
	return last != none && last != clause && s.nodes[last].isClause()
}

// joinedNode returns the phrase that the span is but for a joining word in front of it or
// behind it, and where that word stands. Of a list whose last members are left out, the
// claim has the joining word before another one: "milk[, eggs] and salt".
func (s span) joinedNode() (node, joint int) {
	opened := s.first().oneOf(andKey, butKey)
	closed := !s.ends() && s.last().kind == joined && (s.opens() || s.last().oneOf(andKey, butKey))
	for i := range s.nodes {
		n := &s.nodes[i]
		if !n.isClause() && n.role != syntax.Member {
			continue
		}
		switch {
		case opened && n.from == s.from+1 && (n.to == s.to || n.kind == syntax.Clause && s.isTail()):
			return i, s.from
		case closed && n.from == s.from && n.to == s.to-1:
			return i, n.to
		case n.from == s.from && n.to == s.to && n.role == syntax.Member && s.nodes[n.up].to == n.to && s.longList(n.up):
			return i, n.from - 1
		}
	}
	return none, 0
}

// longList tells whether a list has three members or more, joined by "and".
func (s span) longList(list int) bool {
	const fewest = 3
	members := 0
	for i := range s.nodes {
		members += count(s.nodes[i].up == list)
	}
	return members >= fewest && hasKey(s.atoms[s.nodes[list].from:s.from], andKey)
}

// isJoinedClause reports whether a main clause says something that the other one does not
// rest on, and takes nothing back.
func (s span) isJoinedClause(node, joint int) bool {
	n := &s.nodes[node]
	if joint < n.from {
		return !s.reachesBack(n) && !s.limitsBack(n) && (s.first().boundary() || !s.goesWithinClause() && !s.endsInAdjunct(node))
	}
	const said = 1<<negated | measuring | 1<<modal
	clause := s.atoms[n.from:n.to]
	first := s.child(node, n.from)
	fronted := first != none && s.nodes[first].role != syntax.Subject && s.nodes[first].role != syntax.Verb
	reports := s.hasClause(node) && !s.atoms[joint].boundary() || s.reports(node) // "Ann swears the bank failed [and] the fund lost money"
	return !reports && !fronted && kindsOf(clause).within(said) && n.marks&syntax.Imperative == 0
}

// reports reports whether somebody says or thinks something in a clause, or the clause has a
// second verb of which it is not known what it belongs to: "he bet the horse would win".
func (s span) reports(clause int) bool {
	verbs := 0
	for i := range s.nodes {
		if x := &s.nodes[i]; x.up == clause {
			if x.role == syntax.Reported {
				return true
			}
			verbs += count(x.role == syntax.Verb)
		}
	}
	return verbs > 1
}

// limitsBack reports whether a second clause limits the first one or takes it back: it
// speaks of that one and denies, doubts or dates it, or sets another figure or an exception
// to all against it: "but later studies give 1936", "but guide dogs may run free".
func (s span) limitsBack(n *node) bool {
	clause := s.atoms[n.from:n.to]
	const undoing = denying | conditions | 1<<said | 1<<timed
	if s.takesBack(n.from, denying) || clause[0].pointsBack() && kindsOf(clause).has(undoing) {
		return true
	}
	return s.first().key == butKey && (s.rivals() || clause[0].has(pronounUse) && hasFigure(clause) || hasKey(s.before(), allKey, anyKey))
}

// hasFigure reports whether a number is among some atoms.
func hasFigure(atoms []atom) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return a.number >= 0 })
}

// endsInAdjunct reports whether a clause ends in a phrase of place, time or manner, which may
// tell of the clause before it as well: "[and] the form is sent by post in June".
func (s span) endsInAdjunct(clause int) bool {
	return hasKey(s.atoms[s.nodes[clause].from:s.to], onlyKey) || slices.ContainsFunc(s.nodes, func(x node) bool {
		return x.up == clause && x.to == s.nodes[clause].to && x.role == syntax.Adjunct
	})
}

// goesWithinClause reports whether what stands before the span is the end of a clause within
// the sentence, of which the span may be a second part: "until the loan is repaid [and the
// account is closed]".
func (s span) goesWithinClause() bool {
	last := s.clauseEnding(0, s.from)
	return last != none && s.nodes[last].isClause() && s.nodes[last].kind != syntax.Clause
}

// hasClause reports whether another clause stands within one: what is joined behind it may be
// a second part of that.
func (s span) hasClause(node int) bool {
	for i := range s.nodes {
		if i != node && s.nodes[i].isClause() && s.holds(node, i) {
			return true
		}
	}
	return false
}

// reachesBack reports whether a condition in the second of two clauses may be that of
// the first one, too: not if the second is set off by a comma, and the condition is not.
func (s span) reachesBack(n *node) bool {
	clause := s.atoms[n.from:n.to]
	for i := range clause {
		if conditions.has(1<<clause[i].kind) && (!s.first().boundary() || i == 0 || clause[i].boundary()) {
			return true
		}
	}
	return false
}

// isJoinedThing reports whether what is said of two things holds of the first alone.
func (s span) isJoinedThing(n *node) bool {
	thing := s.atoms[n.from:n.to]
	if !s.closed() {
		return false // a noun may follow that both tell of: "blue and red cars"
	}
	if thing[0].is(nameMark) || s.areTogether() || s.governedByMeasure() || s.isPartOfMeans(n) || s.sharesFigure(n) {
		return false // "it links Rome [and Ostia]"
	}
	return kindsOf(thing).within(1<<quantified | 1<<compared)
}

// areTogether reports whether a word of the sentence says of several things together what it
// says: "it links the pump and the tank".
func (s span) areTogether() bool {
	return hasUse(s.atoms, collectiveUse) || slices.ContainsFunc(s.atoms, func(a atom) bool { return sortOf(&a) == togetherSort })
}

// sharesFigure reports whether a figure in front counts a member of a list that has none of
// its own together with others: "300 men [and women]", "half of it goes to schools [and
// clinics]".
func (s span) sharesFigure(member *node) bool {
	own := &s.atoms[member.from]
	if own.number >= 0 || own.kind == quantified {
		return false
	}
	clause := s.nodes[s.clauseOf(member.from)].from
	for i := clause; i < member.from; i++ {
		a := &s.atoms[i]
		first := i >= s.nodes[member.up].from && !own.is(articleBefore)
		if a.number >= 0 && s.numbers[a.number].Kind != text.Date || a.key == halfKey || first && a.kind == quantified {
			return true
		}
	}
	return false
}

// isPartOfMeans reports whether a list stands behind "with", "of", "from" or the like: what
// is made of two things, or opens with two, does not with one.
func (s span) isPartOfMeans(member *node) bool {
	list := &s.nodes[member.up]
	return list.from > 0 && s.atoms[list.from-1].tellsOfOne()
}

// governedByMeasure reports whether a comparison or a time in the phrase before the
// span is that of both: "more than A and B", "after A and B".
func (s span) governedByMeasure() bool {
	for i := s.from - 1; i >= 0; i-- {
		a := &s.atoms[i]
		if a.finite() || a.boundary() && i > 0 {
			return false
		}
		if a.kind == timed || a.kind == compared && a.key != aboutKey {
			return true
		}
	}
	return false
}
