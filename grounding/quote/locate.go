package quote

import (
	"cmp"
	"slices"
)

// Bounds of the search for the best place. They keep it linear: a word that
// occurs often says little about where a snippet comes from.
const (
	rare      = 6   // occurrences up to which a word votes for a place
	frequent  = 64  // the same where all words of the snippet are common
	maxVoters = 512 // tokens of the snippet that vote
	namable   = 0.5 // similarity below which a place is not named
	altered   = 0.7 // similarity below which a difference is not called a change
)

// locate finds the place that the snippet most likely came from, and says what
// differs there.
func (s *search) locate() Result {
	shift, ok := s.vote(rare)
	if !ok {
		shift, ok = s.vote(frequent)
	}
	if !ok {
		return none(0, "no word of the snippet is in the source")
	}
	a := s.align(shift)
	if a.empty() {
		return none(0, "no word of the snippet is in the source")
	}
	similarity := a.similarity()
	if similarity < namable {
		return none(similarity, "no place in the source comes close")
	}
	found := a.guard()
	r := s.result(a.place, KindFuzzy, min(similarity, 0.9999))
	switch {
	case found.severity == changed && similarity < altered:
		return none(similarity, found.detail)
	case similarity < altered:
		return none(similarity, "no place in the source comes close")
	}
	return s.edge(s.settle(r, found), a.place)
}

// vote lets the words of the snippet that occur at most limit times in the text
// say how far it is shifted against the text, and returns the shift on which
// most weight agrees.
func (s *search) vote(limit int) (shift int, ok bool) {
	sn, t := s.snippet, s.text
	x := t.index()
	step := max(1, len(sn.tokens)/maxVoters)
	var votes []ballot
	for j := 0; j < len(sn.tokens); j += step {
		mark := len(votes)
		k := key(sn, j)
		for i := x.first(t, k); i >= 0; i = x.after(i) {
			if len(votes)-mark == limit {
				votes = votes[:mark]
				break
			}
			votes = append(votes, ballot{shift: i - j, weight: 1})
		}
		if n := len(votes) - mark; n > 0 {
			for v := mark; v < len(votes); v++ {
				votes[v].weight = float32(1+len(k)) / float32(n)
			}
		}
	}
	if len(votes) == 0 {
		return 0, false
	}
	return winner(votes, 2+len(sn.tokens)/10), true
}

// ballot is one word's opinion on the shift.
type ballot struct {
	shift  int
	weight float32
}

// winner returns the middle of the window of shifts with the greatest weight;
// within a window insertions and deletions move words by a little.
func winner(votes []ballot, window int) int {
	slices.SortFunc(votes, func(a, b ballot) int { return cmp.Compare(a.shift, b.shift) })
	best, sum := float32(0), float32(0)
	first, last, from := 0, 0, 0
	for to := range votes {
		sum += votes[to].weight
		for votes[to].shift-votes[from].shift > window {
			sum -= votes[from].weight
			from++
		}
		if sum > best {
			best, first, last = sum, from, to
		}
	}
	return (votes[first].shift + votes[last].shift) / 2
}
