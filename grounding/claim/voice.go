package claim

import "vouchsafe/grounding/text/syntax"

// "The council approved the plan" and "The plan was approved by the council" say the
// same: one verb, and the same parties in the same parts. Who does it may be left open
// where the active names nobody: "we", "they", or an order.

// voice is a clause of the source that the claim turns to the other voice.
type voice struct {
	clause, body     int    // of the tree: the clause, and the predicate of it with the verb; none for no clause
	doer, verb, done party  // who does it, the verb with its auxiliaries, what it is done to
	put, left        []bool // atoms of the claim, and of the source, that are there for the voice only
}

// party is the atoms [from,to) of the source.
type party struct{ from, to int }

func (a party) holds(u *piece) bool { return a.from <= u.from && u.to <= a.to }
func (a party) empty() bool         { return a.from == a.to }

// turnVoice looks for a clause that the claim turns to the other voice.
func (p *proof) turnVoice() {
	for i := range p.tree.nodes {
		verb := &p.tree.nodes[i]
		p.voice.clause, p.voice.doer, p.voice.done = none, party{}, party{}
		p.voice.put, p.voice.left = cleared(p.voice.put, len(p.claim.atoms)), cleared(p.voice.left, len(p.source.atoms))
		if verb.role != syntax.Verb {
			continue
		}
		p.voice.verb = party{verb.from, verb.to}
		p.readParties(verb.up, verb.marks&syntax.Passive != 0)
		if main := p.mainVerb(); main != none && p.toOther(verb, main) {
			p.voice.body, p.voice.clause = verb.up, p.tree.clauseAround(verb.up)
			return
		}
	}
	p.voice.put, p.voice.left = cleared(p.voice.put, len(p.claim.atoms)), cleared(p.voice.left, len(p.source.atoms))
}

// toOther tells whether the claim has a clause with a verb in the other voice.
func (p *proof) toOther(verb *node, main int) bool {
	if verb.marks&syntax.Passive != 0 {
		return p.toActive(main)
	}
	return p.toPassive(main)
}

// readParties finds who does it and what it is done to in a clause, or in the only one of
// its predicates that the claim has.
func (p *proof) readParties(body int, passive bool) {
	v, clause := &p.voice, p.tree.clauseAround(body)
	if p.hasOutside(clause, body) {
		return
	}
	for i := range p.tree.nodes {
		x := &p.tree.nodes[i]
		if x.up != clause && x.up != body {
			continue
		}
		switch at := (party{x.from, x.to}); {
		case x.role == syntax.Subject && passive, x.role == syntax.Object && !passive && v.done.empty():
			v.done = at
		case x.role == syntax.Subject, x.role == syntax.Agent:
			v.doer = at
		case !passive && p.goesWith(x, v.done):
			v.done.to = x.to // "a dividend [of 2 euros] [per share]"
		}
	}
}

// goesWith tells whether a phrase right behind a noun phrase may tell of it, and stands
// right behind it in the claim, too.
func (p *proof) goesWith(x *node, noun party) bool {
	if noun.empty() || x.from != noun.to || p.from[x.from] != p.from[x.from-1]+1 {
		return false
	}
	return x.near == syntax.NounPhrase || x.kind == syntax.AdjectivePhrase
}

// hasOutside tells whether the claim has something of the other predicates of a clause: of
// them the subject does not change.
func (p *proof) hasOutside(clause, body int) bool {
	if clause == body {
		return false
	}
	list, own := &p.tree.nodes[p.tree.nodes[body].up], &p.tree.nodes[body]
	for j := list.from; j < list.to; j++ {
		if (j < own.from || j >= own.to) && p.from[j] >= 0 {
			return true
		}
	}
	return false
}

// mainVerb is the verb of the clause, which both sides have; none if the claim lacks it.
// A verb such as "proposes" is an operator and may be the verb all the same.
func (p *proof) mainVerb() int {
	main := p.voice.verb.to - 1
	for j := main; j >= p.voice.verb.from; j-- {
		if a := &p.source.atoms[j]; a.content() && !a.helps() && !a.is(adverbMark) {
			main = j
		}
	}
	if p.from[main] < 0 {
		return none
	}
	return main
}

// toPassive tells whether the claim says in the passive what the clause says in the active.
func (p *proof) toPassive(main int) bool {
	v := &p.voice
	verb := int(p.from[main])
	be := p.helper(verb)
	if v.done.empty() || be < 0 || !p.lies(v.done, 0, be) || !p.sameTense(be, main) {
		return false
	}
	if !p.takesDoer(verb) && !p.leavesDoer() {
		return false
	}
	p.free(be)
	v.put[be] = true
	return true
}

// helper is the form of "be" in front of a verb of the claim, past adverbs; -1 for none.
func (p *proof) helper(verb int) int {
	for i := verb - 1; i >= 0; i-- {
		a := &p.claim.atoms[i]
		if hasKey(p.claim.atoms[i:i+1], isKey, wasKey, beKey, beenKey) {
			return i
		}
		if !a.is(adverbMark) && a.key != notKey {
			break
		}
	}
	return none
}

// sameTense tells whether the passive of the claim has the tense of the source's verb. An
// order tells what is done, or should be.
func (p *proof) sameTense(be, main int) bool {
	past, auxiliary := p.source.atoms[main].is(pastMark), be > 0 && p.to[be-1] >= 0 && p.voice.verb.holdsAtom(int(p.to[be-1]))
	order := p.voice.doer.empty()
	switch p.claim.atoms[be].key {
	case isKey:
		return !past && !p.helped()
	case wasKey:
		return past && !p.helped()
	case beKey:
		if order && be > 0 && p.claim.atoms[be-1].key == shouldKey && p.to[be-1] < 0 {
			p.voice.put[be-1] = true
			return true
		}
	}
	return auxiliary
}

func (a party) holdsAtom(j int) bool { return a.from <= j && j < a.to }

// helped reports whether the source's verb has an auxiliary.
func (p *proof) helped() bool {
	return p.voice.verb.to > p.voice.verb.from+1 && p.source.atoms[p.voice.verb.from].helps()
}

// takesDoer tells whether the claim has who does it behind "by".
func (p *proof) takesDoer(verb int) bool {
	u := piece{from: p.voice.doer.from, to: p.voice.doer.to}
	if p.voice.doer.empty() || !p.locate(&u) || u.first <= verb || p.claim.atoms[u.first-1].key != byKey ||
		!p.lies(p.voice.doer, verb+1, len(p.claim.atoms)) {
		return false
	}
	p.free(u.first - 1)
	p.voice.put[u.first-1] = true
	return true
}

// leavesDoer tells whether the source names nobody who does it, so that the claim need not.
func (p *proof) leavesDoer() bool {
	doer := p.voice.doer
	if doer.empty() {
		return p.tree.nodes[p.tree.clauseOf(p.voice.verb.from)].marks&syntax.Imperative != 0
	}
	if doer.to != doer.from+1 || p.from[doer.from] >= 0 || !p.source.atoms[doer.from].namesNobody() {
		return false
	}
	p.voice.left[doer.from] = true
	return true
}

// toActive tells whether the claim says in the active what the clause says in the passive.
func (p *proof) toActive(main int) bool {
	v := &p.voice
	verb := int(p.from[main])
	if v.done.empty() || p.helper(verb) >= 0 || !p.lies(v.done, verb+1, len(p.claim.atoms)) || !p.leavesBe(verb) {
		return false
	}
	by := v.doer.from
	if !v.doer.empty() {
		v.left[by] = p.from[by] < 0
		return v.left[by] && p.isParty(by+1, v.doer.to) && p.lies(party{by + 1, v.doer.to}, 0, verb)
	}
	for i := verb - 1; i >= 0; i-- {
		if p.to[i] < 0 && p.claim.atoms[i].key == someoneKey {
			v.put[i] = true
			return true
		}
	}
	return false
}

// isParty tells whether what stands behind "by" may have done it: no time, no figure, and no
// lone noun that tells how, as in "by hand".
func (p *proof) isParty(from, to int) bool {
	doer := p.source.atoms[from:to]
	if len(doer) == 0 || p.tellsTime(doer[len(doer)-1:]) || doer[len(doer)-1].number >= 0 {
		return false
	}
	return len(doer) > 1 || doer[0].is(articleBefore|nameMark|verbMark) || !doer[0].content() // "by experts"
}

// leavesBe tells whether the claim leaves out no more of the passive than its form of "be",
// and has its tense.
func (p *proof) leavesBe(verb int) bool {
	past := p.claim.atoms[verb].is(pastMark)
	for j := p.voice.verb.from; j < p.voice.verb.to; j++ {
		if p.from[j] >= 0 {
			continue
		}
		switch p.source.atoms[j].key {
		case isKey:
			p.voice.left[j] = !past
		case wasKey:
			p.voice.left[j] = past
		case beKey, beenKey:
			p.voice.left[j] = true
		}
	}
	return true
}

// lies tells whether all atoms of a part that the claim has stand in its [from,to), and
// that it has one of them.
func (p *proof) lies(s party, from, to int) bool {
	found := false
	for j := s.from; j < s.to; j++ {
		if i := int(p.from[j]); i >= 0 {
			if i < from || i >= to {
				return false
			}
			found = true
		}
	}
	return found
}

// turns tells whether two parts of a clause change their order because its voice changes.
func (p *proof) turns(of int, a, b *piece) bool {
	v := &p.voice
	return v.clause != none && (of == v.clause || of == v.body) && v.plays(a) && v.plays(b)
}

// plays reports whether a part of the clause is the verb, or has it, or is one of the
// parties.
func (v *voice) plays(u *piece) bool {
	return v.doer.holds(u) || v.verb.holds(u) || v.done.holds(u) || u.from <= v.verb.from && v.verb.to <= u.to
}

// free takes an atom of the claim from a word of the source that stands elsewhere.
func (p *proof) free(i int) {
	if j := p.to[i]; j >= 0 {
		p.to[i], p.from[j] = none, none
	}
}

// namesNobody reports whether an atom, as a subject, leaves open who does something.
func (a *atom) namesNobody() bool {
	return hasKey([]atom{*a}, weKey, youKey, theyKey, someoneKey)
}

// forget forgets the clause: what was read holds for one pair of statements.
func (v *voice) forget() { v.clause, v.put, v.left = none, v.put[:0], v.left[:0] }

// trimmed is a stretch without the atoms at its ends that are there for the voice only.
func trimmed(voice []bool, from, to int) (int, int) {
	for from < to && to <= len(voice) && voice[from] {
		from++
	}
	for from < to && to <= len(voice) && voice[to-1] {
		to--
	}
	return from, to
}

// cleared returns a list of so many false values, in the room of another list.
func cleared(list []bool, n int) []bool {
	if cap(list) < n {
		return make([]bool, n)
	}
	list = list[:n]
	clear(list)
	return list
}

var (
	weKey      = stemKey("we")
	youKey     = stemKey("you")
	theyKey    = stemKey("they")
	someoneKey = stemKey("someone")
	shouldKey  = stemKey("should")
)
