package syntax

// nounPhrases reads a noun phrase, or a list of them, and what is sure to belong to it.
// It returns the phrase or the list.
func (p *parser) nounPhrases(role Role, c *clause) int {
	np := p.nounPhrase(role, c.holder, c)
	if p.joins() && p.at >= p.noList {
		if list := p.list(np, c); list != None {
			p.settleOnlyVerb(c)
			return list
		}
	}
	p.tail(np, c)
	return np
}

// joins reports whether a comma or a joining word stands next.
func (p *parser) joins() bool { return p.tag(0) == Comma || p.tag(0) == Joiner }

// nounPhrase reads one noun phrase with its "of", and what stands in brackets behind it.
func (p *parser) nounPhrase(role Role, parent int, c *clause) int {
	np := p.open(NounPhrase, role, parent)
	p.base(np)
	p.close(np)
	for p.tag(0) == Preposition && p.fold(0) == "of" && (p.startsNoun(1) || p.tag(1) == Ing) {
		p.prepositional(Modifier, np, c)
		p.close(np)
	}
	if p.tag(0) == Opening {
		p.aside(np, c)
		p.close(np)
	}
	return np
}

// base reads a noun phrase up to its last noun.
func (p *parser) base(np int) {
	if p.tag(0) == Pronoun || p.tag(0) == Relative || p.tag(0) == Asking && !p.startsNoun(1) {
		p.take()
		return
	}
	from, head := p.at, -1
	for p.at < len(p.words) && p.inBase(p.at-from, head >= 0) {
		if t := p.tag(0); t.IsNoun() || head < 0 || t == Number && !p.words[head].Tag.IsNoun() {
			head = p.at
		}
		p.take()
	}
	if p.at == from {
		p.take()
	}
	if head >= 0 {
		p.modifiers(np, from, head)
		p.phrases[np].Head = int16(head)
		if p.words[head].Tag == Name {
			p.phrases[np].Marks |= Proper
		}
	}
}

// modifiers makes a list of the modifiers in front of a noun that are joined: "a dry and
// clean cloth".
func (p *parser) modifiers(np, from, noun int) {
	joiner := from
	for joiner < noun && p.words[joiner].Tag != Joiner {
		joiner++
	}
	if joiner >= noun-1 || !isModifier(p.words[joiner-1].Tag) || p.words[joiner+2].Tag == Joiner || isModifier(p.words[joiner+2].Tag) {
		return
	}
	first := joiner - 1
	for first-2 >= from && p.words[first-1].Tag == Comma && isModifier(p.words[first-2].Tag) {
		first -= 2
	}
	list := p.add(stretch(List, Modifier, first, joiner+2, np).headed(joiner))
	for i := first; i <= joiner+1; i++ {
		if isModifier(p.words[i].Tag) {
			p.add(stretch(AdjectivePhrase, Member, i, i+1, list))
		}
	}
}

// inBase reports whether the next word goes on with a noun phrase of which so many words
// have been read.
func (p *parser) inBase(read int, headed bool) bool {
	afterNoun := read > 0 && p.tagAt(p.at-1).IsNoun()
	switch p.tag(0) {
	case Noun, Nouns, Name:
		return true
	case Number:
		return true
	case Determiner:
		return read == 0 || p.tagAt(p.at-1) == Quantifier || p.tagAt(p.at-1) == Asking
	case Quantifier:
		return read == 0 || p.tagAt(p.at-1) == Determiner
	case Asking:
		return read == 0
	case Adjective:
		return !afterNoun || p.tag(1).IsNoun() || p.tag(1) == Adjective && p.tag(2).IsNoun()
	case Possessive:
		return read > 0
	case Participle, Ing, Past, Adverb:
		return !afterNoun && p.premodifies(0)
	case To, Preposition:
		return read > 0 && p.tagAt(p.at-1) == Number && p.tag(1) == Number && p.fold(0) == "to"
	case Sign:
		return p.tag(1) == Number || read > 0 && (p.tag(1).IsNoun() || afterNoun || p.tagAt(p.at-1) == Number)
	case Quote:
		return read > 0 && !afterNoun && p.tag(1).IsNoun() || headed && p.quoteWithin(read)
	case Comma, Joiner:
		return read > 0 && p.joinsModifiers()
	}
	return false
}

// premodifies reports whether a participle or an adverb so many words ahead stands in
// front of a noun that it tells of: "a highly valued member". Between such words commas
// and joining words may stand.
func (p *parser) premodifies(ahead int) bool {
	for i := ahead + 1; i < ahead+farAhead; i++ {
		switch t := p.tag(i); {
		case t.IsNoun():
			return i == ahead+1 && p.tag(ahead) != Adverb || isModifier(p.tag(i-1)) || p.tag(i-1) == Number
		case t == Number && p.tag(i-1) == Adverb, t == Quantifier && p.tag(i-1) == Adverb:
			return true
		case !isModifier(t) && t != Adverb && t != Comma && t != Joiner:
			return false
		case (t == Comma || t == Joiner) && p.tag(i-1) == Adverb:
			return false
		}
	}
	return false
}

// quoteWithin reports whether a quotation mark closes what was quoted in the phrase.
func (p *parser) quoteWithin(read int) bool {
	open := 0
	for i := p.at - read; i < p.at; i++ {
		if p.words[i].Tag == Quote {
			open++
		}
	}
	return open%2 == 1
}

// joinsModifiers reports whether a comma or a joining word stands between two adjectives
// in front of one noun: "a big, red and heavy book".
func (p *parser) joinsModifiers() bool {
	i := 1
	if p.tag(0) == Comma && p.tag(1) == Joiner {
		i = 2
	}
	for p.tag(i) == Adverb {
		i++
	}
	return isModifier(p.tagAt(p.at-1)) && isModifier(p.tag(i)) && p.premodifies(i)
}

func isModifier(t Tag) bool { return t == Adjective || t == Participle || t == Ing }

// startsNoun reports whether a noun phrase begins so many words ahead.
func (p *parser) startsNoun(ahead int) bool {
	switch t, next := p.tag(ahead), p.tag(ahead+1); t {
	case Determiner, Quantifier, Number, Noun, Nouns, Name, Pronoun:
		return true
	case Adjective, Participle:
		return p.premodifies(ahead)
	case Adverb:
		return next != Ing && p.premodifies(ahead)
	case Quote, Sign:
		return next.IsNoun() || next == Determiner || next == Number || next == Adjective
	}
	return false
}
