package verify

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// A value of an object belongs to what stands in its clause: to the words of its
// member's name, and to the other values of the object. Where such a word stands in the
// clause of a rival only, of another value of the sentence, the value is told of
// something else.

// site is where a value stands in a sentence: its first and its last word.
type site struct {
	text        *text.Text
	first, last int
	number      text.Number // where it is a figure
	amount      float64     // of the figure
	rivals      []site
}

// label is something that says what a value is of: where its words stand.
type label []int

// shares reports whether a label stands in the place's clause.
func (p *site) shares(of label) bool {
	return p.first >= 0 && slices.ContainsFunc(of, func(at int) bool {
		for k := min(p.first, at) + 1; k <= max(p.first, at); k++ {
			if p.text.Class(p.text.Words[k]).Has(text.Connective) || borders(p.text, k) {
				return false
			}
		}
		return true
	})
}

// borders reports whether a clause ends in front of a word. Behind a colon stands the
// value of what is in front.
func borders(t *text.Text, k int) bool {
	between := t.Text[t.Words[k-1].End:t.Words[k].Start]
	return endsClause(between) && !strings.Contains(between, ":")
}

// owns tells whether a label belongs to a place (aligned) or to one of its rivals
// (turned), by their clauses.
func (p *site) owns(of label) agreement {
	here := p.shares(of)
	there := slices.ContainsFunc(p.rivals, func(r site) bool { return !r.covers(of) && !p.joins(&r) && r.shares(of) })
	switch {
	case here && !there:
		return aligned
	case there && !here:
		return turned
	}
	return apart
}

// covers reports whether the label is the place itself.
func (p *site) covers(of label) bool {
	return slices.ContainsFunc(of, func(at int) bool { return p.first <= at && at <= p.last })
}

// joins reports whether only words without content stand between two places, in one
// clause: "9 of 4,012".
func (p *site) joins(o *site) bool {
	for k := min(p.last, o.last) + 1; k <= max(p.first, o.first); k++ {
		if borders(p.text, k) || k < max(p.first, o.first) && !p.text.Class(p.text.Words[k]).Has(empty) {
			return false
		}
	}
	return true
}

// labelOf is where a word stands in a sentence, in any form.
func labelOf(t *text.Text, word string) (out label) {
	for i, w := range t.Words {
		switch {
		case kindred(w.Fold, word), words["least"][word] && words["least"][w.Fold], words["most"][word] && words["most"][w.Fold]:
			out = append(out, i)
		}
	}
	return out
}

// sitesOf are where the words of a short text stand in a sentence, one after the other.
func sitesOf(t *text.Text, said string) (out []site) {
	wanted := folds(said)
	for i := range t.Words {
		n := 0
		for n < len(wanted) && i+n < len(t.Words) && kindred(t.Words[i+n].Fold, wanted[n]) {
			n++
		}
		if n == len(wanted) && n > 0 {
			out = append(out, site{text: t, first: i, last: i + n - 1})
		}
	}
	return out
}

// labelledBy reports whether a value stands beside the words of a name: in its clause, and with
// nothing between them but words without content.
func (p *site) labelledBy(name []string) bool {
	from, to, said := p.first, p.last, map[int]bool{}
	for _, word := range name {
		nearest := -1
		for _, at := range labelOf(p.text, word) {
			if p.shares(label{at}) && (nearest < 0 || max(p.first-at, at-p.last) < max(p.first-nearest, nearest-p.last)) {
				nearest = at
			}
		}
		if nearest < 0 {
			return false
		}
		from, to, said[nearest] = min(from, nearest), max(to, nearest), true
	}
	for k := from; k <= to; k++ {
		class := p.text.Class(p.text.Words[k])
		bare := class.Has(text.Stop|text.Auxiliary) && !class.Has(operators|comparisons)
		if p.first <= k && k <= p.last || said[k] || bare {
			continue
		}
		return false
	}
	return true
}

// outdone reports whether some labels stand nearer to a rival, all together.
func (p *site) outdone(labels []label) bool {
	return slices.ContainsFunc(p.rivals, func(rival site) bool {
		here, there := 0, 0
		for _, of := range labels {
			if p.shares(of) && rival.shares(of) {
				continue // each has one of its own
			}
			here += p.distance(of)
			there += rival.distance(of)
		}
		return there < here && !p.joins(&rival)
	})
}

// distance is how many words and ends of clauses lie between a place and the nearest
// word of a label.
func (p *site) distance(of label) int {
	nearest := 2 * len(p.text.Words)
	for _, at := range of {
		away := max(p.first-at, at-p.last)
		for k := max(min(p.first, at), 0) + 1; k <= max(p.last, at); k++ {
			if borders(p.text, k) {
				away++
			}
		}
		nearest = min(nearest, away)
	}
	return nearest
}
