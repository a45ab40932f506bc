package verify

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// A value of an object belongs to what stands beside it: to the words of its member's name, or
// to the other values of the object. Where these stand nearer to a rival, another value of the
// sentence, the value is told of something else.

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

// borders reports whether a clause ends in front of a word. Behind a colon stands the
// value of what is in front.
func borders(t *text.Text, k int) bool {
	between := t.Text[t.Words[k-1].End:t.Words[k].Start]
	return endsClause(between) && !strings.Contains(between, ":")
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

// siteOf is a stretch of a sentence, in bytes.
func siteOf(t *text.Text, start, end int) site {
	at := site{text: t, first: slices.IndexFunc(t.Words, func(w text.Word) bool { return w.End > start })}
	for at.last = at.first; at.last+1 < len(t.Words) && t.Words[at.last+1].Start < end; {
		at.last++
	}
	return at
}

// outdone reports whether some labels stand nearer to a rival, all together. A rival that is a
// label itself, or the whole of which another figure is a part ("9 of 4,012"), is none.
func (p *site) outdone(labels []label) bool {
	return slices.ContainsFunc(p.rivals, func(rival site) bool {
		part := func(of site) bool { return of.first < rival.first && of.joins(&rival) }
		if part(*p) || slices.ContainsFunc(p.rivals, part) {
			return false
		}
		here, there := 0, 0
		for _, of := range labels {
			away := rival.distance(of)
			if away <= 0 {
				return false
			}
			here, there = here+p.distance(of), there+away
		}
		return there < here
	})
}

// joins reports whether only words without content stand between a place and a later one, in
// one clause.
func (p *site) joins(o *site) bool {
	for k := p.last + 1; k <= o.first; k++ {
		if borders(p.text, k) || k < o.first && !p.text.Class(p.text.Words[k]).Has(empty) {
			return false
		}
	}
	return true
}

// distance is how many words and ends of clauses lie between a place and the nearest
// word of a label.
func (p *site) distance(of label) int {
	const border = 2 // words
	nearest := 2 * len(p.text.Words)
	for _, at := range of {
		away := max(p.first-at, at-p.last)
		for k := max(min(p.first, at), 0) + 1; k <= max(p.last, at); k++ {
			if borders(p.text, k) || p.text.Class(p.text.Words[k]).Has(text.Connective) {
				away += border
			}
		}
		nearest = min(nearest, away)
	}
	return nearest
}

// outsaid reports whether the sentence says of another name in so many words that it is a label's,
// and not of this one: "the manager is Ada and the deputy is Eve". German has capitals everywhere.
func (p *site) outsaid(of label) bool {
	named, another := false, false
	for _, n := range p.text.Names() {
		at := siteOf(p.text, n.Start, n.End)
		own := at.first <= p.last && p.first <= at.last
		named, another = named || own, another || !own && at.said(of)
	}
	return named && another && !p.said(of) && p.text.Language() != text.German
}

// said reports whether a name stands right behind a word of a label, or both are joined by a verb
// that says that they are one.
func (p *site) said(of label) bool {
	is := func(k int) bool { return p.text.Class(p.text.Words[k]).Has(text.Auxiliary) }
	between := func(from, to int, plain func(k int) bool) bool {
		for k := from + 1; k <= to; k++ {
			if borders(p.text, k) || k < to && !plain(k) {
				return false
			}
		}
		return from < to
	}
	article := func(k int) bool {
		class := p.text.Class(p.text.Words[k])
		return is(k) || k > p.last+1 && class.Has(empty) && !class.Has(text.Connective)
	}
	return slices.ContainsFunc(of, func(k int) bool {
		return p.first <= k && k <= p.last && p.first < p.last || between(k, p.first, is) || k > p.last+1 && between(p.last, k, article)
	})
}
