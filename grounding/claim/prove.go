package claim

// A claim is carried by a statement of its source if the source, put into the
// claim's order, is the claim with harmless things left out. The difference is a
// short list of edits: phrases and members of lists that changed their places
// (move.go, list.go), a passive that became active (voice.go), words put in
// (insert.go) and spans left out (drop.go, conjunct.go). Each kind of edit has a
// licence that looks at the operators around its place. What has none is not
// proven: sound comes before complete.

// proof holds the room that proving takes.
type proof struct {
	alignment
	words  *vocabulary
	near   *Source      // of which the sentences before one may have an atom too; may be nil
	at     int          // that sentence
	places []spot       // where the statements that were compared last differ
	active statement    // a claim or a source, turned from passive to active
	order  [2]statement // a source in the claim's order
}

// carries tells whether the source statement carries the claim.
func (p *proof) carries(claim, source *statement) bool {
	if len(claim.atoms) == 0 || len(claim.atoms) > mostAtoms || len(source.atoms) > mostAtoms {
		return false
	}
	return p.covers(claim, source) && (p.arrives(claim, source) || p.turnedVoice(claim, source))
}

// covers tells whether the source has all atoms that the claim cannot do
// without, in whatever order.
func (p *proof) covers(claim, source *statement) bool {
	for i := range claim.atoms {
		if a := &claim.atoms[i]; !a.grammar() && !source.contains(a.key) {
			return false
		}
	}
	return true
}

// arrives tells whether the claim is the source with harmless things left out, once
// the source has the claim's order.
func (p *proof) arrives(claim, source *statement) bool {
	const most = 3 // changes of order
	for step := range most {
		if p.follows(claim, source) {
			return true
		}
		next := &p.order[step%len(p.order)]
		if !p.reordered(next) {
			return false
		}
		source = next
	}
	return p.follows(claim, source)
}

// follows tells whether the claim is the source with harmless things left out and
// words put in that say nothing.
func (p *proof) follows(claim, source *statement) bool {
	p.align(claim, source)
	if shared, _ := p.sharedContent(); shared == 0 {
		return false
	}
	_, found := p.unlicensed()
	return !found && p.sameArticles()
}

// sameArticles tells whether words that count have the same articles: "a little" is more
// than "little", and "the most" need not be "most".
func (p *proof) sameArticles() bool {
	for i, j := range p.to {
		a := &p.claim.atoms[i]
		counts := a.kind == quantified || a.kind == compared || a.key == littleKey
		if j >= 0 && counts && (a.mark^p.source.atoms[j].mark)&(articleBefore|oneBefore) != 0 {
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
	s := span{p.source.atoms, g.sourceFrom, g.sourceTo}
	if s.from == s.to || s.mayGo() {
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
