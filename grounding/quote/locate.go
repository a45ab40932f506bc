package quote

import (
	"cmp"
	"slices"
	"strings"

	"vouchsafe/grounding/text"
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
	place, edits := s.align(shift)
	if place.Empty() {
		return none(0, "no word of the snippet is in the source")
	}
	similarity := s.similarity(place, edits)
	if similarity < min(namable, altered) {
		return none(similarity, "no place in the source comes close")
	}
	found := s.guard(place, edits)
	switch {
	case similarity >= namable && found.severity == changed && similarity < altered:
		return none(similarity, found.detail)
	case similarity < altered:
		return none(similarity, "no place in the source comes close")
	}
	r := s.result(place, KindFuzzy, min(similarity, 0.9999))
	return s.edge(s.settle(r, found), place)
}

// MayStandIn reports whether Find may verify a prepared snippet in a page, or find that it goes on
// there, by a look at the page as it is written: each figure of the snippet has to stand in it, up
// to what sets off its thousands.
func (t *Text) MayStandIn(page string) bool {
	const group, longest = 3, 11 // digits that nothing parts, digits of what is no code
	if strings.Contains(t.Original, "..") || strings.Contains(t.Original, "…") {
		return true // words of it may be left out
	}
	for i := range t.Tokens {
		figure := t.Word(i)
		if t.Is(i, text.TokenDigit) && len(figure) <= longest && strings.Trim(figure, "0123456789") == "" &&
			!strings.Contains(page, figure[max(0, len(figure)-group):]) {
			return !showsAsWritten(page)
		}
	}
	return true
}

// showsAsWritten reports whether nothing of a page is shown otherwise than it is written, so that no
// figure stands in it that its bytes do not have.
func showsAsWritten(page string) bool {
	return !strings.ContainsAny(page, `<&\`) && !strings.Contains(page, "](") && text.Show(page).Text == page
}

// ballot is one word's opinion on how far the snippet is shifted against the text.
type ballot struct {
	shift  int
	weight float32
}

// vote lets the words of the snippet that occur at most limit times in the text
// say how far it is shifted against the text, and returns the shift on which
// most weight agrees.
func (s *search) vote(limit int) (shift int, ok bool) {
	x := s.text.index()
	var votes []ballot
	for j := 0; j < len(s.snippet.Tokens); j += max(1, len(s.snippet.Tokens)/maxVoters) {
		k := key(s.snippet, j)
		known := len(votes)
		for i := x.first(k); i >= 0 && len(votes)-known <= limit; i = x.after(i) {
			votes = append(votes, ballot{shift: i - j})
		}
		if len(votes)-known > limit {
			votes = votes[:known]
		}
		for v := known; v < len(votes); v++ {
			votes[v].weight = float32(1+len(k)) / float32(len(votes)-known)
		}
	}
	if len(votes) == 0 {
		return 0, false
	}
	return winner(votes, 2+len(s.snippet.Tokens)/10), true
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
