package claim

import (
	"slices"

	"vouchsafe/grounding/text"
)

// A claim is carried by a statement of its source if it has the same words, if their
// order says the same (order.go), if what it puts in says nothing, and if what it leaves
// out limits nothing (drop.go). What governs what comes from the phrases of the source
// (tree.go). What has no licence is not proven: sound comes before complete.

// proof holds the room that proving takes.
type proof struct {
	alignment
	words   *vocabulary
	near    *Source // of which the sentences before one may have an atom too; may be nil
	at      int     // that sentence
	places  []spot  // where the statements that were compared last differ
	voice   voice   // the clause that changes its voice
	tree    *tree   // of the source
	adverbs []bool  // by atom of the source: an adverb that may stand in several places
	parts   []piece // room
}

// carries tells whether the source statement carries the claim.
func (p *proof) carries(claim, source *statement) bool {
	if len(claim.atoms) == 0 || len(claim.atoms) > mostAtoms || len(source.atoms) > mostAtoms {
		return false
	}
	return p.covers(claim, source) && p.follows(claim, source)
}

// covers tells whether the source has all atoms that the claim cannot do
// without, in whatever order.
func (p *proof) covers(claim, source *statement) bool {
	for i := range claim.atoms {
		if a := &claim.atoms[i]; !a.grammar() && !a.namesNobody() && a.key != shouldKey && !source.has(a) {
			return false
		}
	}
	return true
}

// has tells whether some atom of a statement says the same as one.
func (st *statement) has(a *atom) bool {
	return slices.ContainsFunc(st.atoms, func(b atom) bool { return sameAtom(a, &b) })
}

// follows tells whether the claim is the source in an order that says the same, with
// harmless things left out and words put in that say nothing.
func (p *proof) follows(claim, source *statement) bool {
	p.match(claim, source)
	p.readOrder()
	defer p.voice.forget()
	if shared, _ := p.sharedContent(); shared == 0 || !p.inOrder() {
		return false
	}
	_, found := p.unlicensed()
	return !found && p.sameArticles()
}

// sameArticles tells whether words that count have the same articles: "a little" is more
// than "little", and "the most" need not be "most". What the claim leaves out between an
// article and the word does not part them: "a [much] longer life".
func (p *proof) sameArticles() bool {
	for i, to := range p.to {
		a, j := &p.claim.atoms[i], int(to)
		counts := a.kind == quantified || a.kind == compared || a.key == littleKey
		if j < 0 || !counts {
			continue
		}
		mark := p.source.atoms[j].mark
		for j--; j >= 0 && p.from[j] < 0; j-- {
			mark |= p.source.atoms[j].mark
		}
		if (a.mark^mark)&(articleBefore|oneBefore) != 0 {
			return false
		}
	}
	return true
}

// unlicensed returns the first gap that no licence covers.
func (p *proof) unlicensed() (first gap, found bool) {
	p.gaps(func(g gap) bool {
		if !p.harmless(g) {
			first, found = g, true
		}
		return !found
	})
	return first, found
}

// harmless tells whether what differs in a gap changes nothing of what is said.
func (p *proof) harmless(g gap) bool {
	return p.demonstrative(g) || p.otherRelative(g) || p.mayPutIn(g) && p.mayLeaveOut(g)
}

// mayLeaveOut tells whether the claim may leave out the source's atoms in a gap. Where
// the same word stands at the end of the gap and before it, either of the two may be
// the claim's: "it is [red and is] big", "it [is red and] is big".
func (p *proof) mayLeaveOut(g gap) bool {
	g.sourceFrom, g.sourceTo = trimmed(p.voice.left, g.sourceFrom, g.sourceTo)
	if g.sourceFrom == g.sourceTo {
		return true
	}
	s := span{p.source.phrasesOf(), p.source, g.sourceFrom, g.sourceTo}
	if s.mayGo() {
		return true
	}
	for s.from > 0 && s.atoms[s.from-1].key == s.atoms[s.to-1].key {
		s.from, s.to = s.from-1, s.to-1
		if s.mayGo() {
			return true
		}
	}
	return false
}

// grammar reports whether an atom may be in a claim for its grammar only. Whether it
// may stand where it stands is mayPutIn's to say.
func (a *atom) grammar() bool {
	return a.kind == tense || a.relative() || a.has(linkerUse) || a.key == byKey || a.key == forKey
}

// mayPutIn tells whether the claim's atoms in a gap say nothing.
func (p *proof) mayPutIn(g gap) bool {
	g.claimFrom, g.claimTo = trimmed(p.voice.put, g.claimFrom, g.claimTo)
	put := p.claim.atoms[g.claimFrom:g.claimTo]
	switch {
	case len(put) == 0, p.opensClaim(g):
		return true
	case g.claimTo == len(p.claim.atoms):
		return false
	case len(put) == 1:
		return put[0].key == thatKey || p.measuresNext(g)
	}
	return len(put) == 2 && put[0].relative() && put[1].kind == tense && p.opensAppended(g)
}

// measuresNext reports whether the gap is the "for" of a figure, or the "by" of a share:
// "rose 5 percent", "rose by 5 percent".
func (p *proof) measuresNext(g gap) bool {
	figure := p.claim.atoms[g.claimTo].number
	switch p.claim.atoms[g.claimFrom].key {
	case forKey:
		return figure >= 0
	case byKey:
		return figure >= 0 && p.claim.numbers[figure].Kind == text.Percent
	}
	return false
}

// opensClaim reports whether the gap is at the claim's start and only leads over to it.
func (p *proof) opensClaim(g gap) bool {
	for i := g.claimFrom; i < g.claimTo; i++ {
		if !p.claim.atoms[i].has(linkerUse) {
			return false
		}
	}
	return g.claimFrom == 0
}

// opensAppended reports whether the source has a participle set off by a comma where
// the claim makes a clause of it: "a file, refreshed daily", "a file that is refreshed
// daily".
func (p *proof) opensAppended(g gap) bool {
	if g.sourceFrom != g.sourceTo || g.sourceTo == len(p.source.atoms) {
		return false
	}
	next := &p.source.atoms[g.sourceTo]
	return next.is(commaBefore) && next.is(pastMark)
}

// demonstrative reports whether the claim has an article where the source points:
// "this process", "the process".
func (p *proof) demonstrative(g gap) bool {
	if g.sourceTo != g.sourceFrom+1 || g.claimTo != g.claimFrom || g.claimTo == len(p.claim.atoms) {
		return false
	}
	points := &p.source.atoms[g.sourceFrom]
	return points.has(pronounUse) && !points.is(articleBefore|nameMark) && p.claim.atoms[g.claimTo].is(articleBefore)
}

// otherRelative reports whether the gap is "that" for "which" or the like.
func (p *proof) otherRelative(g gap) bool {
	if g.claimTo != g.claimFrom+1 || g.sourceTo != g.sourceFrom+1 {
		return false
	}
	return p.claim.atoms[g.claimFrom].relative() && p.source.atoms[g.sourceFrom].relative()
}
