package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// sameThing is the least share of a claim's words, numbers apart, that two
// quoted sentences must both hold before they are taken to speak of one thing.
const sameThing = 0.6

// conflicts reports where quotes of two sources disagree on a number for the
// same thing: both hold most of the claim's words, one has the claim's number,
// the other has another number of the same unit in its place. Nothing is
// reported without quotes of at least two sources: whole passages hold too many
// numbers that have nothing to do with each other.
func (r *reading) conflicts(ev Evidence) (out []Finding) {
	if len(ev.Quotes) < 2 || len(r.numbers) == 0 {
		return nil
	}
	speaking := r.speaking(ev)
	for i := range r.numbers {
		n := &r.numbers[i]
		for _, a := range speaking {
			if has, _ := a.number(ev, n); !has {
				continue
			}
			for _, b := range speaking {
				if has, other := b.number(ev, n); b.source != a.source && !has && other != "" {
					out = append(out, Finding{CodeConflict, fmt.Sprintf("one source has %q, another %q", n.Text, other)})
					return out
				}
			}
		}
	}
	return nil
}

// speaking returns the areas that hold most of the claim.
func (r *reading) speaking(ev Evidence) (out []area) {
	var numerals uint64
	for j := range r.n {
		if r.tokens[r.unique[j]].is(numeral) {
			numerals |= 1 << j
		}
	}
	total := r.weigh(r.all() &^ numerals)
	for _, a := range r.areas {
		if held := r.inside(ev, []area{a}) &^ numerals; total > 0 && r.weigh(held) >= sameThing*total {
			out = append(out, a)
		}
	}
	return out
}

// number reports whether the area has a number, and else what it has of that
// kind and unit.
func (a area) number(ev Evidence, n *lexis.Number) (has bool, other string) {
	for have := range ev.Sources[a.source].numbersIn(a.start, a.end) {
		if carries(have, n) {
			return true, ""
		}
		if rival(have, n) {
			other = have.Text
		}
	}
	return false, other
}
