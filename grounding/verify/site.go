package verify

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer/ownschema"
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
func (p *site) owns(of label, rivals []site) agreement {
	here := p.shares(of)
	there := slices.ContainsFunc(rivals, func(r site) bool { return !r.covers(of) && r.shares(of) })
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
func (p *site) joins(o site) bool {
	for k := min(p.last, o.last) + 1; k <= max(p.first, o.first); k++ {
		if borders(p.text, k) || k < max(p.first, o.first) && !p.text.Class(p.text.Words[k]).Has(empty) {
			return false
		}
	}
	return true
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
			out = append(out, site{t, i, i + n - 1})
		}
	}
	return out
}

// nameOf are the words of a member's name, without those of its neighbours' names if
// there are others: what two members share does not tell them apart.
func nameOf(leaf ownschema.Leaf, beside []ownschema.Leaf) (all, own []string) {
	all = folds(ownschema.Spaced(leaf.Key))
	own = slices.Clone(all)
	for _, other := range beside {
		theirs := folds(ownschema.Spaced(other.Key))
		own = slices.DeleteFunc(own, func(w string) bool { return slices.Contains(theirs, w) })
	}
	return all, own
}

// misplaced reports whether the sentence gives a short text to another member: a word of
// its member's name stands in the clause of a neighbour's value, and none in its own.
func misplaced(leaf ownschema.Leaf, beside []ownschema.Leaf, sentence string) bool {
	read := text.Read(sentence)
	var rivals []site
	for _, other := range beside {
		if other.Text != leaf.Text {
			rivals = append(rivals, sitesOf(read, other.Text)...)
		}
	}
	_, name := nameOf(leaf, beside)
	elsewhere := false
	for _, at := range sitesOf(read, leaf.Text) {
		for _, word := range name {
			switch at.owns(labelOf(read, word), rivals) {
			case aligned:
				return false
			case turned:
				elsewhere = true
			}
		}
	}
	return elsewhere
}
