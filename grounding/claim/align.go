package claim

// alignment tells which atom of a source each atom of a claim is. Both run in
// the same order.
type alignment struct {
	claim, source *statement
	to            []int16 // by atom of the claim: the atom of the source, -1 for none
	from          []int16 // the other way round
	best, joined  []int16 // room for the tables of align
}

// Weights of a pair of atoms. Pairs that follow each other on both sides weigh
// more, so that a phrase that stands twice is aligned with its own clause.
const (
	contentWeight  = 8
	operatorWeight = 5
	functionWeight = 2
	neighbourBonus = 3
)

func (a *atom) alignWeight() int16 {
	switch {
	case a.content():
		return contentWeight
	case a.limits():
		return operatorWeight
	}
	return functionWeight
}

// align finds the heaviest common subsequence of the two statements.
func (x *alignment) align(claim, source *statement) { x.alignBy(claim, source, (*atom).alignWeight) }

// alignBy is align, with a weight for each atom of the claim.
func (x *alignment) alignBy(claim, source *statement, weigh func(*atom) int16) {
	x.claim, x.source = claim, source
	m, n := len(claim.atoms), len(source.atoms)
	x.to, x.from = unpaired(x.to, m), unpaired(x.from, n)
	width := n + 1
	x.best, x.joined = zeros(x.best, (m+1)*width), zeros(x.joined, (m+1)*width)
	for i := m - 1; i >= 0; i-- {
		a := &claim.atoms[i]
		weight := weigh(a)
		for j := n - 1; j >= 0; j-- {
			at := i*width + j
			best := max(x.best[at+1], x.best[at+width])
			if a.key == source.atoms[j].key {
				follow := x.best[at+width+1]
				if next := x.joined[at+width+1]; next > 0 {
					follow = max(follow, next+neighbourBonus)
				}
				x.joined[at] = weight + follow
				best = max(best, x.joined[at])
			}
			x.best[at] = best
		}
	}
	x.follow(m, n, width)
}

// follow reads the pairs out of the tables.
func (x *alignment) follow(m, n, width int) {
	i, j := 0, 0
	for i < m && j < n {
		at := i*width + j
		switch {
		case x.joined[at] > 0 && x.joined[at] == x.best[at]:
			i, j = x.run(i, j, width)
		case x.best[at] == x.best[at+width]:
			i++
		default:
			j++
		}
	}
}

// run takes a pair, and those that follow it on both sides as long as the
// tables counted on them.
func (x *alignment) run(i, j, width int) (int, int) {
	for {
		x.to[i], x.from[j] = int16(j), int16(i)
		next := (i+1)*width + j + 1
		more := x.joined[next] > 0 && x.joined[next]+neighbourBonus >= x.best[next]
		i, j = i+1, j+1
		if !more {
			return i, j
		}
	}
}

// unpaired returns a list of so many places without a counterpart, in the room of
// another list.
func unpaired(list []int16, n int) []int16 {
	list = zeros(list, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// gap is what stands between two neighbouring pairs: atoms of the claim that
// the source lacks there and atoms of the source that the claim lacks.
type gap struct {
	claimFrom, claimTo   int
	sourceFrom, sourceTo int
}

// gaps calls yield for every gap that is not empty, in the order of the source: what
// stands before a pair, on both sides, and what stands at both ends.
func (x *alignment) gaps(yield func(gap) bool) {
	g := gap{}
	for j := 0; j <= len(x.from); j++ {
		if j < len(x.from) && x.from[j] < 0 {
			continue
		}
		g.claimTo, g.sourceTo = len(x.to), j
		if j < len(x.from) {
			g.claimTo = int(x.from[j])
		}
		for g.claimFrom = g.claimTo; g.claimFrom > 0 && x.to[g.claimFrom-1] < 0; {
			g.claimFrom--
		}
		if (g.claimTo > g.claimFrom || g.sourceTo > g.sourceFrom) && !yield(g) {
			return
		}
		g.sourceFrom = j + 1
	}
}

// sharedContent counts the claim's atoms with content, and those that are aligned.
func (x *alignment) sharedContent() (shared, all int) {
	for i := range x.claim.atoms {
		if x.claim.atoms[i].content() && x.to[i] != named {
			all++
			if x.to[i] >= 0 {
				shared++
			}
		}
	}
	return shared, all
}

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
