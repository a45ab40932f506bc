package syntax

import (
	"slices"

	"vouchsafe/grounding/text"
)

// tagger finds the likeliest tags of the words of a sentence: Viterbi's algorithm over
// pairs of neighbouring tags.
type tagger struct {
	words *lexicon
	costs *follows
	rows  [][]choice // by word: its readings
	cells []cell
	at    []int32 // by word: where its cells begin
	signs []choice
}

// choice is a reading with what it costs to take it.
type choice struct {
	tag  Tag
	cost int32
}

// cell is the cheapest way to a pair of readings, of a word and of the one before it.
type cell struct {
	cost int32
	back uint8 // the reading of the word before those
}

// tag gives each word its tag.
func (g *tagger) tag(words []Word, forms []form) {
	if g.words == nil {
		g.words, g.costs = loadLexicon(), loadFollows()
	}
	g.rows, g.signs = slices.Grow(g.rows[:0], len(words)), slices.Grow(g.signs[:0], len(words))
	for i := range words {
		if f := &forms[i]; f.fold != "" {
			list := g.words.choices
			if f.is(capital) && f.is(opener) {
				list = g.words.openers
			}
			g.rows = append(g.rows, list[g.words.entry(f)])
			continue
		}
		g.signs = append(g.signs, choice{tag: words[i].Tag})
		g.rows = append(g.rows, g.signs[len(g.signs)-1:])
	}
	g.fixPhrases(forms)
	if len(words) > 0 {
		g.search(words)
		settle(words, forms)
		g.settleJoined(words)
	}
}

// fixPhrases gives the words of listed phrases their tags: "such as".
func (g *tagger) fixPhrases(forms []form) {
	for i := 0; i+1 < len(forms); i++ {
		if len(forms[i].fold) < 2 || len(forms[i].fold) > 9 {
			continue
		}
		for _, ph := range g.words.phrases[forms[i].fold] {
			if ph.standsAt(forms[i:]) {
				for k := range ph.words {
					g.rows[i+k] = ph.tags[k : k+1]
				}
			}
		}
	}
}

func (ph *phrase) standsAt(forms []form) bool {
	for k, word := range ph.words {
		if k == len(forms) || forms[k].fold != word {
			return false
		}
	}
	return true
}

// search finds the cheapest readings. Two stops stand before the sentence.
func (g *tagger) search(words []Word) {
	start := []choice{{tag: Stop}}
	g.cells, g.at = append(g.cells[:0], cell{}), g.at[:0]
	from, previous, before := 0, start, start
	for _, row := range g.rows {
		g.at = append(g.at, int32(len(g.cells)))
		to := len(g.cells)
		g.step(from, before, previous, row)
		from, before, previous = to, previous, row
	}
	g.follow(words, from, len(before))
}

// step adds the cells of a word: for each reading of it and of the word before it, the
// cheapest reading of the word before those, whose cells begin at from.
func (g *tagger) step(from int, before, previous, row []choice) {
	for p := range previous {
		for c := range row {
			best := cell{cost: 1 << 30}
			for b := range before {
				cost := g.cells[from+b*len(previous)+p].cost + g.costs.behind[before[b].tag][previous[p].tag][row[c].tag]
				if cost < best.cost {
					best = cell{cost, uint8(b)}
				}
			}
			best.cost += row[c].cost
			g.cells = append(g.cells, best)
		}
	}
}

// follow reads the tags back from the cheapest of the last cells.
func (g *tagger) follow(words []Word, from, previous int) {
	last := len(words) - 1
	width := len(g.rows[last])
	best := 0
	for k := range g.cells[from:] {
		if g.cells[from+k].cost < g.cells[from+best].cost {
			best = k
		}
	}
	p, c := best/width, best%width
	for i := last; i >= 0; i-- {
		words[i].Tag = g.rows[i][c].tag
		back := int(g.cells[int(g.at[i])+p*len(g.rows[i])+c].back)
		p, c = back, p
	}
}

// settle sets the form of verbs by the auxiliary in front of them, past adverbs, which
// hide it from the search: "has never been sold", "can also help".
func settle(words []Word, forms []form) {
	for i := range words {
		if words[i].Tag.IsFinite() && inNounPhrase(words, i) {
			if noun := nounTag(&forms[i]); noun != Sign {
				words[i].Tag = noun
			}
		}
		switch helper := helperOf(words, i); words[i].Tag {
		case Noun:
			if i > 0 && words[i-1].Tag == Subordinator && i+1 < len(words) && isModifier(words[i+1].Tag) && mayBe(&forms[i], Ing) {
				words[i].Tag = Ing // "when cooking frozen fish"
			}
		case Past:
			if helper == Have || helper == Be || helper == Been {
				words[i].Tag = Participle
			}
		case Adjective:
			if helper == Be || helper == Been {
				words[i].Tag = verbalTag(words, forms, i)
			}
		case Present:
			if helper == Modal || helper == To || helper == Do {
				words[i].Tag = Base
			}
		case Base:
			if (helper == Pronoun || helper == Noun || helper == Nouns) && !caused(words, forms, i) {
				words[i].Tag = Present
			}
		case Be:
			if forms[i].fold == "'s" && (i+1 == len(words) || words[i+1].Tag <= Quote) {
				words[i].Tag = Possessive // no short form ends a clause
			}
		}
	}
}

// helperOf is the tag of the word in front of i, but for adverbs; Stop for none.
func helperOf(words []Word, i int) Tag {
	for i--; i >= 0; i-- {
		if t := words[i].Tag; t != Adverb && t != Not {
			return t
		}
	}
	return Stop
}

// verbalTag is the tag of an adjective behind "be" that may be a participle: "is called",
// "was sweeping the floor". One in "-ing" with nothing behind it stays an adjective.
func verbalTag(words []Word, forms []form, i int) Tag {
	if mayBe(&forms[i], Participle) {
		return Participle
	}
	if i+1 < len(words) && mayBe(&forms[i], Ing) && (words[i+1].Tag == Determiner || words[i+1].Tag == Preposition) {
		return Ing
	}
	return Adjective
}

// inNounPhrase reports whether an article, and adjectives, stand in front of a word: then
// it is no verb.
func inNounPhrase(words []Word, i int) bool {
	for i--; i > 0 && words[i].Tag == Adjective; i-- {
	}
	return i >= 0 && (words[i].Tag == Determiner || words[i].Tag == Possessive)
}

// nounTag is the noun that a word may be, Sign for none.
func nounTag(f *form) Tag {
	for _, t := range [...]Tag{Noun, Nouns} {
		if f.fold != "" && mayBe(f, t) {
			return t
		}
	}
	return Sign
}

// mayBe reports whether a word may have a tag.
func mayBe(f *form, t Tag) bool {
	l := loadLexicon()
	for _, r := range l.entries[l.entry(f)] {
		if r.Tag == t {
			return true
		}
	}
	return false
}

// caused reports whether a verb in front makes somebody do what the verb at i says:
// "helps cells grow", "let it cool".
func caused(words []Word, forms []form, i int) bool {
	const near = 8 // words
	for k := i - 1; k >= max(0, i-near) && words[k].Tag != Stop && words[k].Tag != Comma; k-- {
		if words[k].Tag.IsVerb() {
			return causing[forms[k].fold]
		}
	}
	return false
}

var causing = text.WordSet("causing_verbs")

// settleJoined takes a word behind "and" without an object for a noun where a noun stands
// before it and it is one half as often as a verb at least: "salt and pepper".
func (g *tagger) settleJoined(words []Word) {
	const oneBit = 4
	for i := 2; i < len(words); i++ {
		bare := i+1 == len(words) || words[i+1].Tag <= Quote || words[i+1].Tag == Preposition || words[i+1].Tag == Particle
		if words[i].Tag != Base || words[i-1].Tag != Joiner || !bare || !words[i-2].Tag.IsNoun() && words[i-2].Tag != Comma {
			continue
		}
		for _, r := range g.rows[i] {
			if r.tag == Noun && g.share(r)+oneBit >= g.share(choice{Base, costOf(g.rows[i], Base)}) {
				words[i].Tag = Noun
			}
		}
	}
}

// share is the part of a word's uses that a reading has, as a logarithm.
func (g *tagger) share(r choice) int32 { return -r.cost - g.costs.alone[r.tag] }

func costOf(row []choice, t Tag) int32 {
	for _, r := range row {
		if r.tag == t {
			return r.cost
		}
	}
	return 0
}
