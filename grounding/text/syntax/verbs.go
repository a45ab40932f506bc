package syntax

// verb reads a verb group, or a phrase that begins with a participle. It tells whether the
// clause ends before it.
func (p *parser) verb(c *clause) (ends bool) {
	ahead := 0
	for p.tag(ahead) == Adverb || p.tag(ahead) == Not {
		ahead++
	}
	t := p.tag(ahead)
	opens := c.verb == None && c.subject == None && !c.nested()
	if t == Participle && c.verb == None && c.subject != None && !p.finiteLater() {
		t = Past // "Ann and Bob finished first"
	}
	bare := t == Ing || t == Participle || t == Been && !(opens && p.forms[p.at].fold == "be") || t == Past && opens
	kind := p.nodes[c.node].Kind
	own := c.verb == None && (kind == Participial || kind == Infinitive || kind == Predicate || len(c.predicate) > 0)
	switch {
	case bare && !own && !(kind == Subordinate && c.subject == None && c.verb == None):
		p.participial(c)
		return false
	case c.verb != None && t.IsFinite() && c.nested() && (t != Past || p.nounBefore(p.at, c) == None):
		return true
	case c.verb != None && t == Base && c.nested() && p.parted():
		return true
	case c.verb != None && t == Past:
		p.participial(c) // "money lost to fraud"
		return false
	}
	if c.verb != None {
		p.at++
		return false
	}
	if len(c.predicate) == 0 {
		c.body = p.open(Predicate, Member, c.node)
		c.predicate = append(c.predicate, c.body)
		c.orders = c.subject == None && (t == Base || t == Been || t == Do)
	}
	c.verb = p.verbGroup(c.body)
	c.noun, c.objects = None, 0
	return false
}

// verbGroup reads a verb with its auxiliaries.
func (p *parser) verbGroup(parent int) int {
	i := p.open(VerbGroup, Verb, parent)
	be := false
	for ; p.at < len(p.words); p.at++ {
		t := p.tag(0)
		p.nodes[i].Head = int16(p.at)
		switch t {
		case Be, Been:
			be = true
		case Have, Do, Modal:
		case Not:
			p.nodes[i].Marks |= Negated
		case Adverb:
		default:
			if t == Participle && be {
				p.nodes[i].Marks |= Passive
			}
			p.at++
			if p.tag(0) == Particle {
				p.at++
			}
			p.close(i)
			return i
		}
		if !p.goesOn() {
			p.at++
			break
		}
	}
	p.nodes[i].Head = int16(p.at - 1)
	p.close(i)
	return i
}

// goesOn reports whether a verb group goes on behind the next word.
func (p *parser) goesOn() bool {
	ahead := 1
	for t := p.tag(ahead); t == Adverb || t == Not; t = p.tag(ahead) {
		ahead++
	}
	if p.tag(ahead) == Participle && p.tag(ahead+1).IsNoun() && p.tag(0) == Have {
		return true
	}
	t := p.tag(ahead)
	if ahead == 1 || p.tag(1) == Not && ahead == 2 {
		return t.IsVerb()
	}
	return t.IsVerb()
}

// participial reads a phrase that begins with a participle: "using a spoon".
func (p *parser) participial(c *clause) {
	parted, first, past := p.parted(), p.at == int(p.nodes[c.node].From), p.tag(0) != Ing
	i := p.clause(Participial, Adjunct, c.body, c)
	n := &p.nodes[i]
	switch {
	case first && p.tag(0) != Comma && c.verb == None:
		n.Role, c.subject = Subject, i
	case !parted:
		p.attach(c, i, false)
		if n.Parent != n.Top && past {
			n.Top, n.Role = n.Parent, Modifier
		}
	}
	c.noun = None
}

// infinitive reads "to" with a verb and what belongs to that.
func (p *parser) infinitive(c *clause) {
	parted := p.parted()
	n := p.open(Infinitive, Adjunct, c.body)
	p.at++
	inner := &clause{node: n, body: n, outer: c, verb: None, subject: None, noun: None}
	for t := p.tag(0); t == Adverb || t == Not; t = p.tag(0) {
		p.at++
	}
	if p.tag(0).IsVerb() {
		inner.body = p.open(Predicate, Member, n)
		inner.predicate = append(inner.predicate, inner.body)
		inner.verb = p.verbGroup(inner.body)
	}
	p.read(inner)
	p.finish(inner)
	switch before := p.words[max(0, int(p.nodes[n].From)-1)].Tag; {
	case c.verb == None && c.subject == None && p.tag(0) != Comma:
		p.nodes[n].Role, c.subject = Subject, n
	case c.verb != None && int(p.nodes[c.verb].To) == int(p.nodes[n].From), before == Adjective:
		p.nodes[n].Role = Complement
	default:
		p.attach(c, n, parted)
	}
	c.noun = None
}

// subordinate reads a clause with a subordinator. It tells whether the clause around ends
// before it.
func (p *parser) subordinate(c *clause) (ends bool) {
	that := p.forms[p.at].fold == "that"
	if c.nested() && p.parted() && c.verb != None {
		return true
	}
	role := Adjunct
	if that && c.verb != None {
		role = Reported
	}
	i := p.open(Subordinate, role, c.body)
	for p.tag(0) == Subordinator || p.tag(0) == Preposition {
		p.at++
	}
	inner := &clause{node: i, body: i, outer: c, verb: None, subject: None, noun: None}
	p.read(inner)
	p.finish(inner)
	c.noun = None
	return false
}

// relative reads a clause with a relative or an asking word.
func (p *parser) relative(c *clause) {
	noun := p.nounBefore(p.at, c)
	if p.tag(-1) == Comma && noun == None {
		noun = p.nounBefore(p.at-1, c)
	}
	if p.tag(0) == Relative && noun != None {
		p.relativeOf(noun)
		return
	}
	role, kind := Reported, Subordinate
	if p.parted() {
		role, kind = Adjunct, RelativeClause
	}
	i := p.open(kind, role, c.body)
	p.at++
	inner := &clause{node: i, body: i, outer: c, verb: None, subject: None, noun: None}
	p.read(inner)
	p.finish(inner)
	c.noun = None
}
