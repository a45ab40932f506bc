package quote

import "strings"

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
)

// edit is a run of tokens of the source against a run of the snippet's; both
// are the same token if equal.
type edit struct {
	source, snippet span
	equal           bool
}

// alignment is the best way to read the snippet at a place of the text.
type alignment struct {
	s     *search
	place span
	edits []edit
}

func (a *alignment) empty() bool { return a.place.empty() }

// maxBand bounds the width of the band in which tokens are aligned.
const maxBand = 40

// align reads the snippet around a shift: dynamic programming over tokens in a
// band, the source's ends free.
func (s *search) align(shift int) *alignment {
	n := len(s.snippet.tokens)
	half := min(maxBand, 6+n/6)
	width := 2*half + 1
	steps := make([]step, (n+1)*width)
	row := make([]int32, width)
	for j := 1; j <= n; j++ {
		s.alignRow(j, shift-half, row, steps[j*width:(j+1)*width])
	}
	best := 0
	for b := range row {
		if row[b] < row[best] || row[b] == row[best] && abs(b-half) < abs(best-half) {
			best = b
		}
	}
	return s.trace(steps, width, shift-half, best)
}

const far = int32(1 << 29)

// alignRow fills the row of snippet token j-1. Column b stands for the source
// token that ends at j+low+b.
func (s *search) alignRow(j, low int, row []int32, steps []step) {
	previous := far // the cell to the left, for missing tokens
	extra := int32(costGap)
	if j == 1 || j == len(s.snippet.tokens) {
		extra = costOther + 1 // at the ends rather another word than one more
	}
	for b := range row {
		end := j + low + b // tokens of the source used up to here
		best, how := far, stop
		if b+1 < len(row) && row[b+1]+extra < best { // from above: snippet token added
			best, how = row[b+1]+extra, added
		}
		if end >= 1 && end <= len(s.text.tokens) {
			if cost, kind := s.cost(end-1, j-1); row[b]+cost < best || kind == equal && row[b]+cost == best {
				best, how = row[b]+cost, kind
			}
			if previous < far && previous+costGap < best {
				best, how = previous+costGap, missing
			}
		}
		if end < 0 || end > len(s.text.tokens) {
			best, how = far, stop
		}
		row[b], steps[b], previous = best, how, best
	}
}

// cost compares two tokens.
func (s *search) cost(i, j int) (int32, step) {
	a, b := s.text.word(i), s.snippet.word(j)
	switch {
	case a == b:
		return 0, equal
	case similar(a, b), strings.HasSuffix(a, "n't") != strings.HasSuffix(b, "n't") && a[0] == b[0]:
		return costSimilar, replaced
	}
	return costOther, replaced
}

// trace walks back from the best end and gathers the edits.
func (s *search) trace(steps []step, width, low, b int) *alignment {
	a := &alignment{s: s}
	j := len(s.snippet.tokens)
	end := j + low + b
	i := end
	for j > 0 {
		how := steps[j*width+(i-j-low)]
		switch how {
		case equal, replaced:
			i, j = i-1, j-1
			a.push(span{i, i + 1}, span{j, j + 1}, how == equal)
		case missing:
			i--
			a.push(span{i, i + 1}, span{j, j}, false)
		case added:
			j--
			a.push(span{i, i}, span{j, j + 1}, false)
		default:
			return &alignment{s: s}
		}
	}
	a.place = span{i, end}
	a.trim()
	return a
}

// push puts an edit in front, joined with the one behind it if both differ.
func (a *alignment) push(source, snippet span, equal bool) {
	if n := len(a.edits); n > 0 && !equal && !a.edits[n-1].equal {
		a.edits[n-1].source.first, a.edits[n-1].snippet.first = source.first, snippet.first
		return
	}
	a.edits = append(a.edits, edit{source, snippet, equal})
}

// trim puts the edits in order and takes source tokens that nothing in the
// snippet answers to off the ends of the place.
func (a *alignment) trim() {
	for i, j := 0, len(a.edits)-1; i < j; i, j = i+1, j-1 {
		a.edits[i], a.edits[j] = a.edits[j], a.edits[i]
	}
	for len(a.edits) > 0 && a.edits[0].snippet.empty() {
		a.place.first = a.edits[0].source.end
		a.edits = a.edits[1:]
	}
	for n := len(a.edits); n > 0 && a.edits[n-1].snippet.empty(); n-- {
		a.place.end = a.edits[n-1].source.first
		a.edits = a.edits[:n-1]
	}
}

// similarity is 2M/T over folded characters.
func (a *alignment) similarity() float64 {
	t, sn := a.s.text, a.s.snippet
	common, total := 0, t.length(a.place)+len(sn.folded)
	for _, e := range a.edits {
		switch {
		case e.equal:
			common += t.length(e.source)
		case !e.source.empty() && !e.snippet.empty():
			common += shared(t.characters(e.source), sn.characters(e.snippet))
		}
	}
	if total == 0 {
		return 0
	}
	return 2 * float64(common) / float64(total)
}

// length is the folded bytes of a span.
func (t *Text) length(s span) int { return len(t.characters(s)) }

// characters are the folded characters of a span.
func (t *Text) characters(s span) string {
	if s.empty() {
		return ""
	}
	return t.folded[t.tokens[s.first].at:t.foldedEnd(s.end-1)]
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

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
