package syntax

import "vouchsafe/grounding/text"

// adverb reads adverbs, or a particle that stands alone.
func (p *parser) adverb(c *clause) {
	in := p.open(AdverbPhrase, Adjunct, c.holder)
	for first := true; first || p.tag(0) == Adverb && !p.startsNoun(0) && !p.startsVerb(0); first = false {
		p.phrases[in].Head = int16(p.at)
		p.take()
	}
	p.close(in)
}

// noun reads a noun phrase as the part of a clause that its place makes it; false where
// another clause begins with it.
func (p *parser) noun(c *clause) bool {
	reports := c.verbs > 0 && reporting[p.forms[p.phrases[c.verb].Head].fold]
	if c.verbs > 0 && (c.object || reports || c.kind == Subordinate) && !p.inverted(c) && p.startsClause(0) && !p.timeAhead() {
		return p.reduced(c)
	}
	np := p.nounPhrases(NoRole, c)
	p.phrases[np].Role = p.roleOf(np, c)
	return true
}

// reduced reads a clause that follows without a joining word: "the man [I know]", "she
// said [it rains]".
func (p *parser) reduced(c *clause) bool {
	if p.parted {
		return false
	}
	role, kind, parent := Reported, Subordinate, c.holder
	if near := p.nounBefore(p.at, len(p.phrases)); near != None {
		role, kind, parent = Modifier, RelativeClause, near
	}
	in := p.begin(kind, role, parent, c)
	p.body(in)
	p.finish(in)
	return true
}

// roleOf is what a noun phrase does in its clause.
func (p *parser) roleOf(np int, c *clause) Role {
	ph := &p.phrases[np]
	switch {
	case p.isTime(ph):
		return Adjunct
	case c.verbs == 0:
		if c.last != None {
			p.phrases[c.last].Role = NoRole
		}
		c.last = np
		return Subject
	case p.phrases[c.phrase].Has(Question) && c.subject == None:
		c.subject = np
		return Subject
	case p.words[p.phrases[c.verb].Head].Tag == Be, p.words[p.phrases[c.verb].Head].Tag == Been:
		c.object = true
		return Complement
	case c.object:
		p.phrases[p.lastObject(c)].Role = Indirect
		return Object
	}
	c.object = true
	return Object
}

// lastObject is the object of the clause that was read last.
func (p *parser) lastObject(c *clause) int {
	for i := len(p.phrases) - 2; i >= 0; i-- {
		if int(p.phrases[i].Parent) == c.holder && p.phrases[i].Role == Object {
			return i
		}
	}
	return len(p.phrases) - 1
}

// isTime reports whether a noun phrase tells a time by itself: "last year".
func (p *parser) isTime(np *Phrase) bool {
	if !timeNouns[p.forms[np.Head].fold] {
		return false
	}
	switch first := p.words[np.From].Tag; first {
	case Name, Quantifier, Adjective:
		return true
	case Determiner:
		return p.forms[np.From].fold != "the" || np.Head > np.From+1
	}
	return false
}

// timeAhead reports whether the next noun phrase tells a time.
func (p *parser) timeAhead() bool {
	i := 0
	for i < 3 && !p.tag(i).IsNoun() {
		i++
	}
	return timeNouns[p.fold(i)] && i > 0
}

var timeNouns = text.WordSet("time_nouns")

// preposition reads a phrase with a preposition, or a preposition that stands alone.
func (p *parser) preposition(c *clause) {
	if p.tag(1) == Relative {
		if near := p.nounBefore(p.at, len(p.phrases)); near != None {
			p.relative(near, c)
			return
		}
	}
	pp := p.prepositional(Adjunct, c.holder, c)
	ph := &p.phrases[pp]
	if p.fold(int(ph.From)-p.at) == "by" && c.verbs > 0 && p.phrases[c.verb].Has(Passive) && p.nounBefore(int(ph.From), pp) == None {
		ph.Role = Agent
	}
	ph.Top = int16(max(c.holder, c.top()))
	if c.verbs > 0 {
		ph.Top = int16(c.top())
	}
	if near := p.nounBefore(int(ph.From), pp); near != None && !ph.Has(Parted) {
		ph.Parent = int16(near)
	}
	p.prepositions(pp, c)
}

// prepositions reads the other members of a list of phrases with a preposition: "in May,
// in June and in July". Without a joining word there is none.
func (p *parser) prepositions(first int, c *clause) {
	begin, joiner := p.mark(), None
	parent, top := p.phrases[first].Parent, p.phrases[first].Top
	members := []int{first}
	for joiner == None && p.joins() {
		if p.tag(0) == Comma {
			p.take()
		}
		if p.tag(0) == Joiner {
			joiner = p.at
			p.take()
		}
		if p.tag(0) != Preposition || !p.startsNoun(1) {
			joiner = None
			break
		}
		members = append(members, p.prepositionWithMore(c))
	}
	if joiner == None {
		p.back(begin)
		return
	}
	list := p.add(stretch(List, Adjunct, int(p.phrases[first].From), p.at, int(parent)).headed(joiner))
	p.phrases[list].Top = top
	for _, i := range members {
		p.phrases[i].Role, p.phrases[i].Parent, p.phrases[i].Top = Member, int16(list), int16(list)
	}
}

// prepositionWithMore reads a phrase with a preposition with those behind it.
func (p *parser) prepositionWithMore(c *clause) int {
	pp := p.prepositional(Member, c.holder, c)
	for p.tag(0) == Preposition && p.startsNoun(1) {
		p.attach(p.prepositional(Modifier, pp, c))
		p.close(pp)
	}
	return pp
}

// prepositional reads a preposition and what it governs.
func (p *parser) prepositional(role Role, parent int, c *clause) int {
	pp := p.open(Prepositional, role, parent)
	p.take()
	for p.tag(0) == Preposition && p.startsNoun(1) || p.tag(0) == Adverb && p.tag(1) == Preposition {
		p.take() // "out of the house"
	}
	inner := clause{holder: pp, kind: Prepositional, within: c}
	switch {
	case p.startsNoun(0) || p.tag(0) == Asking && p.startsNoun(1):
		p.nounPhrases(Object, &inner)
	case p.tag(0) == Ing, p.tag(0) == Been:
		p.participial(Object, pp, pp, c)
	case p.tag(0) == Adjective, p.tag(0) == Participle, p.tag(0) == Adverb:
		p.adjective(Object, pp, c)
	case p.tag(0) == Asking:
		in := p.begin(Subordinate, Object, pp, c)
		p.take()
		p.body(in)
		p.finish(in)
	}
	p.close(pp)
	return pp
}

// adjective reads an adjective phrase with what it governs: "responsible for it".
func (p *parser) adjective(role Role, parent int, c *clause) int {
	in := p.open(AdjectivePhrase, role, parent)
	for p.tag(0) == Adverb && (p.tag(1) == Adverb || isModifier(p.tag(1))) {
		p.take()
	}
	p.phrases[in].Head = int16(p.at)
	p.take()
	p.close(in)
	if list := p.adjectives(in); list != None {
		return list
	}
	if (role == Modifier || p.phrases[in].Has(Parted)) && p.tag(0) == Preposition {
		p.prepositional(Adjunct, in, c)
		p.close(in)
	}
	return in
}

// adjectives reads the members of a list behind an adjective: "big, red and heavy". It
// returns None for none.
func (p *parser) adjectives(first int) int {
	begin, joiner := p.mark(), None
	for joiner == None && p.joins() {
		if p.tag(0) == Comma {
			p.take()
		}
		if p.tag(0) == Joiner {
			joiner = p.at
			p.take()
		}
		if !isModifier(p.tag(0)) || p.startsNoun(0) {
			break
		}
		member := p.open(AdjectivePhrase, Member, int(p.phrases[first].Parent))
		p.take()
		p.close(member)
	}
	if joiner == None || p.at <= joiner+1 {
		p.back(begin)
		return None
	}
	return p.listed(first, joiner)
}

// adjectiveOf reads an adjective phrase as a part of a clause.
func (p *parser) adjectiveOf(c *clause) {
	role := Adjunct
	if c.verbs > 0 {
		role, c.object = Complement, true
	}
	p.adjective(role, c.holder, c)
}

// subordinate reads "if it rains"; false where it cannot belong to the clause.
func (p *parser) subordinate(c *clause) bool {
	role, parent := Adjunct, c.holder
	if p.fold(0) == "that" || p.fold(0) == "whether" {
		if role = Reported; c.verbs == 0 {
			role = Subject
		}
	}
	in := p.begin(Subordinate, role, parent, c)
	in.fronted = c.verbs == 0 && c.subject == None && c.last == None
	if role != Adjunct {
		in.fronted = false
		if near := p.nounBefore(p.at, len(p.phrases)-1); near != None && !p.parted {
			p.phrases[in.phrase].Parent, p.phrases[in.phrase].Top = int16(near), int16(c.holder)
		}
	} else if c.verbs > 0 && !p.parted {
		p.phrases[in.phrase].Top = int16(c.top())
	}
	p.take()
	p.body(in)
	p.finish(in)
	if role == Subject {
		c.last = in.phrase
	}
	return true
}

// asking reads a clause that a relative or asking word opens, where no noun phrase stands
// in front that it tells of.
func (p *parser) asking(c *clause) bool {
	if c.verbs == 0 && c.kind == Clause {
		in := p.open(NounPhrase, Subject, c.holder)
		p.take()
		p.close(in)
		p.phrases[c.phrase].Marks |= Question
		return true
	}
	if p.tag(0) == Relative {
		end := p.at
		if p.parted {
			end--
		}
		if near := p.nounBefore(end, len(p.phrases)); near != None {
			p.relative(near, c)
			return true
		}
	}
	in := p.begin(Subordinate, Reported, c.holder, c)
	p.take()
	p.body(in)
	p.finish(in)
	return true
}

// relative reads "which rained", "in which it rained".
func (p *parser) relative(np int, c *clause) {
	in := p.begin(RelativeClause, Modifier, np, c)
	p.phrases[in.phrase].Top = int16(p.nounTop(np))
	if p.tag(0) == Preposition {
		p.take()
	}
	p.phrases[in.phrase].Head = int16(p.at)
	p.take()
	p.body(in)
	p.finish(in)
}

// infinitiveOf reads an infinitive as a part of a clause.
func (p *parser) infinitiveOf(c *clause) {
	near := p.nounBefore(p.at, len(p.phrases))
	role := Complement
	if c.verbs == 0 || c.object || p.parted || p.at != int(p.phrases[c.verb].To) {
		role = Adjunct
	}
	in := p.infinitive(role, c.holder, c)
	if near != None && !p.phrases[in].Has(Parted) {
		p.phrases[in].Parent, p.phrases[in].Top = int16(near), int16(c.top())
	}
	if c.verbs == 0 {
		c.last = in
	}
}

// startsInfinitive reports whether a verb stands behind "to".
func (p *parser) startsInfinitive() bool {
	i := 1
	for p.tag(i) == Adverb || p.tag(i) == Not {
		i++
	}
	t := p.tag(i)
	return t == Base || t == Been || t == Have || t == Do || t == Present
}

// infinitive reads "to win the game".
func (p *parser) infinitive(role Role, parent int, within *clause) int {
	c := p.begin(Infinitive, role, parent, within)
	if p.tag(0) == To {
		p.take()
	}
	c.fronted = within.outer().verbs == 0
	c.verb = p.verbGroup(Verb, c.phrase)
	c.verbs, c.verbFrom = 1, int(p.phrases[c.verb].From)
	p.phrases[c.phrase].Marks |= p.phrases[c.verb].Marks & (Passive | Negated)
	p.body(c)
	p.finish(c)
	return c.phrase
}

// participialOf reads a participle with its parts as a part of a clause.
func (p *parser) participialOf(c *clause) {
	near := p.nounBefore(p.at, len(p.phrases))
	parent, top := c.holder, c.holder
	if near != None && !p.parted {
		parent = near
	}
	in := p.participial(Adjunct, parent, top, c)
	if c.verbs == 0 && p.tag(0) != Comma {
		c.last = in
	}
}

// participial reads "made in Italy", "using a spoon".
func (p *parser) participial(role Role, parent, top int, within *clause) int {
	c := p.begin(Participial, role, parent, within)
	p.phrases[c.phrase].Top = int16(top)
	c.fronted = within.outer().verbs == 0 && role == Adjunct
	c.verb = p.verbGroup(Verb, c.phrase)
	c.verbs, c.verbFrom = 1, int(p.phrases[c.verb].From)
	if p.words[p.phrases[c.verb].Head].Tag == Participle {
		p.phrases[c.phrase].Marks |= Passive
	}
	p.body(c)
	p.finish(c)
	return c.phrase
}

// nextPredicate begins another predicate of the same subject, behind a comma or a
// joining word. The first one becomes a member of a list, too.
func (p *parser) nextPredicate(c *clause, joiner int) {
	end := joiner
	if p.tagAt(end-1) == Comma {
		end--
	}
	end = max(end, p.endOf(c)) // an aside may hold the comma
	if c.predicate == None {
		group := &p.phrases[c.verb]
		predicate := stretch(Predicate, Member, c.verbFrom, end, c.phrase).headed(int(group.Head))
		predicate.Marks = group.Marks & (Passive | Negated)
		c.predicate = p.wrap(predicate)
		p.wrap(stretch(List, NoRole, c.verbFrom, end, c.phrase).headed(joiner))
	}
	list := p.phrases[c.predicate].Parent
	p.phrases[c.predicate].To = int16(end)
	if p.tagAt(joiner) == Joiner {
		p.phrases[list].Head = int16(joiner)
	}
	next := p.open(Predicate, Member, int(list))
	group := p.verbGroupAt(next)
	c.predicate, c.holder, c.verb, c.object = next, next, group, false
	p.phrases[next].Head = p.phrases[group].Head
	p.phrases[next].Marks |= p.phrases[group].Marks & (Passive | Negated)
}

// verbGroupAt reads the verb group of a predicate, and the adverbs in front of it.
func (p *parser) verbGroupAt(holder int) int {
	for p.tag(0) == Comma || p.tag(0) == Adverb && p.tag(1) == Comma {
		p.at++
	}
	if p.tag(0) == To && p.startsInfinitive() {
		p.take()
	}
	return p.verbGroup(Verb, holder)
}
