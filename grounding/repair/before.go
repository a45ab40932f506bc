package repair

import (
	"strings"
	"unicode"

	"vouchsafe/grounding/verify"
)

// Before returns what is left of an answer that ends early: the sentences that
// are shown to their last word, without those whose condition, exception or
// continuation is not shown. shown reports whether the text of a segment is
// shown up to an offset, and with it the mark behind the segment where marked
// is true. ok is false where no sentence has to go.
func Before(r *verify.Result, shown func(segment, offset int, marked bool) bool) (cut Cut, ok bool) {
	p := newPlan(r, Options{})
	for i := range p.units {
		segment, offset := p.place(p.wordsEnd(i))
		p.marked[i] = r.Segments[segment].Marked
		if !shown(segment, offset, p.marked[i]) {
			p.drop(i)
		}
	}
	if !p.changed {
		return Cut{}, false
	}
	if !p.settle() {
		p.dropRange(0, len(p.units))
	}
	return p.cut(), true
}

// wordsEnd is the offset behind the last word of a unit.
func (p *plan) wordsEnd(i int) int {
	u := &p.units[i]
	body := p.text[u.start:u.end]
	return u.start + len(strings.TrimRightFunc(body, notOfWord))
}

func notOfWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// place is where an offset of the whole text stands: in which segment, and
// where in it. An offset between two segments belongs to the first.
func (p *plan) place(offset int) (segment, inSegment int) {
	for segment+1 < len(p.result.Segments) && p.starts[segment+1] < offset {
		segment++
	}
	return segment, offset - p.starts[segment]
}
