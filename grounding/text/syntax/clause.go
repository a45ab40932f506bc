package syntax

// clause is a clause while it is read.
type clause struct {
	phrase    int  // the clause itself
	holder    int  // what its parts belong to: the clause, or one of its predicates
	kind      Kind // also Prepositional, for the object of a preposition
	within    *clause
	verb      int  // its last verb group; see verbs
	verbs     int  // how many verb groups it has
	subject   int  // None for none yet
	object    bool // it has an object or complement
	fronted   bool // it stands in front of the clause that it belongs to
	predicate int  // the predicate that is open; None for one that is not in a list
	verbFrom  int  // the word that its predicate begins with
	speaker   bool // it tells who says something, and not what
	last      int  // the last phrase that may turn out to be the subject: "[eating fish] helps"
}

// outer is the clause that the object of a preposition stands in.
func (c *clause) outer() *clause {
	for c.kind == Prepositional && c.within != nil {
		c = c.within
	}
	return c
}

func (c *clause) hasVerb() bool    { return c.outer().verbs > 0 }
func (c *clause) hasSubject() bool { return c.outer().subject != None }

// top is the outermost clause that something at the end of the clause may belong to.
func (c *clause) top() int {
	o := c.outer()
	for o.within != nil && o.within.outer().verbs > 0 && o.isNested() && !o.fronted {
		o = o.within.outer()
	}
	return o.phrase
}

// isNested reports whether the clause is a part of another one, and no aside.
func (c *clause) isNested() bool {
	return c.kind == Infinitive || c.kind == Participial || c.kind == Subordinate || c.kind == RelativeClause
}

// begin opens a clause.
func (p *parser) begin(kind Kind, role Role, parent int, within *clause) *clause {
	phrase := p.open(kind, role, parent)
	return &clause{phrase: phrase, holder: phrase, kind: kind, within: within, subject: None, predicate: None, last: None}
}

// mainClause reads a main clause.
func (p *parser) mainClause() {
	for p.at < len(p.words) && p.opensNothing() {
		if p.tag(0) == Comma {
			p.parted = true
		}
		p.at++
	}
	if p.at == len(p.words) {
		return
	}
	c := p.begin(Clause, NoRole, None, nil)
	p.body(c)
	p.finish(c)
	p.report(c)
}

// report joins a clause with what somebody says, and the clause that tells who says it, to
// one: "It rains, said Ann", "Ann said: it rains".
func (p *parser) report(c *clause) {
	if before := p.said; before != nil {
		speaker, told := c, before
		if before.speaker && p.phrases[c.phrase].From <= p.phrases[before.phrase].To+2 {
			speaker, told = before, c
		}
		if speaker.speaker && !told.speaker && p.phrases[told.phrase].Role != Reported {
			whole, part := &p.phrases[speaker.phrase], &p.phrases[told.phrase]
			whole.From, whole.To = min(whole.From, part.From), max(whole.To, part.To)
			part.Role, part.Parent, part.Top = Reported, int16(speaker.phrase), int16(speaker.phrase)
			speaker.speaker = false
		}
	}
	p.said = nil
	if p.tag(0) == Comma {
		p.said = c
	}
}

// opensNothing reports whether the next word stands between clauses.
func (p *parser) opensNothing() bool {
	switch p.tag(0) {
	case Stop, Comma, Closing, Sign:
		return true
	case Quote:
		return true
	case Joiner:
		return true
	}
	return false
}

// finish closes a clause with its predicates, at the end of its last part.
func (p *parser) finish(c *clause) {
	end := int16(p.endOf(c))
	p.phrases[c.phrase].To = end
	if c.predicate != None {
		p.phrases[c.predicate].To = end
		p.phrases[p.phrases[c.predicate].Parent].To = end
	}
	p.settleSpeaker(c)
	if c.verbs == 0 || p.phrases[c.phrase].Kind == Subordinate || p.phrases[c.phrase].Kind == Aside {
		return
	}
	ph := &p.phrases[c.phrase]
	if ph.Kind != RelativeClause || p.words[ph.Head].Tag.IsVerb() {
		ph.Head = p.phrases[c.verb].Head
	}
}

// endOf is the word behind the last part of a clause.
func (p *parser) endOf(c *clause) int {
	end := p.phrases[c.phrase].Head + 1
	for i := c.phrase + 1; i < len(p.phrases); i++ {
		end = max(end, p.phrases[i].To)
	}
	return int(end)
}

// settleSpeaker tells whether the clause is "said Ann" or "Ann said", and gives Ann her
// role. A clause without a verb has no subject.
func (p *parser) settleSpeaker(c *clause) {
	if c.verbs == 0 {
		for i := c.phrase + 1; i < len(p.phrases); i++ {
			if in := &p.phrases[i]; int(in.Parent) == c.phrase && in.Role == Subject {
				in.Role = NoRole
			}
		}
		return
	}
	if c.kind != Clause || c.verbs > 1 || !reporting[p.forms[p.phrases[c.verb].Head].fold] {
		return
	}
	c.speaker = !c.object && c.subject != None && p.phrases[c.phrase].To == p.phrases[c.verb].To
	if c.subject == None && c.object && p.phrases[c.phrase].Has(Parted) {
		c.speaker = true
		p.phrases[p.lastObject(c)].Role = Subject
	}
}

// body reads the parts of a clause until something does not belong to it.
func (p *parser) body(c *clause) {
	p.depth++
	defer func() { p.depth-- }()
	for p.at < len(p.words) && p.depth < mostDepth {
		from := p.at
		if !p.part(c) {
			return
		}
		if p.at == from {
			p.take()
		}
	}
}

// part reads one part of a clause; false where the clause ends.
func (p *parser) part(c *clause) bool {
	switch t := p.tag(0); {
	case t == Stop || t == Closing:
		return false
	case t == Comma:
		return p.afterComma(c)
	case t == Joiner:
		return p.joined(c)
	case t == Opening:
		p.aside(c.holder, c)
	case t == Quote || t == Sign:
		p.at++
	case t == Adverb && (p.tag(1) == Ing || p.tag(1) == Participle) && !p.startsNoun(0):
		p.participialOf(c)
	case t == Adverb && !p.startsNoun(0) && !p.startsVerb(0), t == Particle, t == Not && !p.startsVerb(0):
		p.adverb(c)
	case t == Subordinator, t == Preposition && p.startsClause(1) && mayBe(&p.forms[p.at], Subordinator):
		return p.subordinate(c)
	case t == Relative || t == Asking && !p.startsNoun(1) || t == Asking && c.verbs > 0:
		return p.asking(c)
	case t == Preposition:
		p.preposition(c)
	case t == To && p.startsInfinitive():
		p.infinitiveOf(c)
	case t == To:
		p.preposition(c)
	case p.startsVerb(0):
		return p.verb(c)
	case t == Ing, t == Participle && !p.startsNoun(0):
		p.participialOf(c)
	case p.startsNoun(0) || t == Asking:
		return p.noun(c)
	case t == Adjective:
		p.adjectiveOf(c)
	default:
		p.at++
	}
	return true
}

// afterComma passes a comma, or ends the clause there.
func (p *parser) afterComma(c *clause) bool {
	if c.kind != Clause && c.kind != Aside {
		if c.verbs > 0 || c.fronted {
			if !(p.tag(1) == Joiner && !c.fronted && p.sameVerb(c, 2)) {
				return false
			}
		}
		p.comma()
		return true
	}
	if c.verbs > 0 {
		if p.startsClause(1) || p.speaks(1) {
			return false
		}
		if p.sameVerb(c, 1) {
			p.comma()
			p.nextPredicate(c, p.at-1)
			return true
		}
	}
	p.comma()
	return true
}

// joined reads a joining word, or ends the clause there: a new clause follows, another
// predicate, or another phrase.
func (p *parser) joined(c *clause) bool {
	next := 1
	for p.tag(next) == Adverb || p.tag(next) == Comma {
		next++
	}
	if c.verbs > 0 {
		if p.sameVerb(c, next) {
			joiner := p.at
			p.take()
			p.nextPredicate(c, joiner)
			return true
		}
		if c.kind != Clause && c.kind != Aside {
			return false
		}
		if p.startsClause(next) || p.tag(next) == Subordinator || p.tag(next) == Base && p.tag(next-1) != Comma {
			return false
		}
	}
	p.take()
	return true
}

// speaks reports whether "said Ann" stands so many words ahead.
func (p *parser) speaks(ahead int) bool {
	t := p.tag(ahead)
	return (t == Past || t == PresentS || t == Present) && reporting[p.fold(ahead)] && p.startsNoun(ahead+1)
}
