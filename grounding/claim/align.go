package claim

// alignment tells which atom of a source each atom of a claim is. Both run in
// the same order.
type alignment struct {
	claim, source *statement
	to            []int16 // by atom of the claim: the atom of the source, none or named
	from          []int16 // the other way round
	best, joined  []int16 // room for the tables of align
}

const (
	none  = -1
	named = -2 // the source has a pronoun: "Pump P-3 must be painted", "It must be painted"
)

// Weights of a pair of atoms. Pairs that follow each other on both sides weigh
// more, so that a phrase that stands twice is aligned with its own clause.
const (
	contentWeight  = 8
	operatorWeight = 5
	nameWeight     = 4 // the words around a name tell whose place it has
	functionWeight = 2
	neighbourBonus = 3
)

// weigh is the weight of an atom.
func (a *atom) weigh() int16 {
	switch {
	case a.is(nameMark):
		return nameWeight
	case a.content():
		return contentWeight
	case a.limits():
		return operatorWeight
	}
	return functionWeight
}

// align finds the heaviest common subsequence of the two statements.
func (x *alignment) align(claim, source *statement) {
	x.claim, x.source = claim, source
	m, n := len(claim.atoms), len(source.atoms)
	x.to, x.from = filled(x.to, m, none), filled(x.from, n, none)
	width := n + 1
	x.best, x.joined = zeros(x.best, (m+1)*width), zeros(x.joined, (m+1)*width)
	for i := m - 1; i >= 0; i-- {
		a := &claim.atoms[i]
		weight := a.weigh()
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

// filled returns a list of so many of one value, in the room of another list.
func filled(list []int16, n int, value int16) []int16 {
	list = zeros(list, n)
	for i := range list {
		list[i] = value
	}
	return list
}

// gap is what stands between two neighbouring pairs: atoms of the claim that
// the source lacks there and atoms of the source that the claim lacks.
type gap struct {
	claimFrom, claimTo   int
	sourceFrom, sourceTo int
}

// gaps calls yield for every gap that is not empty, in the order of the source.
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
			shared += count(x.to[i] >= 0)
		}
	}
	return shared, all
}
