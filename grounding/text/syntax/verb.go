package syntax

import "vouchsafe/grounding/text"

// startsVerb reports whether a verb group begins so many words ahead: a verb that may be
// that of a clause, or an adverb in front of one.
func (p *parser) startsVerb(ahead int) bool {
	i := ahead
	for p.tag(i) == Adverb || p.tag(i) == Not {
		i++
	}
	t := p.tag(i)
	return t.IsFinite() || t == Base || t == Been && i == ahead
}

// sameVerb reports whether a verb of the same form as the clause's stands so many words
// ahead: another thing that is said of the same subject.
func (p *parser) sameVerb(c *clause, ahead int) bool {
	for p.tag(ahead) == Adverb || p.tag(ahead) == Not {
		ahead++
	}
	t, own := p.tag(ahead), p.words[p.phrases[c.verb].Head].Tag
	switch c.kind {
	case Infinitive:
		return t == Base || t == To
	case Participial:
		return t == own
	}
	if t.IsFinite() {
		return true
	}
	if t == Base {
		return own == Base
	}
	return t == own && (t == Participle || t == Ing)
}

// verb reads a verb group; false where it is that of another clause.
func (p *parser) verb(c *clause) bool {
	if p.reducedPast(c) {
		p.words[p.at].Tag = Participle
		p.participialOf(c)
		return true
	}
	if t := p.tag(0); c.verbs > 0 && c.object && !p.parted && (t == Base || t == Present) && mayBe(&p.forms[p.at], Adjective) {
		p.words[p.at].Tag = Adjective // "wipe it dry"
		p.adjectiveOf(c)
		return true
	}
	if c.verbs > 0 && (p.tag(0) == Base || p.tag(0) == Present) && causing[p.forms[p.phrases[c.verb].Head].fold] {
		p.infinitive(Complement, c.holder, c)
		return true
	}
	if c.verbs > 0 && !p.inverted(c) && (c.kind != Clause && c.kind != Aside || c.within != nil) {
		return false
	}
	if c.verbs > 0 && c.kind == Clause && !p.inverted(c) && p.verbAlone(c) {
		return false
	}
	p.giveSubject(c)
	group := p.verbGroup(Verb, c.holder)
	c.verb = group
	if c.verbs++; c.verbs == 1 {
		c.verbFrom = int(p.phrases[group].From)
	}
	c.object = false
	ph := &p.phrases[c.phrase]
	ph.Marks |= p.phrases[group].Marks & (Passive | Negated)
	g := &p.phrases[group]
	if t := p.words[g.Head].Tag; c.subject == None && (t == Base || t == Been) && c.kind == Clause && g.Head == g.From {
		ph.Marks |= Imperative
	}
	return true
}

// settleOnlyVerb takes a participle behind a subject for a verb of the past, if it may be
// one and no other verb follows.
func (p *parser) settleOnlyVerb(c *clause) bool {
	if p.tag(0) != Participle || c.hasVerb() || c.kind == Prepositional || !mayBe(&p.forms[p.at], Past) {
		return false
	}
	for i := 1; i < farAhead && p.tag(i) != Stop; i++ {
		if p.tag(i).IsFinite() {
			return false
		}
	}
	p.words[p.at].Tag = Past
	return true
}

// reducedPast reports whether the verb at hand, directly behind a noun, is no verb of a
// clause but tells of the noun, so that the clause has one verb: "a species [called X]
// was found".
func (p *parser) reducedPast(c *clause) bool {
	if p.tag(0) != Past || p.parted || p.at == 0 || !p.tagAt(p.at-1).IsNoun() || !mayBe(&p.forms[p.at], Participle) {
		return false
	}
	if c.verbs > 0 {
		return c.kind != RelativeClause || p.tag(1) == Preposition
	}
	if reporting[p.fold(0)] || c.kind == RelativeClause {
		return false
	}
	for i := 1; i < farAhead; i++ {
		switch t := p.tag(i); {
		case t.IsFinite():
			return i > 1
		case t <= Quote && t != Sign && t != Closing, t == Joiner, t == Subordinator, t == Relative, t == Pronoun, t == Asking, t == To:
			return false
		}
	}
	return false
}

// verbAlone reports whether a second verb of a clause has a subject of its own that was
// not seen: then a new clause begins with it. "It rains, said Ann" is one.
func (p *parser) verbAlone(*clause) bool { return p.parted && p.speaks(0) }

// inverted reports whether the verb belongs to a question: "Has she [seen] it?"
func (p *parser) inverted(c *clause) bool { return p.phrases[c.phrase].Has(Question) && c.verbs == 1 }

// giveSubject makes what stands in front of the verb its subject.
func (p *parser) giveSubject(c *clause) {
	if c.subject == None && c.last != None && c.verbs == 0 {
		c.subject = c.last
		p.phrases[c.last].Role = Subject
	}
}

// verbGroup reads auxiliaries, adverbs among them, the main verb and its particle.
func (p *parser) verbGroup(role Role, parent int) int {
	group := p.open(VerbGroup, role, parent)
	head, passive := p.at, false
	for p.at < len(p.words) {
		t := p.tag(0)
		if t == Not {
			p.phrases[group].Marks |= Negated
		}
		if t == Not || t == Adverb {
			if t == Adverb && p.at > int(p.phrases[group].From) && !p.verbFollows(int(p.phrases[group].From)) {
				break
			}
			p.take()
			continue
		}
		if !t.IsVerb() || p.at > int(p.phrases[group].From) && !p.continues(p.words[head].Tag, t) {
			break
		}
		passive = t == Participle && isBe(p.words[head].Tag)
		head = p.at
		p.take()
		if !isAuxiliary(t) {
			break
		}
	}
	if p.tag(0) == Particle || p.at == int(p.phrases[group].From) {
		p.take()
	}
	if passive {
		p.phrases[group].Marks |= Passive
	}
	p.phrases[group].Head = int16(head)
	p.close(group)
	return group
}

// verbFollows reports whether the adverb at hand stands within the verb group that begins
// at a word.
func (p *parser) verbFollows(from int) bool {
	i := 1
	for p.tag(i) == Adverb || p.tag(i) == Not {
		i++
	}
	last := p.at - 1
	for last > from && (p.words[last].Tag == Adverb || p.words[last].Tag == Not) {
		last--
	}
	return p.continues(p.tagAt(last), p.tag(i))
}

// continues reports whether a verb may stand behind another one, or behind an adverb
// that opens the group, in one group.
func (p *parser) continues(before, t Tag) bool {
	switch before {
	case Modal, Do, To:
		return t == Base || t == Been || t == Have || t == Do
	case Have:
		return t == Participle || t == Been
	case Be, Been:
		return t == Participle || t == Ing || t == Been
	case Adverb, Not:
		return t.IsVerb()
	}
	return false
}

func isBe(t Tag) bool { return t == Be || t == Been }

func isAuxiliary(t Tag) bool {
	return t == Be || t == Been || t == Have || t == Do || t == Modal
}

// reporting are the forms of verbs of saying and thinking.
var reporting = text.WordSet("reporting")
