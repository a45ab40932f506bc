package claim

// A phrase of place, time or manner, a condition and an adverb may stand in several
// places of a sentence, if each of them belongs to the same clause.

// move is a change of places: the atoms [from,to) go in front of the atom dest.
type move struct {
	atoms          []atom // of the source
	from, to, dest int
	front          int  // where the sentence begins, behind what leads over to it
	parted         bool // the phrase ends in the claim where a part of the sentence does
}

// reordered writes the source in the claim's order at the first place where that
// changes nothing of what is said.
func (p *proof) reordered(out *statement) (done bool) {
	p.gaps(func(g gap) bool {
		done = !p.harmless(g) && (p.permuted(g, out) || p.movedFrom(g, out))
		return !done
	})
	return done || p.attributed(out)
}

// attributed moves who says it from the front of the source to the end, where the claim
// has it: "Ann said it rains", "It rains, said Ann".
func (p *proof) attributed(out *statement) bool {
	c, s := p.claim.atoms, p.source.atoms
	n := 0 // atoms of "Ann said"
	for n < len(s) && s[n].key != saysKey {
		n++
	}
	n++
	at := len(c) - n // of the claim's "said Ann"
	if at <= 0 || n >= len(s) || !c[at].boundary() || !sameKeys(s[:n], c[at:]) || kindsOf(s[:n-1]).has(turning) {
		return false
	}
	from := n
	if s[from].key == thatKey {
		from++
	}
	out.text, out.lang, out.numbers = p.source.text, p.source.lang, p.source.numbers
	out.atoms = append(append(out.atoms[:0], s[from:]...), s[:n]...)
	p.source = out
	p.writeAs(c[at:], len(out.atoms)-n, len(out.atoms), out)
	return true
}

// movedFrom moves a phrase to a gap in which the claim has it.
func (p *proof) movedFrom(g gap, out *statement) bool {
	for i := g.claimFrom; i < g.claimTo; i++ {
		if j := p.elsewhere(i); j >= 0 && p.moved(i, j, out) {
			return true
		}
	}
	return false
}

// elsewhere returns where the source has an atom that the claim has at i, out of
// order; -1 for nowhere.
func (p *proof) elsewhere(i int) int {
	for j := range p.from {
		if p.from[j] < 0 && p.source.atoms[j].key == p.claim.atoms[i].key {
			return j
		}
	}
	return -1
}

// moved moves the phrase around the source's atom j to where the claim has it, around
// i.
func (p *proof) moved(i, j int, out *statement) bool {
	c, s := p.claim.atoms, p.source.atoms
	for i > 0 && j > 0 && c[i-1].key == s[j-1].key && p.from[j-1] < 0 {
		i, j = i-1, j-1
	}
	m := move{atoms: s, from: j, to: j}
	end := i
	for end < len(c) && m.to < len(s) && c[end].key == s[m.to].key && p.from[m.to] < 0 {
		end, m.to = end+1, m.to+1
	}
	for before := i - 1; before >= 0; before-- {
		if p.to[before] >= 0 {
			m.dest = int(p.to[before]) + 1
			break
		}
	}
	if m.dest >= m.from && m.dest <= m.to {
		return false
	}
	m.front, m.parted = leading(s), end == len(c) || c[end].boundary()
	m.dest = max(m.dest, m.front)
	if !m.allowed() && !m.mirrored().allowed() {
		return false
	}
	m.write(p.source, out)
	return true
}

// leading returns how many atoms only lead over to a sentence.
func leading(atoms []atom) (n int) {
	for n < len(atoms)-1 && atoms[n].has(linkerUse) {
		n++
	}
	return n
}

// passed is the atoms that the phrase passes.
func (m move) passed() []atom {
	if m.dest < m.from {
		return m.atoms[m.dest:m.from]
	}
	return m.atoms[m.to:m.dest]
}

// mirrored is the same change, with what is passed as the phrase that moves.
func (m move) mirrored() move {
	if m.dest < m.from {
		return move{m.atoms, m.dest, m.from, m.to, m.front, m.parted}
	}
	return move{m.atoms, m.to, m.dest, m.from, m.front, true}
}

// allowed reports whether the phrase may change its place.
func (m move) allowed() bool {
	lead := &m.atoms[m.from]
	switch {
	case !m.isAdverb() && !m.closed():
		return false
	case m.isAdverb():
		return !kindsOf(m.atoms).has(turning) && m.withinClause()
	case lead.opensAdjunct(), lead.has(veridicalUse) && lead.kind == joined:
		return m.mayMoveCondition(lead)
	case lead.has(prepositionUse) && lead.kind != negated && lead.key != ofKey || lead.key == accordingKey:
		return m.mayMovePhrase(lead)
	}
	return false
}

// closed reports whether the phrase ends where a part of the sentence does.
func (m move) closed() bool {
	last := &m.atoms[m.to-1]
	if last.has(prepositionUse) || m.to == m.from+1 {
		return false
	}
	if m.to == len(m.atoms) {
		return true
	}
	next := &m.atoms[m.to]
	return next.boundary() || next.is(articleBefore) || next.has(pronounUse) || next.finite() || next.opensAdjunct()
}

func (m move) isAdverb() bool {
	for i := m.from; i < m.to; i++ {
		if a := &m.atoms[i]; !a.is(adverbMark) || a.is(nameMark) || a.limits() && !a.has(adverbUse) {
			return false
		}
	}
	return true
}

// opensAdjunct reports whether a clause of condition or time begins at an atom.
func (a *atom) opensAdjunct() bool { return a.kind == conditional || a.kind == timed }

// mayMoveCondition reports whether a clause of condition or time may change ends. At
// the front a condition governs all that follows; that says no more than at the end.
func (m move) mayMoveCondition(lead *atom) bool {
	passed := m.passed()
	if kindsOf(passed).has(1<<said) || embeds(passed) || hasMark(passed[1:], stopBefore) || !m.changesEnds() {
		return false
	}
	if lead.has(veridicalUse) && lead.kind == joined {
		return !kindsOf(passed).has(denying) || m.atoms[m.to%len(m.atoms)].boundary() // "he did not come because it rained"
	}
	if kindsOf(passed).has(conditions) {
		return false
	}
	return !severalClauses(passed)
}

// changesEnds reports whether the phrase goes from one end of the sentence to the
// other, but for asides.
func (m move) changesEnds() bool {
	if m.dest == m.front {
		return m.to == len(m.atoms) || m.atoms[m.to].is(stopBefore)
	}
	return m.from == m.front && (m.dest == len(m.atoms) || m.parted && m.atoms[m.dest].boundary())
}

// mayMovePhrase reports whether a phrase with a preposition may change its place: from
// one end to the other, from a subject to the front, between the parts of a verb, or
// past another such phrase.
func (m move) mayMovePhrase(lead *atom) bool {
	passed := m.passed()
	if kindsOf(passed).has(1<<said|conditions) || hasKey(m.atoms, onlyKey) || hasUse(passed, comparingUse) || severalClauses(passed) {
		return false
	}
	if embeds(passed) || m.dest == m.front && (severalClauses(m.atoms[m.to:]) || m.mayBelongWithin()) {
		return false // at the front it would govern them all
	}
	switch {
	case m.changesEnds():
		return m.dest == m.front || !hasKey(m.atoms[m.from:m.from+1], withKey, fromKey, asKey) // "sued the bank [with 300 branches]"
	case m.dest == m.front:
		return false // it may be a noun's: "no guest with a dog"
	case m.from == m.front:
		return m.atoms[m.dest-1].helps()
	}
	other := &passed[0]
	if hasJoint(passed) || hasJoint(m.atoms[m.from:m.to]) {
		return false
	}
	if !other.has(prepositionUse) || other.kind != noOperator || other.key == ofKey || hasVerb(passed) || hasVerb(m.atoms[m.from:m.to]) {
		return false
	}
	purpose := lead.key == toKey && other.key != fromKey || other.key == toKey && lead.key != fromKey
	return !purpose
}

// withinClause reports whether no comma and no joining word stands between the old place
// and the new one, but for the comma behind what opens the sentence.
func (m move) withinClause() bool {
	from, to := m.dest, m.from
	if m.dest > m.from {
		from, to = m.to, m.dest-1
	}
	for i := from + 1; i <= to && i < len(m.atoms); i++ {
		if a := &m.atoms[i]; a.boundary() || a.kind == joined {
			return false
		}
	}
	return m.dest < m.from || m.from == m.front || !m.atoms[m.to].boundary()
}

// embeds reports whether some atoms hold a clause within a clause, to which a phrase at
// the end may belong: "she denied that the firm paid [in 2010]".
func embeds(atoms []atom) bool {
	return kindsOf(atoms).has(1<<implied) || hasKey(atoms, thatKey, accordingKey, plansKey)
}

// mayBelongWithin reports whether the phrase may belong to what stands before it, and
// not to the sentence: "the bank [in Rome]", "cars made [in Italy]". A date does not.
func (m move) mayBelongWithin() bool {
	passed, date := m.passed(), m.to == m.from+2 && m.atoms[m.from+1].number >= 0
	n := len(passed)
	verb := n > 1 && passed[n-1].is(pastMark) && passed[n-2].helps()
	if !date && !verb || hasMark(passed[1:], commaBefore|stopBefore) || kindsOf(passed).has(1<<modal) {
		return true
	}
	return hasUse(passed, prepositionUse) || hasMark(passed, ingMark) || hasKey(passed, whichKey, whoKey)
}

func hasJoint(atoms []atom) bool {
	for i := range atoms {
		if atoms[i].kind == joined {
			return true
		}
	}
	return false
}

func hasVerb(atoms []atom) bool {
	for i := range atoms {
		if atoms[i].finite() {
			return true
		}
	}
	return false
}

// severalSentences tells whether some atoms are more than one sentence.
func severalSentences(atoms []atom) bool {
	for i := 1; i < len(atoms); i++ {
		if a := &atoms[i]; a.is(stopBefore) || a.kind == conditional || a.kind == joined && a.is(commaBefore) {
			return true
		}
	}
	return false
}

// severalClauses tells whether some atoms are more than one clause, or say two things
// of one subject: then it is not clear to which of them a phrase belongs.
func severalClauses(atoms []atom) bool {
	for i := range atoms {
		a := &atoms[i]
		if a.kind == joined && a.key != likeKey && a.key != includeKey && (a.boundary() || opensPredicate(atoms[i+1:])) {
			return true
		}
	}
	return severalSentences(atoms)
}

// opensPredicate reports whether another thing that is said may begin here, rather than
// another member of a list: a verb, or a word with an object or a phrase of its own.
func opensPredicate(atoms []atom) bool {
	if len(atoms) == 0 {
		return false
	}
	if atoms[0].finite() || opensClause(atoms, false) {
		return true
	}
	if len(atoms) == 1 {
		return false
	}
	next := &atoms[1]
	return next.is(articleBefore) || next.has(pronounUse) || next.has(prepositionUse) && next.kind == noOperator && next.key != ofKey
}

// write writes the source with the phrase in its new place.
func (m move) write(source, out *statement) {
	out.text, out.lang, out.numbers = source.text, source.lang, source.numbers
	phrase := m.atoms[m.from:m.to]
	list := out.atoms[:0]
	for i := 0; i <= len(m.atoms); i++ {
		if i == m.dest {
			list = append(list, phrase...)
		}
		if i < len(m.atoms) && (i < m.from || i >= m.to) {
			list = append(list, m.atoms[i])
		}
	}
	if m.dest == m.front {
		list[m.front+len(phrase)].mark |= commaBefore
	} else if m.from == m.front {
		list[m.front].mark &^= commaBefore | stopBefore
	}
	out.atoms = list
}
