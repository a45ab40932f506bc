package syntax

import "slices"

// parser joins the words of a sentence to phrases. It goes through the words once, from
// left to right; what it looks ahead is bounded.
type parser struct {
	words   []Word
	forms   []form
	phrases []Phrase
	at      int     // the next word
	depth   int     // how many clauses are open
	noList  int     // no list begins before this word
	said    *clause // the main clause in front of the last comma
	parted  bool    // a comma or the like stands before the next word
}

// Bounds that keep the parser linear.
const (
	mostDepth  = 16 // clauses within clauses
	farAhead   = 24 // words that are looked at ahead
	mostListed = 40 // members of a list
)

// parse reads all phrases of a sentence.
func (p *parser) parse() {
	for p.at < len(p.words) {
		from := p.at
		p.mainClause()
		if p.at == from {
			p.at++
		}
	}
	p.sort()
}

// tag is the tag of the word so many places behind the next one; Stop behind the last.
func (p *parser) tag(ahead int) Tag { return p.tagAt(p.at + ahead) }

func (p *parser) tagAt(i int) Tag {
	if i < 0 || i >= len(p.words) {
		return Stop
	}
	return p.words[i].Tag
}

// fold is the word so many places behind the next one, folded.
func (p *parser) fold(ahead int) string {
	if i := p.at + ahead; i >= 0 && i < len(p.forms) {
		return p.forms[i].fold
	}
	return ""
}

// open begins a phrase at the next word.
func (p *parser) open(kind Kind, role Role, parent int) int {
	return p.add(stretch(kind, role, p.at, p.at, parent))
}

// stretch is a phrase over the words [from,to), whose first one is its head.
func stretch(kind Kind, role Role, from, to, parent int) Phrase {
	return Phrase{
		Kind: kind, Role: role, From: int16(from), To: int16(to), Head: int16(from), Parent: int16(parent), Top: int16(parent),
	}
}

// headed is a phrase with a head.
func (p Phrase) headed(word int) Phrase {
	p.Head = int16(word)
	return p
}

func (p *parser) add(ph Phrase) int {
	if int(ph.From) == p.at && p.parted {
		ph.Marks |= Parted
	}
	p.phrases = append(p.phrases, ph)
	return len(p.phrases) - 1
}

// close ends a phrase in front of the next word, and with it those that it belongs to.
func (p *parser) close(phrase int) {
	p.phrases[phrase].To = int16(p.at)
}

// take passes a word that belongs to the phrase at hand.
func (p *parser) take() {
	p.at++
	p.parted = false
}

// mark is a place to which the parser may come back.
type mark struct {
	at, phrases int
	parted      bool
}

func (p *parser) mark() mark { return mark{p.at, len(p.phrases), p.parted} }

func (p *parser) back(m mark) {
	p.at, p.phrases, p.parted = m.at, p.phrases[:m.phrases], m.parted
}

// wrap puts the phrases of the same parent that stand in [from,to) into a new one.
func (p *parser) wrap(ph Phrase) int {
	n := p.add(ph)
	for i := range p.phrases[:n] {
		if inner := &p.phrases[i]; inner.Parent == ph.Parent && inner.From >= ph.From && inner.To <= ph.To {
			if inner.Top == inner.Parent {
				inner.Top = int16(n)
			}
			inner.Parent = int16(n)
		}
	}
	return n
}

// sort puts the phrases in the order of their first words, the longer one first, gives
// each word its phrase, and marks the phrases that end where a part of the sentence does.
func (p *parser) sort() {
	order := make([]int, len(p.phrases))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &p.phrases[a], &p.phrases[b]
		if x.From != y.From {
			return int(x.From - y.From)
		}
		if x.To != y.To {
			return int(y.To - x.To)
		}
		return p.level(a) - p.level(b)
	})
	place := make([]int16, len(order))
	sorted := make([]Phrase, len(order))
	for to, from := range order {
		place[from] = int16(to)
		sorted[to] = p.phrases[from]
	}
	for i := range sorted {
		ph := &sorted[i]
		if ph.Parent >= 0 {
			ph.Parent = place[ph.Parent]
		}
		if ph.Top >= 0 {
			ph.Top = place[ph.Top]
		}
		if parts(p.tagAt(int(ph.From) - 1)) {
			ph.Marks |= Parted
		}
		if parts(p.tagAt(int(ph.To))) {
			ph.Marks |= Closed
		}
		for w := ph.From; w < ph.To; w++ {
			p.words[w].Phrase = int16(i)
		}
	}
	p.phrases = append(p.phrases[:0], sorted...)
}

// parts reports whether a sign parts what stands on its two sides.
func parts(t Tag) bool { return t >= Comma && t <= Closing }

// level is how many phrases a phrase stands in.
func (p *parser) level(phrase int) (n int) {
	for at := p.phrases[phrase].Parent; at >= 0 && n < len(p.phrases); at = p.phrases[at].Parent {
		n++
	}
	return n
}
