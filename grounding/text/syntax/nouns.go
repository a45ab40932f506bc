package syntax

import "vouchsafe/grounding/text"

// startsNoun reports whether a noun phrase begins at the next word.
func (p *parser) startsNoun() bool { return p.nounEnd() > p.at }

// nounEnd returns where the noun phrase that begins at the next word ends, without what
// follows its noun; the next word itself for none.
func (p *parser) nounEnd() int {
	k, noun, determined := p.at, false, false
	for ; k < len(p.words); k++ {
		t := p.words[k].Tag
		switch t {
		case Determiner:
			if noun || determined {
				return p.ended(k, noun, determined)
			}
			determined = true
		case Pronoun:
			if k == p.at {
				return k + 1
			}
			return p.ended(k, noun, determined)
		case Quantifier, Number:
			if noun && t == Quantifier {
				return p.ended(k, noun, determined)
			}
			determined = true
			noun = noun || t == Number && !p.modifies(k)
		case Noun, Nouns, Name:
			noun = true
		case Base, Present, PresentS, Past:
			if noun || !p.behindDeterminer(k) && !p.endsList(k) {
				return p.ended(k, noun, determined)
			}
			noun = true // the tag is wrong: no verb stands behind "the"
		case Possessive:
			noun, determined = false, true
		case Sign:
			behind := k > p.at && (p.words[k-1].Tag == Number || noun && p.glued(k)) // "2.1 %", "race/sex"
			if !behind && (k+1 >= len(p.words) || p.words[k+1].Tag != Number) {
				return p.ended(k, noun, determined)
			}
			noun = noun || behind
		case Adjective:
			if noun && (determined || !p.modifies(k)) {
				return p.ended(k, noun, determined)
			}
		case Participle, Ing, Adverb, Comma, Joiner:
			if noun || !p.modifiesNoun(k) {
				return p.ended(k, noun, determined)
			}
		default:
			return p.ended(k, noun, determined)
		}
	}
	return p.ended(k, noun, determined)
}

// endsList reports whether a word that may be a noun stands behind a joining word and in
// front of the end: "with salt and pepper."
func (p *parser) endsList(k int) bool {
	if k == 0 || k+1 < len(p.words) && p.words[k+1].Tag != Stop || p.words[k-1].Tag != Joiner {
		return false
	}
	return p.mayBe(k, Noun)
}

// mayBe reports whether a word by itself may have a tag.
func (p *parser) mayBe(k int, tag Tag) bool {
	l := loadLexicon()
	for _, r := range l.entries[l.entry(&p.forms[k])] {
		if r.Tag == tag {
			return true
		}
	}
	return false
}

// glued reports whether a sign joins two words without a space.
func (p *parser) glued(k int) bool {
	return k+1 < len(p.words) && p.words[k-1].End == p.words[k].Start && p.words[k].End == p.words[k+1].Start
}

// behindDeterminer reports whether a word of a noun phrase stands behind an article or an
// adjective.
func (p *parser) behindDeterminer(k int) bool {
	if k == p.at {
		return false
	}
	t := p.words[k-1].Tag
	return t == Determiner || t == Possessive || t == Adjective
}

// ended returns where a noun phrase ends that cannot go on at k.
func (p *parser) ended(k int, noun, determined bool) int {
	if noun || determined {
		return k
	}
	return p.at
}

// modifies reports whether a word stands in front of a noun or what tells of one.
func (p *parser) modifies(k int) bool {
	if k+1 >= len(p.words) {
		return false
	}
	t := p.words[k+1].Tag
	return t.IsNoun() || t == Adjective || t == Number || t == Sign
}

// modifiesNoun reports whether a participle, an adverb or a sign at k stands within a noun
// phrase: behind its first word, and in front of a noun or an adjective.
func (p *parser) modifiesNoun(k int) bool {
	if k+1 >= len(p.words) {
		return false
	}
	next := p.words[k+1].Tag
	leads := next.IsNoun() || next == Adjective || next == Participle || next == Number
	if next == Comma && k > p.at && k+2 < len(p.words) && (p.words[k+2].Tag == Adjective || p.words[k+2].Tag == Participle) {
		leads = p.reachesNoun(k + 2)
	}
	switch t := p.words[k].Tag; {
	case t == Comma || t == Joiner:
		before := Stop
		if k > p.at {
			before = p.words[k-1].Tag
		}
		return (before == Adjective || before == Participle) && (next == Adjective || next == Participle) && p.reachesNoun(k+1)
	case t == Adverb:
		return (next == Adjective || next == Participle || next == Ing || next == Number) && p.reachesNoun(k+1)
	case k == p.at:
		before := p.tag(-1)
		return leads && t == Participle && (before == Preposition || before == Joiner)
	}
	return leads
}

// reachesNoun reports whether a noun follows words that modify it.
func (p *parser) reachesNoun(k int) bool {
	for ; k < len(p.words); k++ {
		switch t := p.words[k].Tag; {
		case t.IsNoun():
			return true
		case t != Adjective && t != Participle && t != Ing && t != Number && t != Adverb && t != Comma && t != Joiner:
			return false
		}
	}
	return false
}

// nounPhrase reads a noun phrase with what surely belongs to it.
func (p *parser) nounPhrase(parent int, role Role, wholly bool) int {
	i := p.open(NounPhrase, role, parent)
	end := p.nounEnd()
	p.nodes[i].Head = int16(end - 1)
	if p.words[end-1].Tag == Name {
		p.nodes[i].Marks |= Proper
	}
	p.adjectiveList(i, end)
	p.at = end
	p.close(i)
	for wholly && p.belongs(i) {
		p.close(i)
	}
	return i
}

// adjectiveList marks adjectives that are joined in front of a noun.
func (p *parser) adjectiveList(of, end int) {
	for k := p.at + 1; k < end-1; k++ {
		if p.words[k].Tag != Joiner {
			continue
		}
		list := len(p.nodes)
		from := k - 1
		for from-2 >= p.at && p.words[from-1].Tag == Comma {
			from -= 2
		}
		p.nodes = append(p.nodes, Phrase{Kind: List, Role: Modifier, From: int16(from), To: int16(k + 2), Head: int16(k), Parent: int16(of), Top: int16(of)})
		for m := from; m <= k+1; m++ {
			if t := p.words[m].Tag; t != Comma && t != Joiner {
				p.nodes = append(p.nodes, Phrase{Kind: AdjectivePhrase, Role: Member, From: int16(m), To: int16(m + 1), Head: int16(m), Parent: int16(list), Top: int16(list)})
			}
		}
		return
	}
}

// belongs reads a phrase behind a noun that can belong to nothing else: "of the house".
func (p *parser) belongs(i int) bool {
	switch t := p.tag(0); {
	case t == Preposition && p.forms[p.at].fold == "of":
		of := p.open(Prepositional, Modifier, i)
		p.at++
		if p.startsNoun() {
			p.nounList(of, Object, true)
		} else if p.tag(0) == Ing {
			p.clause(Participial, Object, of, &clause{verb: None})
		}
		p.close(of)
		return true
	case t == Relative:
		p.relativeOf(i)
		return true
	case t == Pronoun && !p.fronted && p.words[p.at-1].Tag.IsNoun() && p.startsClause(0):
		p.clause(RelativeClause, Modifier, i, &clause{verb: None})
		return true
	case t == Participle && (p.current == nil || p.current.verb != None || p.finiteLater()):
		p.clause(Participial, Modifier, i, &clause{verb: None})
		return true
	case t == Adjective || t == Comma:
		return p.example(i)
	}
	return false
}

// finiteLater reports whether a finite verb stands later in the sentence.
func (p *parser) finiteLater() bool {
	for _, w := range p.words[p.at:] {
		if w.Tag == Stop || w.Tag.IsFinite() {
			return w.Tag != Stop
		}
	}
	return false
}

// example reads what names some of several: ", such as …", ", including …".
func (p *parser) example(i int) bool {
	ahead := 0
	if p.tag(0) == Comma {
		ahead = 1
	}
	if p.at+ahead+1 >= len(p.words) {
		return false
	}
	first, next := p.forms[p.at+ahead].fold, p.forms[p.at+ahead+1].fold
	words := 0
	switch {
	case first == "such" && next == "as":
		words = 2
	case first == "including":
		words = 1
	}
	if words == 0 {
		return false
	}
	p.at += ahead
	of := p.open(Prepositional, Modifier, i)
	if p.at += words; p.startsNoun() {
		p.nounList(of, Object, true)
	}
	p.close(of)
	return true
}

// relativeOf reads a relative clause that tells of a noun phrase.
func (p *parser) relativeOf(i int) {
	n := p.open(RelativeClause, Modifier, i)
	for p.tag(0) == Preposition || p.tag(0) == Relative || p.tag(0) == Asking {
		p.at++
	}
	c := &clause{node: n, body: n, outer: &clause{verb: None}, verb: None, subject: None, noun: None}
	p.read(c)
	p.finish(c)
}

// nounList reads a noun phrase, or a list of them.
func (p *parser) nounList(parent int, role Role, wholly bool) int {
	first := p.nounPhrase(parent, role, wholly)
	const most = 12
	saved, size := p.at, len(p.nodes)
	members := []int{first}
	closed := false
	for len(members) < most && !closed {
		skip := 0
		if p.tag(0) == Comma {
			skip = 1
		}
		joins := p.tag(skip) == Joiner && p.forms[p.at+skip].fold != "but"
		if joins {
			skip++
		}
		if skip == 0 {
			break
		}
		p.at += skip
		for joins && p.tag(0) == Adverb && !p.startsNoun() {
			p.at++ // "and even pots", "and again parts"
		}
		if !p.startsNoun() {
			break
		}
		members = append(members, p.nounPhrase(parent, Member, wholly))
		closed = joins
	}
	if !closed || len(members) < 2 || p.current != nil && p.current.verb != None && p.finiteBehind() {
		p.at, p.nodes = saved, p.nodes[:size]
		return first
	}
	list := len(p.nodes)
	n := &p.nodes[first]
	p.nodes = append(p.nodes, Phrase{Kind: List, Role: role, Marks: n.Marks & Parted, From: n.From, Head: n.To, Parent: int16(parent), Top: int16(parent)})
	for _, m := range members {
		p.nodes[m].Role, p.nodes[m].Parent, p.nodes[m].Top = Member, int16(list), int16(list)
	}
	p.close(list)
	return list
}

// noun reads a noun phrase of a clause and tells what it does there. It tells whether the
// clause ends before it.
func (p *parser) noun(c *clause) (ends bool) {
	saved, size := p.at, len(p.nodes)
	parted := p.parted()
	i := p.nounList(c.body, Object, true)
	finite := p.finiteBehind()
	switch {
	case c.verb == None && c.subject == None && p.tag(0) == Comma && p.frontsClause():
		p.nodes[i].Role = Adjunct
	case c.verb == None:
		p.nodes[i].Role, c.subject = Subject, i
	case finite && c.objects == 0 && !parted && (p.tag(0) != Past && p.tag(0) != Present || p.reports(c)):
		p.at, p.nodes = saved, p.nodes[:size]
		p.clause(Clause, Reported, c.body, c)
		c.noun = None
		return false
	case finite && p.tag(0) != Past && p.tag(0) != Present:
		p.at, p.nodes = saved, p.nodes[:size]
		return true
	default:
		c.objects++
		p.nodes[i].Role = p.objectRole(c, i, parted)
	}
	c.noun = p.lastNoun(i)
	p.apposition(c, i)
	return false
}

// reports reports whether what somebody says or thinks may follow a clause's verb.
func (p *parser) reports(c *clause) bool { return reporting[p.forms[p.nodes[c.verb].Head].fold] }

// reporting are verbs of saying and thinking.
var reporting = text.WordSet("reporting")

// objectRole tells what a noun phrase behind the verb does.
func (p *parser) objectRole(c *clause, i int, parted bool) Role {
	verb := &p.nodes[c.verb]
	switch {
	case parted:
		return Adjunct
	case p.words[verb.Head].Tag == Be || p.words[verb.Head].Tag == Been || verb.Has(Passive):
		return Complement
	}
	return Object
}

// finiteBehind reports whether a finite verb follows, past adverbs and phrases with a
// preposition.
func (p *parser) finiteBehind() bool {
	probe := *p
	probe.nodes = probe.nodes[:len(probe.nodes):len(probe.nodes)]
	for {
		switch t := probe.tag(0); {
		case t.IsFinite():
			return true
		case t == Adverb:
			probe.at++
		case t == Preposition:
			probe.skipPhrase()
		default:
			return false
		}
	}
}

// frontsClause reports whether a clause follows the comma behind a noun phrase at the
// front: "The following week, Ann won."
func (p *parser) frontsClause() bool { return p.startsClause(1) }

// apposition reads a noun phrase, set off by commas, that names the one before it.
func (p *parser) apposition(c *clause, i int) {
	if p.tag(0) != Comma {
		return
	}
	saved, size := p.at, len(p.nodes)
	p.at++
	if !p.startsNoun() {
		p.at = saved
		return
	}
	a := p.open(Apposition, Modifier, p.lastNoun(i))
	p.nounList(a, NoRole, true)
	for p.tag(0) == Preposition {
		p.skipPhrase()
	}
	if t := p.tag(0); t != Comma && t != Stop && p.at < len(p.words) {
		p.at, p.nodes = saved, p.nodes[:size]
		return
	}
	p.close(a)
	if p.tag(0) == Comma && !p.tag(1).IsFinite() && c.verb == None {
		return
	}
	if p.tag(0) == Comma {
		p.at++
	}
}
