package claim

import (
	"slices"

	"vouchsafe/grounding/text/syntax"
)

// A claim may have its source's words in another order if each phrase of the source
// stays together, and if within each phrase only such parts change their order as may:
// a phrase of place, time or manner, a condition or an adverb within its clause, the
// members of a list (list.go), who says something and what he says.

// piece is a part of a phrase: a phrase of its own, or an atom.
type piece struct {
	phrase      int // of the tree; none for an atom
	from, to    int // atoms of the source
	first, last int // their places in the claim
}

// inOrder tells whether the claim has its words in an order that says what the source's
// order says.
func (p *proof) inOrder() bool {
	if p.ascends() {
		return true
	}
	for i := range p.tree.nodes {
		if !p.partsInOrder(i) {
			return false
		}
	}
	return p.adverbsInPlace()
}

// readOrder reads what may change the order of the source's words.
func (p *proof) readOrder() {
	p.voice.put, p.voice.left = cleared(p.voice.put, len(p.claim.atoms)), cleared(p.voice.left, len(p.source.atoms))
	if p.voice.clause = none; !p.ascends() {
		p.tree = p.source.phrasesOf()
		p.markAdverbs()
		p.turnVoice()
	}
}

// ascends tells whether the claim has its words in the source's order.
func (p *proof) ascends() bool {
	last := int16(none)
	for _, j := range p.to {
		if j >= 0 && j < last {
			return false
		}
		last = max(last, j)
	}
	return true
}

// partsInOrder tells whether the parts of a phrase stay together and stand in an order
// that is allowed.
func (p *proof) partsInOrder(of int) bool {
	pieces := p.pieces(of)
	for i := range pieces {
		if !p.together(&pieces[i]) {
			return false
		}
		for k := range i {
			if pieces[i].first < pieces[k].first && !p.mayChange(of, &pieces[k], &pieces[i]) {
				return false
			}
		}
	}
	return p.endsWell(of, pieces)
}

// pieces returns the parts of a phrase that the claim has, in the order of the source,
// without adverbs.
func (p *proof) pieces(of int) []piece {
	out := p.parts[:0]
	for at := p.tree.nodes[of].from; at < p.tree.nodes[of].to; {
		u := piece{phrase: p.tree.child(of, at), from: at, to: at + 1}
		if p.isKind(&u, syntax.VerbGroup) && p.source.atoms[at].helps() && at+1 < p.tree.nodes[u.phrase].to {
			u.phrase = none // "will show", "will in May show"
		}
		if u.phrase != none {
			u.to = p.tree.nodes[u.phrase].to
		}
		if at = u.to; p.locate(&u) {
			out = append(out, u)
		}
	}
	if p.tree.nodes[of].kind == syntax.List && len(out) > 0 && p.isThing(&out[0]) {
		out = p.withoutShared(out)
	}
	p.parts = out
	return out
}

// isThing tells whether a part is a noun phrase or tells of one.
func (p *proof) isThing(u *piece) bool {
	return p.isKind(u, syntax.NounPhrase) || p.isKind(u, syntax.AdjectivePhrase)
}

// locate finds a piece's place in the claim.
func (p *proof) locate(u *piece) (found bool) {
	for j := u.from; j < u.to; j++ {
		i := int(p.from[j])
		if i < 0 || p.adverbs[j] {
			continue
		}
		if !found {
			u.first, u.last = i, i
		}
		u.first, u.last, found = min(u.first, i), max(u.last, i), true
	}
	return found
}

// together tells whether no other atoms of the source stand among a piece's in the claim.
// Adverbs do not count.
func (p *proof) together(u *piece) bool {
	for _, to := range p.to[u.first : u.last+1] {
		if j := int(to); j >= 0 && (j < u.from || j >= u.to) && !p.adverbs[j] {
			return false
		}
	}
	return true
}

// mayChange tells whether two parts of a phrase, in the order of the source, may change
// their order.
func (p *proof) mayChange(of int, a, b *piece) bool {
	switch whole := &p.tree.nodes[of]; {
	case p.turns(of, a, b):
		return true
	case whole.kind == syntax.List:
		return p.mayPermute(of)
	case !whole.isClause() || whole.kind != syntax.Clause && a.from == whole.from:
		return false // "if it rains in May" is not "in May if it rains"
	}
	return p.passes(a, b) || p.passes(b, a) || p.attributes(of, a, b)
}

// passes tells whether a part of a clause may change its place with another one.
func (p *proof) passes(mover, other *piece) bool {
	if mover.phrase == none || p.isFixed(mover) {
		return false
	}
	x, lead := &p.tree.nodes[mover.phrase], &p.source.atoms[mover.from]
	passed := p.source.atoms[other.from:other.to]
	limits := kindsOf(passed)
	if limits.has(1<<said) && p.speech(x.up) == none || hasKey(passed, onlyKey) || p.isUnclear(other) {
		return false
	}
	switch {
	case x.kind == syntax.Subordinate && lead.has(veridicalUse):
		return !limits.has(denying) // "he did not come because it rained"
	case x.kind == syntax.Subordinate:
		return !limits.has(conditions)
	case limits.has(denying | conditions), hasUse(p.source.atoms, comparingUse):
		return false
	case lead.tellsOfOne():
		direct := clauseKinds.has(x.near) && !denying.has(1<<lead.kind)
		return p.role(other) == syntax.Subject || direct && p.isKind(other, syntax.Prepositional)
	}
	return p.belongsToClause(mover)
}

// isFixed tells whether a part of a clause is none that tells of place, time, manner,
// purpose or condition, or limits what it passes.
func (p *proof) isFixed(u *piece) bool {
	x := &p.tree.nodes[u.phrase]
	atoms := p.source.atoms[u.from:u.to]
	if !p.isAdjunct(u) || hasKey(atoms, onlyKey) && x.kind != syntax.Subordinate {
		return true
	}
	switch x.kind {
	case syntax.AdverbPhrase:
		return kindsOf(atoms) != 0
	case syntax.NounPhrase:
		return !p.tellsTime(atoms)
	case syntax.Participial:
		return atoms[0].is(pastMark)
	}
	return x.isA(1<<syntax.Aside | 1<<syntax.Apposition | 1<<syntax.RelativeClause)
}

// isUnclear tells whether a part of a clause is not known to belong to it: a joining word
// of no list, or a noun phrase that no verb needs. Of "5 mg in the morning, children 2 mg
// at night" it is not known who takes what.
func (p *proof) isUnclear(u *piece) bool {
	if u.phrase == none {
		return p.source.atoms[u.from].kind == joined
	}
	return p.isKind(u, syntax.NounPhrase) && p.role(u) == syntax.Adjunct && !p.tellsTime(p.source.atoms[u.from:u.to])
}

// tellsTime tells whether some atoms are a date or a stretch of time.
func (p *proof) tellsTime(atoms []atom) bool {
	for i := range atoms {
		a := &atoms[i]
		if a.kind == timed && a.key != byKey {
			return true
		}
		if a.number >= 0 && p.source.numbers[a.number].Unit == "" || p.words != nil && p.words.closed[a.key] > 0 {
			return true
		}
	}
	return false
}

// isKind tells whether a part is a phrase of a kind.
func (p *proof) isKind(u *piece, kind syntax.Kind) bool {
	return u.phrase != none && p.tree.nodes[u.phrase].kind == kind
}

// isAdjunct tells whether a part tells of place, time, manner, purpose or condition, or
// of a noun.
func (p *proof) isAdjunct(u *piece) bool {
	role := p.role(u)
	return role == syntax.Adjunct || role == syntax.Modifier
}

// role returns what a part does in its phrase.
func (p *proof) role(u *piece) syntax.Role {
	if u.phrase == none {
		return syntax.NoRole
	}
	return p.tree.nodes[u.phrase].role
}

// belongsToClause tells whether a phrase tells of what its clause says, and not of the
// noun or the verb before it: "a man with a dog", "he wants to marry in Rome". An order
// tells where to do it.
func (p *proof) belongsToClause(u *piece) bool {
	x := &p.tree.nodes[u.phrase]
	order := p.tree.orders(x.up)
	switch {
	case clauseKinds.has(x.near):
		return p.tree.nodes[x.up].kind == x.near
	case x.kind == syntax.Participial:
		return order || p.source.atoms[u.from].boundary()
	case x.kind == syntax.Prepositional && x.near == syntax.NounPhrase:
		return order || p.tellsTime(p.source.atoms[u.from:u.to])
	}
	return true
}

// tellsOfOne reports whether a preposition tells of one of several things, rather than
// where or when: "with", "instead of".
func (a *atom) tellsOfOne() bool {
	return denying.has(1<<a.kind) || a.oneOf(withKey, fromKey, ofKey, asKey, aboutKey, likeKey, unlikeKey)
}

// endsWell tells whether each part of a phrase that stands behind another one than in
// the source belongs there, and to no more than it did: not to a clause within the part
// before it, and at the front not to the next clause, too.
func (p *proof) endsWell(of int, pieces []piece) bool {
	order := slices.Clone(pieces)
	slices.SortFunc(order, func(a, b piece) int { return a.first - b.first })
	for i := range order {
		u := &order[i]
		if u.phrase == none || p.staysBehind(of, pieces, order[:i], u) {
			continue
		}
		if !p.isAdjunct(u) {
			continue
		}
		switch {
		case i == 0 && (p.governsNext(of) || p.joinsMore(pieces, u)):
			return false
		case i > 0 && !p.claim.atoms[u.first].boundary() && p.takenIn(&order[i-1], u):
			return false
		}
	}
	return true
}

// staysBehind tells whether a part stands behind what it stands behind in the source.
func (p *proof) staysBehind(of int, pieces, before []piece, u *piece) bool {
	if len(before) == 0 {
		return u.from == pieces[0].from
	}
	last := &before[len(before)-1]
	return nextOf(pieces, last) == u.from || p.turns(of, last, last)
}

// nextOf returns where the part behind one begins in the source.
func nextOf(pieces []piece, u *piece) int {
	for i := range pieces {
		if pieces[i].from > u.from {
			return pieces[i].from
		}
	}
	return none
}

// takenIn tells whether a phrase that is put behind another one is read as a part of it. A
// phrase from the front of the sentence is not taken for a part of what was meant to be
// done: "Today he came [to see her]".
func (p *proof) takenIn(before, u *piece) bool {
	const loose kindsOfPhrase = 1<<syntax.Infinitive | 1<<syntax.Participial | 1<<syntax.Predicate
	first := &p.source.atoms[u.from]
	last := p.tree.clauseEnding(before.from, before.to)
	switch {
	case last == none:
	case u.from > p.leading(), p.speaksBefore(before), p.tree.ordersSeveral(before.phrase):
		return true
	case first.kind != conditional && !p.tree.nodes[last].isA(loose):
		return true
	}
	if p.role(before) == syntax.Subject || p.isKind(before, syntax.Prepositional) {
		return false
	}
	return first.tellsOfOne() && p.source.atoms[before.to-1].content()
}

// leading returns how many atoms only lead over to the sentence.
func (p *proof) leading() (n int) {
	for n < len(p.source.atoms)-1 && p.source.atoms[n].has(linkerUse) {
		n++
	}
	return n
}

// speaksBefore tells whether somebody says, denies or plans what stands in a part.
func (p *proof) speaksBefore(u *piece) bool {
	atoms := p.source.atoms[:u.to]
	return kindsOf(atoms).has(1<<said|1<<implied) || hasKey(atoms, plansKey, thatKey)
}

// governsNext tells whether what stands at the front of a clause governs a clause behind
// it, too: "In May, Ann sold it and Bob left."
func (p *proof) governsNext(of int) bool {
	nodes := p.tree.nodes
	for i := range nodes {
		if x := &nodes[i]; x.kind == syntax.Clause && x.up == nodes[of].up && x.from >= nodes[of].to && of > 0 {
			return !p.source.atoms[x.from].is(stopBefore)
		}
	}
	return false
}

// joinsMore tells whether a joining word behind a part of a clause joins something to it
// that is not understood: what moves to the front would govern that, too.
func (p *proof) joinsMore(pieces []piece, u *piece) bool {
	for i := range pieces {
		if x := &pieces[i]; x.from > u.from && x.phrase == none && p.source.atoms[x.from].kind == joined {
			return true
		}
	}
	return false
}

// attributes tells whether two parts of a clause are who says something, that he says it
// and what he says: "Ann said it rains", "It rains, said Ann".
func (p *proof) attributes(of int, a, b *piece) bool {
	speech := p.speech(of)
	return speech != none && p.isSpeech(a) && p.isSpeech(b) && !kindsOf(p.source.atoms[p.tree.nodes[of].from:speech]).has(turning)
}

// speech returns the verb with which a clause tells what somebody says or thinks, none for
// none: a verb of saying, or any with a "that" behind it.
func (p *proof) speech(of int) int {
	says, told := none, none
	for i := range p.tree.nodes {
		switch x := &p.tree.nodes[i]; {
		case x.up != of:
		case x.role == syntax.Reported:
			told = x.from
		case x.role == syntax.Verb:
			says = x.to - 1
		}
	}
	thought := told != none && p.source.atoms[told].key == thatKey && p.tree.nodes[of].marks&syntax.Imperative == 0
	if told == none || says == none || !thought && !p.source.atoms[says].speaks() {
		return none
	}
	return says
}

// isSpeech tells whether a part of a clause is who speaks, the verb, or what is said.
func (p *proof) isSpeech(u *piece) bool {
	if u.phrase == none {
		return false
	}
	role := p.tree.nodes[u.phrase].role
	return role == syntax.Subject || role == syntax.Verb || role == syntax.Reported
}

// markAdverbs marks the adverbs that may stand in several places of their clause.
func (p *proof) markAdverbs() {
	p.adverbs = zeros(p.adverbs, len(p.source.atoms))
	for j := range p.source.atoms {
		if a := &p.source.atoms[j]; !a.freeAdverb() {
			continue
		}
		in := p.tree.inner(j)
		for in > 0 && p.tree.nodes[in].isA(1<<syntax.AdverbPhrase|1<<syntax.VerbGroup) {
			in = p.tree.nodes[in].up
		}
		p.adverbs[j] = p.tree.nodes[in].isClause()
	}
}

// freeAdverb reports whether an atom is an adverb that limits nothing.
func (a *atom) freeAdverb() bool {
	return a.is(adverbMark) && !a.is(nameMark) && (!a.limits() || a.has(adverbUse))
}

// adverbsInPlace tells whether each adverb stays in its clause, and passes nothing that
// turns what is said.
func (p *proof) adverbsInPlace() bool {
	for j, adverb := range p.adverbs {
		i := int(p.from[j])
		if !adverb || i < 0 || p.adjoin(i-1, i) || p.adjoin(i, i+1) {
			continue
		}
		if !p.staysInClause(j, i) || kindsOf(p.passedBy(j, i)).has(turning) {
			return false
		}
	}
	return true
}

// adjoin tells whether two neighbours in the claim are neighbours in the source, too.
func (p *proof) adjoin(i, k int) bool {
	return i >= 0 && k < len(p.to) && p.to[i] >= 0 && p.to[k] == p.to[i]+1
}

// passedBy returns the atoms between an adverb's place in the source and what stands
// beside it at its place in the claim.
func (p *proof) passedBy(j, i int) []atom {
	beside := j
	if i > 0 && p.to[i-1] >= 0 {
		beside = int(p.to[i-1])
	} else if i+1 < len(p.to) && p.to[i+1] >= 0 {
		beside = int(p.to[i+1])
	}
	return p.source.atoms[min(j, beside) : max(j, beside)+1]
}

// staysInClause tells whether an adverb stands in the claim beside a word of its own
// clause, and behind no clause within it.
func (p *proof) staysInClause(j, i int) bool {
	clause := p.tree.clauseOf(j)
	if i > 0 && p.to[i-1] >= 0 {
		return p.tree.clauseOf(int(p.to[i-1])) == clause
	}
	return i+1 < len(p.to) && p.to[i+1] >= 0 && p.tree.clauseOf(int(p.to[i+1])) == clause
}
