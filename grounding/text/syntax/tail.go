package syntax

// tail reads what is sure to belong to a noun phrase, behind it: what stands between a
// subject and its verb, a relative clause, an apposition.
func (p *parser) tail(np int, c *clause) {
	for p.tailPart(np, c) {
		p.close(np)
	}
}

// tailPart reads one part; false for none.
func (p *parser) tailPart(np int, c *clause) bool {
	subject := !c.hasVerb() && c.kind != Prepositional
	if p.settleOnlyVerb(c) {
		return false
	}
	switch t := p.tag(0); {
	case t == Relative, t == Preposition && p.tag(1) == Relative:
		p.relative(np, c)
	case t == Comma:
		return p.behindComma(np, c)
	case t == Opening:
		p.aside(np, c)
	case p.words[p.phrases[np].Head].Tag == Pronoun:
		return false
	case t == Participle, t == Adverb && p.tag(1) == Participle && !p.startsNoun(0):
		p.participial(Modifier, np, p.nounTop(np), c)
	case t == Ing && (subject || c.kind == Prepositional):
		p.participial(Modifier, np, p.reach(np, c, subject), c)
	case t == Adjective && p.tag(1) == Preposition:
		p.adjective(Modifier, np, c)
	case subject && t == Preposition && (p.startsNoun(1) || p.tag(1) == Ing):
		p.attach(p.prepositional(Modifier, np, c))
	case subject && t == To && p.startsInfinitive():
		p.infinitive(Modifier, np, c)
	default:
		return false
	}
	return true
}

// behindComma reads a part behind a comma: ", which rained", ", the mayor,".
func (p *parser) behindComma(np int, c *clause) bool {
	if p.tag(1) == Relative && p.tag(2) != Comma || p.tag(1) == Preposition && p.tag(2) == Relative {
		p.comma()
		p.relative(np, c)
		p.closingComma(c)
		return true
	}
	next := p.tag(1)
	if p.forms[p.at].is(colon) || !p.startsNoun(1) || next == Pronoun || next == Number || p.words[p.phrases[np].Head].Tag == Pronoun {
		return false
	}
	begin := p.mark()
	p.comma()
	in := p.nounPhrase(Modifier, np, c)
	p.phrases[in].Kind = Apposition
	inner := clause{holder: in, kind: Prepositional, within: c}
	for p.tag(0) == Preposition && p.startsNoun(1) {
		p.attach(p.prepositional(Modifier, in, &inner))
		p.close(in)
	}
	if t := p.tag(0); t != Comma && t != Stop && t != Closing || t == Comma && p.tag(1) == Joiner && !c.hasVerb() {
		p.back(begin)
		return false
	}
	p.closingComma(c)
	return true
}

// comma passes a comma.
func (p *parser) comma() {
	p.at++
	p.parted = true
}

// closingComma passes the comma that ends an aside between a subject and its verb.
func (p *parser) closingComma(c *clause) {
	if p.tag(0) == Comma && !c.hasVerb() && c.kind != Prepositional {
		next := 1
		for p.tag(next) == Adverb {
			next++
		}
		if p.tag(next).IsFinite() {
			p.comma()
		}
	}
}

// nounTop is the longest noun phrase that ends with a noun phrase.
func (p *parser) nounTop(np int) int {
	top := np
	for at := p.phrases[np].Parent; at >= 0; at = p.phrases[at].Parent {
		switch ph := &p.phrases[at]; {
		case ph.Kind == Prepositional && ph.Role == Modifier:
		case ph.Kind == NounPhrase || ph.Kind == Apposition:
			top = int(at)
		default:
			return top
		}
	}
	return top
}

// reach is the farthest phrase to which one behind a noun phrase may belong.
func (p *parser) reach(np int, c *clause, subject bool) int {
	if subject || !c.hasVerb() {
		return p.nounTop(np)
	}
	return c.top()
}

// attach gives a phrase with a preposition the nearest noun phrase that ends in front of
// it as parent; what was its parent stays its farthest.
func (p *parser) attach(pp int) {
	ph := &p.phrases[pp]
	if near := p.nounBefore(int(ph.From), pp); near != None && !ph.Has(Parted) {
		ph.Top, ph.Parent = ph.Parent, int16(near)
	}
}

// nounBefore is the shortest noun phrase or list that ends at a word; None for none.
func (p *parser) nounBefore(word, before int) int {
	best := None
	for i := before - 1; i >= 0; i-- {
		ph := &p.phrases[i]
		if int(ph.To) == word && (ph.Kind == NounPhrase || ph.Kind == Apposition) && (best == None || ph.From > p.phrases[best].From) {
			best = i
		}
	}
	return best
}

// aside reads what stands in brackets.
func (p *parser) aside(parent int, c *clause) {
	in := p.open(Aside, Modifier, parent)
	p.take()
	inner := clause{holder: in, phrase: in, kind: Aside, within: c, subject: None, predicate: None, last: None}
	p.body(&inner)
	p.finish(&inner)
	if p.tag(0) == Closing {
		p.take()
	}
	p.close(in)
}
