package claim

// match pairs the atoms of a claim with those of a source in whatever order: again and
// again the longest run of atoms that both have, until nothing is left that both have.
func (x *alignment) match(claim, source *statement) {
	x.claim, x.source = claim, source
	x.to, x.from = unpaired(x.to, len(claim.atoms)), unpaired(x.from, len(source.atoms))
	const most = 24 // runs: more of them are no small edit
	for range most {
		i, j, n := x.longestRun()
		if n == 0 {
			return
		}
		for k := range n {
			x.to[i+k], x.from[j+k] = int16(j+k), int16(i+k)
		}
	}
}

// longestRun returns where the longest run of atoms begins that claim and source have and
// that are not paired. Of several, one that goes on where another run ends comes first.
func (x *alignment) longestRun() (i, j, n int) {
	source := x.source.atoms
	x.best = zeros(x.best, len(source)+1) // by atom of the source: the run that begins there
	const runWeight = 16                  // of an atom in a run, against what fit gives
	best := int16(0)
	for a := len(x.to) - 1; a >= 0; a-- {
		for b := range source {
			if x.to[a] >= 0 || x.from[b] >= 0 || !sameAtom(&x.claim.atoms[a], &source[b]) {
				x.best[b] = 0
				continue
			}
			run := x.best[b+1] + 1
			x.best[b] = run
			if weight := runWeight*run + x.fit(a, b, int(run)); weight > best {
				i, j, n, best = a, b, int(run), weight
			}
		}
	}
	return i, j, n
}

// fit tells how well a run goes with what is paired around it: neighbours that go on on
// both sides, and words near it on both sides.
func (x *alignment) fit(i, j, n int) (fit int16) {
	const near, adjoining = 3, 4
	if i > 0 && x.to[i-1] >= 0 && int(x.to[i-1]) == j-1 || i == 0 && j == 0 {
		fit += adjoining
	}
	if i+n < len(x.to) && int(x.to[i+n]) == j+n {
		fit += adjoining
	}
	for k := max(0, i-near); k < min(len(x.to), i+n+near); k++ {
		if to := int(x.to[k]); to >= j-near && to < j+n+near {
			fit++
		}
	}
	return fit
}

// sameAtom reports whether two atoms say the same. Relative words may stand for each
// other, and so may the words that name a speaker.
func sameAtom(a, b *atom) bool {
	return a.key == b.key || a.relative() && b.relative() || a.speaks() && b.speaks()
}

// speaks reports whether the atom tells that somebody says something, and no more.
func (a *atom) speaks() bool { return a.key == saysKey || a.key == accordingKey }
