package claim

import "vouchsafe/grounding/text"

// grammar reports whether an atom may be in a claim for its grammar only. Whether it
// may stand where it stands is mayPutIn's to say.
func (a *atom) grammar() bool {
	return a.kind == tense || a.relative() || a.has(linkerUse) || a.key == byKey || a.key == forKey
}

// mayPutIn tells whether the claim's atoms in a gap say nothing.
func (p *proof) mayPutIn(g gap) bool {
	put := p.claim.atoms[g.claimFrom:g.claimTo]
	switch {
	case len(put) == 0, p.opensClaim(g):
		return true
	case g.claimTo == len(p.claim.atoms):
		return false
	case len(put) == 1:
		return put[0].key == thatKey || p.joinsShorterList(g) || p.measuresNext(g)
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

// joinsShorterList reports whether the claim has the "and" of a list whose last
// members it leaves out: "milk, eggs and salt", "milk and eggs".
func (p *proof) joinsShorterList(g gap) bool {
	if p.claim.atoms[g.claimFrom].key != andKey || g.sourceFrom != g.sourceTo || g.sourceTo == len(p.source.atoms) {
		return false
	}
	return p.source.atoms[g.sourceTo].is(commaBefore) && !hasKey(p.source.atoms, orKey) && hasKey(p.source.atoms[g.sourceTo:], andKey)
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
