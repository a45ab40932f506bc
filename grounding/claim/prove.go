package claim

import "slices"

// A claim is carried by a statement of its source if every atom of the claim is
// one of the source's, in the same order, and what the claim leaves out limits
// nothing. Sound comes before complete: what is doubtful is not proven.

// proof holds the room that proving takes.
type proof struct {
	alignment
	words   *vocabulary
	near    *Source // of which the sentences before one may have an atom too; may be nil
	at      int     // that sentence
	telling [2][]atom
	places  []spot    // where the statements that were compared last differ
	other   statement // a claim or a source, turned from active to passive
}

// carries tells whether the source statement carries the claim.
func (p *proof) carries(claim, source *statement) bool {
	if len(claim.atoms) == 0 || len(claim.atoms) > mostAtoms || len(source.atoms) > mostAtoms {
		return false
	}
	if !p.covers(claim, source) {
		return false
	}
	return p.follows(claim, source) || p.reordered(claim, source) || p.turnedVoice(claim, source)
}

// covers tells whether the source has all atoms that the claim cannot do
// without, in whatever order.
func (p *proof) covers(claim, source *statement) bool {
	for i := range claim.atoms {
		a := &claim.atoms[i]
		if !a.insertable() && !p.turnsVoice(a) && !source.contains(a.key) {
			return false
		}
	}
	return true
}

// insertable tells whether a claim may have the atom where its source has not.
func (a *atom) insertable() bool { return a.has(freeUse) }

// follows tells whether the claim is the source with harmless things left out.
func (p *proof) follows(claim, source *statement) bool {
	p.align(claim, source)
	ok, some := true, false
	p.gaps(func(g gap) bool {
		ok = p.mayPutIn(g) && p.mayLeaveOut(g)
		return ok
	})
	for i := range claim.atoms {
		some = some || claim.atoms[i].content() && p.to[i] >= 0
	}
	return ok && some
}

// mayPutIn tells whether the claim's atoms in a gap say nothing.
func (p *proof) mayPutIn(g gap) bool {
	for i := g.claimFrom; i < g.claimTo; i++ {
		a := &p.claim.atoms[i]
		opening := i == 0 && a.has(linkerUse)
		if !a.insertable() && !opening {
			return false
		}
	}
	return true
}

// mayLeaveOut tells whether the claim may leave out the source's atoms in a gap.
func (p *proof) mayLeaveOut(g gap) bool {
	from, to := g.sourceFrom, g.sourceTo
	for from < to && p.source.atoms[from].has(freeUse) && !p.source.atoms[from].boundary() {
		from++
	}
	if from == to {
		return true
	}
	left := p.source.atoms[from:to]
	switch {
	case p.inBrackets(from, to):
		return true
	case from == 0 && p.opens(left):
		return true
	case p.adverbs(left):
		return p.plain()
	case g.sourceFrom == 0:
		return p.clauseBefore(to)
	case g.sourceTo == len(p.source.atoms):
		return p.clauseBehind(g.sourceFrom)
	}
	return p.aside(g.sourceFrom, to) || p.sharedSubject(g)
}

// inBrackets tells whether the atoms [from,to) are all that stands in a pair of
// brackets, and limit nothing.
func (p *proof) inBrackets(from, to int) bool {
	atoms := p.source.atoms
	for i := from; i < to; i++ {
		if !atoms[i].is(bracketMark) || atoms[i].limits() {
			return false
		}
	}
	opens := from == 0 || !atoms[from-1].is(bracketMark)
	return opens && (to == len(atoms) || !atoms[to].is(bracketMark))
}

// opens tells whether some atoms at the start of a sentence only lead over to it.
func (p *proof) opens(left []atom) bool {
	for i := range left {
		if !left[i].has(linkerUse) {
			return false
		}
	}
	return len(left) <= 2
}

// adverbs tells whether some atoms are adverbs that tell how.
func (p *proof) adverbs(left []atom) bool {
	for i := range left {
		if !left[i].is(adverbMark) || left[i].limits() && !left[i].has(adverbUse) {
			return false
		}
	}
	return true
}

// plain tells whether the source only reports: in a rule, a denial or a
// condition even "carefully" may limit what is said.
func (p *proof) plain() bool {
	for i := range p.source.atoms {
		switch a := &p.source.atoms[i]; a.kind {
		case negated, implied, conditional, excepted, said:
			return false
		}
	}
	return true
}

// clauseBefore tells whether what stands in front of atom to is a clause, or a
// phrase set off, that what follows does not depend on.
func (p *proof) clauseBefore(to int) bool {
	atoms := p.source.atoms
	if to == len(atoms) {
		return false
	}
	last := &atoms[to-1]
	joins := last.kind == joined && !last.has(veridicalUse) && last.is(commaBefore|stopBefore)
	switch {
	case atoms[to].is(stopBefore):
	case joins && atoms[to-1].key != orKey && p.oneClause(to-1):
		to--
	case atoms[to].is(commaBefore) && atoms[0].has(veridicalUse) && p.oneClause(to):
	default:
		return false
	}
	return harmless(atoms[:to], true) && !p.refersBack(to)
}

// oneClause tells whether the first atoms of a sentence are one clause that governs
// nothing behind it: no comma parts them, so no "in children," stands in front of
// all that follows, and nothing in them denies, limits in time or ascribes.
func (p *proof) oneClause(to int) bool {
	atoms := p.source.atoms
	for i := range to {
		a := &atoms[i]
		limits := a.limits() && a.kind != modal && a.kind != compared
		if limits || i > 0 && (a.boundary() || a.key == thatKey) {
			return false
		}
	}
	return atoms[0].has(veridicalUse) || atoms[0].kind != modal && !atoms[0].has(prepositionUse|adverbUse)
}

// refersBack tells whether what the claim keeps speaks of what it leaves out:
// with a word such as "it", that is no longer clear.
func (p *proof) refersBack(from int) bool {
	for i := from; i < len(p.source.atoms); i++ {
		if a := &p.source.atoms[i]; a.has(pronounUse) && p.from[i] >= 0 && a.kind == noOperator && i == from {
			return true
		}
	}
	return false
}

// clauseBehind tells whether what stands from an atom on to the end is a clause,
// or a phrase set off, that limits nothing of what stands before it.
func (p *proof) clauseBehind(from int) bool {
	atoms := p.source.atoms
	first := &atoms[from]
	if !first.boundary() && !(first.kind == joined && (first.has(veridicalUse) || from+1 < len(atoms) && p.opensClause(from+1))) {
		return false
	}
	if first.key == orKey || first.has(prepositionUse) && !first.has(veridicalUse) {
		return false
	}
	if first.kind == joined && from+1 < len(atoms) && p.fullClause(from+1) {
		return harmless(atoms[from:], true)
	}
	if first.is(stopBefore) {
		rest := atoms[from:]
		return harmless(rest, true) && !(hasPronoun(rest) && hasAny(rest, negated, modal, quantified, compared))
	}
	if first.kind != joined && !first.has(pronounUse|veridicalUse) && hasAny(atoms[from:], compared, quantified, timed) {
		return false // "…, up to 400 euros" is no clause, but a limit
	}
	return harmless(atoms[from:], false) && !hasKey(atoms[from:], orKey)
}

// hasKey tells whether a word is one of some atoms.
func hasKey(atoms []atom, key uint32) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return a.key == key })
}

// hasAny tells whether an atom is an operator of one of some kinds.
func hasAny(atoms []atom, kinds ...operatorKind) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return slices.Contains(kinds, a.kind) })
}

// opensClause reports whether a clause begins at an atom: with a pronoun and its
// verb, or with a verb in the past that has the subject of the verb before it.
func (p *proof) opensClause(at int) bool {
	atoms := p.source.atoms
	if atoms[at].is(pastMark) && !atoms[at].is(nameMark) {
		return p.plain() && slices.ContainsFunc(atoms[:at-1], func(a atom) bool { return a.is(pastMark) })
	}
	return atoms[at].has(pronounUse) && at+1 < len(atoms) && atoms[at+1].is(verbMark)
}

// fullClause reports whether a clause with a subject and a verb of its own begins at
// an atom, behind a clause on which nothing but itself depends: no condition is left
// half, and nobody's words.
func (p *proof) fullClause(at int) bool {
	const longestSubject = 6 // atoms
	atoms := p.source.atoms
	if hasAny(atoms[:at], conditional, excepted, said, timed) {
		return false
	}
	for i := at; i < min(len(atoms), at+longestSubject); i++ {
		a := &atoms[i]
		if a.kind == tense || a.kind == modal {
			return i > at && atoms[i-1].content()
		}
		if a.kind == joined || a.kind == negated || a.has(pronounUse) || a.boundary() && i > at {
			return false
		}
	}
	return false
}

// hasPronoun tells whether some atom speaks of something said before.
func hasPronoun(atoms []atom) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return a.has(pronounUse) })
}

// harmless tells whether atoms that are left out neither limit nor deny nor
// ascribe to somebody what is kept.
func harmless(left []atom, before bool) bool {
	for i := range left {
		switch a := &left[i]; a.kind {
		case noOperator, joined, tense, timed, quantified, compared:
		case modal, negated:
			if !before {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// aside tells whether the atoms [from,to) are set off by commas on both sides.
func (p *proof) aside(from, to int) bool {
	atoms := p.source.atoms
	if to >= len(atoms) || !atoms[from].is(commaBefore) || !atoms[to].is(commaBefore) {
		return false
	}
	for i := from; i < to; i++ {
		if a := &atoms[i]; a.limits() || i > from && a.is(commaBefore) && !atoms[from].has(pronounUse) {
			return false
		}
	}
	return !atoms[to].is(stopBefore) && atoms[to].kind != joined && !atoms[from].has(prepositionUse)
}

// sharedSubject tells whether a gap holds the first of two things that are said
// of one subject: "The bank [raised its rates and] cut its forecast".
func (p *proof) sharedSubject(g gap) bool {
	atoms := p.source.atoms
	last := &atoms[g.sourceTo-1]
	if g.sourceFrom == 0 || last.kind != joined || g.claimTo > g.claimFrom || last.has(veridicalUse) {
		return false
	}
	before, first, next := &atoms[g.sourceFrom-1], &atoms[g.sourceFrom], &atoms[g.sourceTo]
	if !before.content() || before.has(prepositionUse) || before.is(adverbMark) || first.boundary() {
		return false
	}
	if hasAny(atoms[:g.sourceFrom], said, negated, conditional) {
		return false
	}
	for i := range g.sourceFrom {
		if a := &atoms[i]; a.is(pastMark) && !a.is(nameMark) || i > 0 && a.boundary() {
			return false
		}
	}
	alike := first.is(verbMark) && next.is(verbMark) && first.is(pastMark) == next.is(pastMark)
	return alike && harmless(atoms[g.sourceFrom:g.sourceTo-1], false)
}
