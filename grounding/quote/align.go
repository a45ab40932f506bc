package quote

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// edit is a run of tokens of the source against a run of the snippet's; both
// are the same token if equal.
type edit struct {
	source, snippet text.Run
	equal           bool
}

// step is one step of an alignment.
type step uint8

const (
	stop     step = iota
	equal         // the same folded characters
	replaced      // one token for another
	missing       // a token of the source that the snippet lacks
	added         // a token that only the snippet has
)

// Costs of the steps. Replacing costs less than removing and adding, and a
// similar word less than another one, so that a typo is aligned with what it
// was meant for.
const (
	costGap     = 4
	costSimilar = 3
	costOther   = 7
	far         = int32(1 << 29)
)

// maxBand bounds the width of the band in which tokens are aligned.
const maxBand = 40

// align reads the snippet around a shift: dynamic programming over tokens in a
// band, the source's ends free.
func (s *search) align(shift int) (place text.Run, edits []edit) {
	n := len(s.snippet.Tokens)
	half := min(maxBand, 6+n/6)
	width := 2*half + 1
	steps := make([]step, (n+1)*width)
	row := make([]int32, width)
	for j := 1; j <= n; j++ {
		s.alignRow(j, shift-half, row, steps[j*width:(j+1)*width])
	}
	best := half
	for b := range row {
		if row[b] < row[best] {
			best = b
		}
	}
	return s.trace(steps, width, shift-half, best)
}

// alignRow fills the row of snippet token j-1. Column b stands for the source
// token that ends at j+low+b.
func (s *search) alignRow(j, low int, row []int32, steps []step) {
	previous := far // the cell to the left, for missing tokens
	extra := int32(costGap)
	if j == 1 || j == len(s.snippet.Tokens) {
		extra = costOther + 1 // at the ends rather another word than one more
	}
	for b := range row {
		end := j + low + b // tokens of the source used up to here
		best, how := far, stop
		if b+1 < len(row) && row[b+1]+extra < best && end >= 0 && end <= len(s.text.Tokens) {
			best, how = row[b+1]+extra, added
		}
		if end >= 1 && end <= len(s.text.Tokens) {
			if cost, kind := s.cost(end-1, j-1); row[b]+cost < best || kind == equal && row[b]+cost == best {
				best, how = row[b]+cost, kind
			}
			if previous+costGap < best {
				best, how = previous+costGap, missing
			}
		}
		row[b], steps[b], previous = best, how, best
	}
}

// cost compares two tokens.
func (s *search) cost(i, j int) (int32, step) {
	a, b := s.text.Word(i), s.snippet.Word(j)
	switch {
	case a == b:
		return 0, equal
	case similar(a, b), strings.HasSuffix(a, "n't") != strings.HasSuffix(b, "n't") && a[0] == b[0]:
		return costSimilar, replaced
	}
	return costOther, replaced
}

// trace walks back from the best end and gathers the edits. Both ends of the place
// have words of the snippet: more of the source would only cost more.
func (s *search) trace(steps []step, width, low, b int) (place text.Run, edits []edit) {
	j := len(s.snippet.Tokens)
	i := j + low + b
	place.End = i
	for j > 0 {
		behind := edit{source: run(i, i), snippet: run(j, j)}
		switch how := steps[j*width+(i-j-low)]; how {
		case equal, replaced:
			i, j, behind.equal = i-1, j-1, how == equal
		case missing:
			i--
		case added:
			j--
		default:
			return text.Run{}, nil
		}
		behind.source.First, behind.snippet.First = i, j
		if n := len(edits); n > 0 && !behind.equal && !edits[n-1].equal {
			edits[n-1].source.First, edits[n-1].snippet.First = i, j
		} else {
			edits = append(edits, behind)
		}
	}
	place.First = i
	slices.Reverse(edits)
	return place, edits
}

// similarity is 2M/T over folded characters.
func (s *search) similarity(place text.Run, edits []edit) float64 {
	common, total := 0, len(s.text.Characters(place))+len(s.snippet.Folded.Folded)
	for _, e := range edits {
		common += shared(s.text.Characters(e.source), s.snippet.Characters(e.snippet))
	}
	return 2 * float64(common) / float64(total)
}

// shared counts the bytes at the start and at the end of two strings that are
// the same.
func shared(a, b string) int {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head + tail
}
