package syntax

// list reads the members of a list behind its first one: "milk, eggs and salt". If no
// joining word comes, or the last member is the subject of what follows, there is no
// list, and what was read is left for others.
func (p *parser) list(first int, c *clause) int {
	begin, joiner := p.mark(), None
	parent := int(p.phrases[first].Parent)
	if p.ofOuter(first) {
		return None
	}
	for members := 1; joiner < 0 && members < mostListed && p.joins(); members++ {
		if p.tag(0) == Comma {
			p.take()
		}
		if p.tag(0) == Joiner {
			joiner = p.at
			p.take()
		}
		for p.tag(0) == Adverb && p.startsMember(1) {
			p.take() // "and also salt"
		}
		if p.tag(0) == Opening && p.tag(1) == Adverb && p.tag(2) == Closing {
			p.at += 3 // "and (again) salt"
		}
		if !p.startsMember(0) || p.otherKind(first) || joiner >= 0 && c.hasVerb() && p.startsClause(0) {
			p.back(begin)
			return None
		}
		p.nounPhrase(Member, parent, c)
	}
	if joiner < 0 {
		p.noList = p.at
	}
	if joiner < 0 || p.takesSubject(c) {
		p.back(begin)
		return None
	}
	return p.listed(first, joiner)
}

// ofOuter reports whether the list, behind a noun with "of", is one of the noun in front
// of that: "3 spoons of soda and 1 of salt", "the left part of it, the most of the rest".
func (p *parser) ofOuter(first int) bool {
	pp := p.phrases[first].Parent
	if pp < 0 || p.phrases[pp].Kind != Prepositional || p.phrases[pp].Parent < 0 || p.phrases[p.phrases[pp].Parent].Kind != NounPhrase {
		return false
	}
	next := 0
	for p.tag(next) == Comma || p.tag(next) == Joiner {
		next++
	}
	outer, inner, t := p.words[p.phrases[p.phrases[pp].Parent].From].Tag, p.words[p.phrases[first].From].Tag, p.tag(next)
	if outer != inner && (t == outer || t == Determiner && outer == Number || t == Number && outer == Determiner) {
		return true
	}
	return outer == inner && t == outer && p.ofAhead(next)
}

// ofAhead reports whether the noun phrase so many words ahead has an "of".
func (p *parser) ofAhead(ahead int) bool {
	for i := ahead; i < ahead+5; i++ {
		if p.fold(i) == "of" {
			return true
		}
		if t := p.tag(i); !t.IsNoun() && t != Determiner && t != Adjective && t != Number {
			return false
		}
	}
	return false
}

// startsMember reports whether a member of a list begins so many words ahead: a noun
// phrase, or a word in "-ing" that is all of it or stands in front of a noun.
func (p *parser) startsMember(ahead int) bool {
	next := p.tag(ahead + 1)
	return p.startsNoun(ahead) || p.tag(ahead) == Ing && (next == Comma || next == Joiner || next == Stop || next.IsNoun())
}

// otherKind reports whether the next noun phrase is no member of a list that begins with a
// figure: "sold it in 1999 and her house in 2003".
func (p *parser) otherKind(first int) bool {
	f := &p.phrases[first]
	return f.To == f.From+1 && p.words[f.From].Tag == Number && (p.tag(0) == Determiner || p.tag(0) == Pronoun)
}

// takesSubject reports whether the list in a phrase with a preposition has the subject
// of the clause in it: "In May, Ann and Bob left".
func (p *parser) takesSubject(c *clause) bool {
	if c.kind != Prepositional || p.phrases[p.phrases[c.holder].Parent].Kind == NounPhrase {
		return false
	}
	return !c.hasVerb() && !c.hasSubject() && p.tag(0).IsFinite()
}

// listed makes a list of the members that were read.
func (p *parser) listed(first, joiner int) int {
	f := &p.phrases[first]
	list := stretch(List, f.Role, int(f.From), p.at, int(f.Parent)).headed(joiner)
	list.Marks, list.Top = f.Marks&Parted, f.Top
	f.Role = Member
	if p.shares(first) {
		list.Marks |= Shared
	}
	return p.wrap(list)
}

// shares reports whether a word of the first or the last member may belong to all.
func (p *parser) shares(first int) bool {
	last := first
	for i := first + 1; i < len(p.phrases); i++ {
		if p.phrases[i].Role == Member && p.phrases[i].Parent == p.phrases[first].Parent {
			last = i
		}
	}
	a, b := &p.phrases[first], &p.phrases[last]
	if p.modified(a) && !p.modified(b) {
		return true
	}
	single := a.Head == a.From && p.words[a.Head].Tag != Name
	return single && b.Head > b.From && p.words[b.Head-1].Tag.IsNoun()
}

// modified reports whether a noun phrase has a word that limits its noun.
func (p *parser) modified(np *Phrase) bool {
	from := np.From
	if p.words[from].Tag == Determiner {
		from++
	}
	return from < np.Head && p.words[from].Tag != Name || int(np.Head)+1 < int(np.To)
}

// startsClause reports whether a subject and its verb stand from so many words ahead.
func (p *parser) startsClause(ahead int) bool {
	subject := false
	for i := ahead; i < ahead+farAhead; i++ {
		switch t := p.tag(i); {
		case t.IsFinite():
			return subject
		case t.IsNoun(), t == Pronoun, t == Number, t == Quantifier, t == Determiner:
			subject = true
		case t == Adjective, t == Adverb, t == Possessive, t == Quote, t == Not, t == Sign:
		case t == Joiner && subject && p.startsNoun(i+1):
		case t == Preposition && subject, t == Participle && p.premodifies(i), t == Ing && !subject:
		default:
			return false
		}
	}
	return false
}
