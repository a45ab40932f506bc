package syntax

import "slices"

// parser makes phrases of tagged words, from left to right. It makes a tree whose nodes
// know only what they belong to; arrange puts them in order.
type parser struct {
	words []Word
	forms []form
	at    int // the next word
	nodes []Phrase

	current *clause // the innermost clause that is being read
	fronted bool    // a phrase in front of a subject is being read
}

// clause is a clause that is being read.
type clause struct {
	node      int // of the clause
	body      int // of what is said of the subject: the clause, or one of several predicates
	outer     *clause
	verb      int // verb group, None as long as there is none
	subject   int // None for none
	noun      int // noun phrase that the next phrase may belong to
	predicate []int
	objects   int  // since the verb
	parted    bool // a comma stands behind its first word
	orders    bool // its first verb is an order
}

// parse makes the phrases of a sentence.
func (p *parser) parse() {
	for p.at < len(p.words) {
		switch p.tag(0) {
		case Stop, Sign, Comma, Quote, Joiner, Closing:
			p.at++
		default:
			from := p.at
			p.clause(Clause, NoRole, int(None), nil)
			p.at = max(p.at, from+1)
		}
	}
}

// tag returns the tag of a word from the next one on; Stop behind the last one.
func (p *parser) tag(ahead int) Tag {
	if i := p.at + ahead; i >= 0 && i < len(p.words) {
		return p.words[i].Tag
	}
	return Stop
}

// open begins a phrase at the next word.
func (p *parser) open(kind Kind, role Role, parent int) int {
	n := Phrase{Kind: kind, Role: role, From: int16(p.at), To: int16(p.at), Head: int16(p.at), Parent: int16(parent), Top: int16(parent)}
	if p.parted() {
		n.Marks |= Parted
	}
	p.nodes = append(p.nodes, n)
	return len(p.nodes) - 1
}

// close ends a phrase before the next word.
func (p *parser) close(i int) {
	n := &p.nodes[i]
	n.To = int16(max(p.at, int(n.From)+1))
	switch p.tag(0) {
	case Comma, Stop, Closing, Opening:
		n.Marks |= Closed
	}
}

// parted reports whether a comma or the like stands before the next word.
func (p *parser) parted() bool {
	switch p.tag(-1) {
	case Comma, Opening, Closing, Stop:
		return true
	}
	return p.at == 0
}

// clause reads a clause, whose opening word is read already.
func (p *parser) clause(kind Kind, role Role, parent int, outer *clause) int {
	c := &clause{outer: outer, verb: None, subject: None, noun: None}
	c.node = p.open(kind, role, parent)
	c.body = c.node
	p.read(c)
	p.finish(c)
	return c.node
}

// finish closes a clause.
func (p *parser) finish(c *clause) {
	for p.at > int(p.nodes[c.node].From)+1 && p.tag(-1) == Comma {
		p.at--
	}
	p.close(c.node)
	if len(c.predicate) > 1 {
		p.nodes[c.body].To = int16(p.at)
		p.wrapPredicates(c)
	}
	if c.verb != None {
		verb := &p.nodes[c.verb]
		p.nodes[c.node].Marks |= verb.Marks & (Passive | Negated)
		if c.subject == None && c.orders && p.nodes[c.node].Kind == Clause {
			p.nodes[c.node].Marks |= Imperative
		}
		if p.nodes[c.node].Kind == Clause || p.nodes[c.node].Kind == Infinitive {
			p.nodes[c.node].Head = verb.Head
		}
	}
}

// wrapPredicates makes a list of the predicates of a clause.
func (p *parser) wrapPredicates(c *clause) {
	list := len(p.nodes)
	first, last := &p.nodes[c.predicate[0]], &p.nodes[c.predicate[len(c.predicate)-1]]
	p.nodes = append(p.nodes, Phrase{Kind: List, From: first.From, To: last.To, Head: last.From, Parent: int16(c.node), Top: int16(c.node)})
	for _, i := range c.predicate {
		p.nodes[i].Parent, p.nodes[i].Top = int16(list), int16(list)
	}
}

// nested reports whether the clause is a part of another one.
func (c *clause) nested() bool { return c.outer != nil }

// read reads the phrases of a clause up to its end.
func (p *parser) read(c *clause) {
	around := p.current
	p.current = c
	defer func() { p.current = around }()
	for p.at < len(p.words) {
		before := p.at
		if p.step(c) {
			return
		}
		if p.at == before {
			p.at++
		}
	}
}

// step reads one phrase of a clause. It tells whether the clause ends here.
func (p *parser) step(c *clause) (ends bool) {
	switch t := p.tag(0); t {
	case Stop, Closing:
		return true
	case Comma:
		return p.comma(c)
	case Joiner:
		return p.joiner(c)
	case Opening:
		p.aside(c)
	case Preposition:
		if p.joinsClause() {
			return p.subordinate(c)
		}
		p.prepositional(c)
	case Subordinator:
		return p.subordinate(c)
	case Relative, Asking:
		p.relative(c)
	case To:
		p.infinitive(c)
	case Adverb, Not, Particle:
		if p.startsNoun() {
			return p.noun(c)
		}
		if p.leadsVerb() {
			return p.verb(c)
		}
		p.adverb(c)
	default:
		if p.startsNoun() {
			return p.noun(c)
		}
		if t.IsVerb() {
			return p.verb(c)
		}
		if t == Adjective {
			p.adjective(c)
		}
	}
	return false
}

// joinsClause reports whether a word taken for a preposition opens a clause: "until it
// stops".
func (p *parser) joinsClause() bool {
	return p.mayBe(p.at, Subordinator) && p.startsClause(1)
}

// startsClause reports whether a clause with a subject and a finite verb begins so many
// words ahead.
func (p *parser) startsClause(ahead int) bool {
	probe := *p
	probe.at, probe.current = p.at+ahead, nil
	for probe.tag(0) == Adverb {
		probe.at++
	}
	if !probe.startsNoun() {
		return false
	}
	probe.nodes = slices.Clip(probe.nodes)
	probe.nounList(None, NoRole, false)
	for probe.tag(0) == Adverb || probe.tag(0) == Preposition && probe.skipPhrase() {
		if probe.tag(0) == Adverb {
			probe.at++
		}
	}
	return probe.tag(0).IsFinite()
}

// skipPhrase steps over a preposition and what it stands before.
func (p *parser) skipPhrase() bool {
	p.at++
	if p.startsNoun() {
		p.nounList(None, NoRole, false)
	}
	return true
}

// startsPredicate reports whether a verb without a subject begins so many words ahead.
func (p *parser) startsPredicate(c *clause, ahead int) bool {
	for p.tag(ahead) == Adverb || p.tag(ahead) == Not {
		ahead++
	}
	t := p.tag(ahead)
	if c.verb == None {
		return false
	}
	first := p.words[p.nodes[c.verb].From].Tag
	switch {
	case t.IsFinite():
		return true
	case t == Base || t == Been:
		return first == Base || first == Modal || first == Do || p.nodes[c.node].Kind == Infinitive
	case t == Participle:
		return p.words[p.nodes[c.verb].Head].Tag == Participle
	case t == Ing:
		return p.words[p.nodes[c.verb].Head].Tag == Ing
	}
	return false
}

// comma tells whether a clause ends at a comma, and steps over it.
func (p *parser) comma(c *clause) (ends bool) {
	switch {
	case p.tag(1) == Joiner:
		p.at++
		ends = p.joiner(c)
		if ends {
			p.at--
		}
		return ends
	case c.nested() && p.at == int(p.nodes[c.node].From)+1:
		c.parted = true // "because, at times, …"
		p.at++
		return false
	case c.nested() && c.parted && c.verb == None && c.subject == None:
		p.at++
		return false
	case c.nested():
		return true
	}
	predicate := p.startsPredicate(c, 1) && p.tag(1).IsVerb() && p.tag(1) != Ing && p.tag(1) != Participle
	p.at++
	switch {
	case c.verb != None && p.speaker(c):
		return false
	case predicate:
		p.closeBody(c)
		p.newBody(c)
		return false
	}
	if c.verb != None && p.startsClause(0) && p.tag(0) != Relative {
		p.at--
		return true
	}
	return false
}

// speaker reads who said what stands before it: "…, said Ann", "…, Ann said".
func (p *parser) speaker(c *clause) bool {
	probe := *p
	probe.nodes = slices.Clip(probe.nodes)
	switch {
	case probe.tag(0).IsFinite():
		probe.at++
		if !probe.startsNoun() {
			return false
		}
		probe.nounList(None, NoRole, false)
	case probe.startsNoun():
		probe.nounList(None, NoRole, false)
		for probe.tag(0).IsVerb() {
			probe.at++
		}
		if !probe.tag(-1).IsVerb() {
			return false
		}
	default:
		return false
	}
	if t := probe.tag(0); t != Stop && t != Comma {
		return false
	}
	i := p.open(Clause, Speaker, c.node)
	p.at = probe.at
	p.close(i)
	return true
}

// joiner tells whether a clause ends at a joining word; if not, it reads what is joined.
func (p *parser) joiner(c *clause) (ends bool) {
	switch {
	case p.startsClause(1):
		if !c.nested() || p.nodes[c.node].Kind == RelativeClause || p.nodes[c.node].Kind == Infinitive || p.nodes[c.node].Kind == Participial {
			return true
		}
		p.at++
		p.clause(Clause, Member, c.node, c)
		return false
	case p.startsPredicate(c, 1):
		p.at++
		p.closeBody(c)
		p.newBody(c)
		return false
	case c.nested() && p.endsNested(c):
		return true
	}
	p.at++
	return false
}

// endsNested reports whether what is joined here belongs to the clause around.
func (p *parser) endsNested(c *clause) bool {
	for o := c.outer; o != nil; o = o.outer {
		if p.startsPredicate(o, 1) {
			return true
		}
	}
	t := p.tag(1)
	return t == Subordinator || t == To || t == Relative || p.tag(-1) == Comma
}

// newBody begins another thing that is said of the subject.
func (p *parser) newBody(c *clause) {
	c.body = p.open(Predicate, Member, c.node)
	c.predicate = append(c.predicate, c.body)
	c.verb, c.noun, c.objects = None, None, 0
}

func (p *parser) closeBody(c *clause) {
	at := p.at
	for p.tag(-1) == Comma || p.tag(-1) == Joiner {
		p.at--
	}
	if len(c.predicate) > 0 {
		p.close(c.body)
	}
	p.at = at
}

// aside reads what stands in brackets.
func (p *parser) aside(c *clause) {
	parent := c.body
	if c.noun != None && p.nodes[c.noun].To == int16(p.at) {
		parent = c.noun
	}
	i, depth := p.open(Aside, Modifier, parent), 0
	for ; p.at < len(p.words); p.at++ {
		switch p.tag(0) {
		case Opening:
			depth++
		case Closing:
			depth--
		}
		if depth == 0 {
			p.at++
			break
		}
	}
	p.close(i)
}

// prepositional reads a phrase with a preposition.
func (p *parser) prepositional(c *clause) {
	parted := p.parted()
	i := p.open(Prepositional, Adjunct, c.body)
	p.at++
	for p.tag(0) == Preposition {
		p.at++
	}
	p.fronted = c.verb == None && c.subject == None
	p.complement(c, i)
	p.fronted = false
	p.close(i)
	p.attach(c, i, parted)
	if head := p.forms[p.nodes[i].From].fold; head == "by" && c.verb != None && p.nodes[c.verb].Marks&Passive != 0 && p.nodes[i].Top == int16(c.body) {
		p.nodes[i].Role = Agent
	}
	p.phraseList(c, i)
}

// complement reads what stands behind a preposition.
func (p *parser) complement(c *clause, of int) {
	switch {
	case p.startsNoun():
		noun := p.nounList(of, Object, true)
		c.noun = p.lastNoun(noun)
	case p.tag(0) == Ing || p.tag(0) == Been:
		p.clause(Participial, Object, of, c)
		c.noun = None
	case p.tag(0) == Asking || p.tag(0) == Relative:
		p.at++
		p.clause(Subordinate, Object, of, c)
		c.noun = None
	case p.tag(0) == Adjective || p.tag(0) == Adverb || p.tag(0) == Particle:
		p.adjectives(of, Object)
		c.noun = None
	default:
		c.noun = None
	}
}

// lastNoun is the noun phrase at the end of a list, or the phrase itself.
func (p *parser) lastNoun(i int) int {
	if p.nodes[i].Kind == NounPhrase {
		return i
	}
	for k := len(p.nodes) - 1; k > 0; k-- {
		if p.nodes[k].Kind == NounPhrase && p.nodes[k].Parent == int16(i) {
			return k
		}
	}
	return None
}

// attach tells what a phrase may belong to: behind a noun to that or to what is said;
// in front of the verb to the subject.
func (p *parser) attach(c *clause, i int, parted bool) {
	n := &p.nodes[i]
	noun := p.nounBefore(int(n.From), c)
	if parted || noun == None {
		return
	}
	n.Parent = int16(noun)
	if c.verb == None && c.subject != None || p.words[n.From].Tag == Preposition && p.forms[n.From].fold == "of" {
		n.Top, n.Role = n.Parent, Modifier
		if c.verb == None && c.subject != None {
			n.Top = int16(c.subject)
		}
	}
}

// nounBefore is the noun phrase that ends where a phrase begins, None for none.
func (p *parser) nounBefore(at int, c *clause) int {
	for k := len(p.nodes) - 1; k >= c.node; k-- {
		if n := &p.nodes[k]; n.Kind == NounPhrase && int(n.To) == at {
			return k
		}
	}
	return None
}

// phraseList makes a list of phrases with prepositions that are joined.
func (p *parser) phraseList(c *clause, first int) {
	if p.tag(0) != Joiner && !(p.tag(0) == Comma && p.tag(1) == Joiner) {
		return
	}
	skip := 1
	if p.tag(0) == Comma {
		skip = 2
	}
	if p.tag(skip) != Preposition {
		return
	}
	list := len(p.nodes)
	n := p.nodes[first]
	p.nodes = append(p.nodes, Phrase{Kind: List, Role: n.Role, Marks: n.Marks &^ Closed, From: n.From, Head: int16(p.at + skip - 1), Parent: n.Parent, Top: n.Top})
	p.nodes[first].Role, p.nodes[first].Parent, p.nodes[first].Top = Member, int16(list), int16(list)
	p.at += skip
	second := p.open(Prepositional, Member, list)
	p.at++
	p.complement(c, second)
	for p.tag(0) == Preposition {
		more := p.open(Prepositional, Modifier, second)
		p.at++
		p.complement(c, more)
		p.close(more)
	}
	p.close(second)
	p.close(list)
}

// adverb reads adverbs.
func (p *parser) adverb(c *clause) {
	i := p.open(AdverbPhrase, Adjunct, c.body)
	for t := p.tag(0); t == Adverb || t == Not || t == Particle; t = p.tag(0) {
		p.at++
	}
	if p.tag(0) == Adjective && !p.startsNoun() {
		p.nodes[i].Kind, p.nodes[i].Role = AdjectivePhrase, Complement
		p.adjectives(i, NoRole)
	}
	p.close(i)
	c.noun = None
}

// adjective reads adjectives with no noun behind them.
func (p *parser) adjective(c *clause) {
	p.adjectives(c.body, Complement)
	c.noun = None
}

// adjectives reads adjectives, and a list of them.
func (p *parser) adjectives(parent int, role Role) {
	one := func(parent int, role Role) int {
		i := p.open(AdjectivePhrase, role, parent)
		for t := p.tag(0); t == Adverb || t == Not || t == Particle || t == Adjective; t = p.tag(0) {
			p.at++
		}
		p.close(i)
		return i
	}
	first := one(parent, role)
	joins := func() int {
		switch {
		case (p.tag(0) == Joiner || p.tag(0) == Comma) && p.tag(1) == Adjective:
			return 1
		case p.tag(0) == Comma && p.tag(1) == Joiner && p.tag(2) == Adjective:
			return 2
		}
		return 0
	}
	if joins() == 0 {
		return
	}
	list := len(p.nodes)
	p.nodes = append(p.nodes, Phrase{Kind: List, Role: role, From: p.nodes[first].From, Head: int16(p.at), Parent: int16(parent), Top: int16(parent)})
	p.nodes[first].Parent, p.nodes[first].Top, p.nodes[first].Role = int16(list), int16(list), Member
	for n := joins(); n > 0; n = joins() {
		p.at += n
		one(list, Member)
	}
	p.close(list)
}

// leadsVerb reports whether adverbs stand in front of a verb here.
func (p *parser) leadsVerb() bool {
	ahead := 0
	for t := p.tag(ahead); t == Adverb || t == Not; t = p.tag(ahead) {
		ahead++
	}
	t := p.tag(ahead)
	return t.IsFinite() || t == Base || t == Participle || t == Ing
}
