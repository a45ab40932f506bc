package verify

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// seat is where a value stands in a sentence, or a rival, another value of its kind: its first
// and its last word.
type seat struct {
	first, last int
	number      text.Number // where it is a figure
	own, weak   bool        // it is the value; it may be no rival
	given       []gift      // of the value's labels
}

// gift is what a place has of a label.
type gift int8

const (
	nothingOf gift = iota
	doubtful       // what may be a rival stands nearer to it
	firm
)

// score is how many of a value's labels a place is given.
type score struct{ named, sure, all int } // those of the name, without doubt, and all

func (v *value) scoreOf(p *seat) (s score) {
	for i, given := range p.given {
		switch {
		case given == nothingOf:
			continue
		case !v.labels[i].beside && given == firm:
			s.sure++
			fallthrough
		case !v.labels[i].beside:
			s.named++
		}
		s.all++
	}
	return s
}

// siting is a value with its rivals in a sentence.
type siting struct {
	text  *text.Text
	seats []seat
	steps []int // of each word: how many words, and ends of clauses, lie in front of it
}

// site looks a value and its rivals up in a sentence, and gives each label to the nearest of them.
// around is what governs the sentence: it speaks of all.
func (v *value) site(t *text.Text, around *statement) *siting {
	s := &siting{text: t}
	if v.figure != nil {
		s.seats = v.figuresIn(t)
	} else {
		s.seats = v.wordsIn(t)
	}
	if len(s.seats) == 0 {
		return s
	}
	slices.SortStableFunc(s.seats, func(a, b seat) int { return cmp.Compare(a.first, b.first) })
	s.measure()
	for i := range s.seats {
		s.seats[i].given = make([]gift, len(v.labels))
	}
	for i, l := range v.labels {
		at := labelOf(t, l.fold)
		for _, k := range at {
			s.give(v, i, k)
		}
		limit := v.figure != nil && bound(l.fold)
		if l.shared && len(at) > 0 || len(at) == 0 && limit || len(at) == 0 && around.find(&l.term) >= 0 {
			for k := range s.seats {
				s.seats[k].given[i] = firm
			}
		}
	}
	return s
}

// figuresIn are the figures of a sentence that are a value's, and the others. Those of another unit
// may be no rivals.
func (v *value) figuresIn(t *text.Text) (out []seat) {
	var own []text.Number
	for _, n := range t.Numbers() {
		if v.amounts(n) && v.measuredBy(n, t) {
			own = append(own, n)
		}
	}
	for _, n := range t.Numbers() {
		p := seat{number: n, own: slices.Contains(own, n)}
		p.first, p.last = wordsAt(t, n.Start, n.End)
		rivals := func(o text.Number) bool {
			lettered := v.figure.Unit == "" && text.IsUnit(o.Unit)
			return lettered || o.Kind == n.Kind && text.UnitName(o.Unit) == text.UnitName(n.Unit) && isYear(o) == isYear(n)
		}
		named := func(name text.Name) bool {
			return n.Bare() && name.End+1 == n.Start && (!name.First || strings.Contains(name.Text, " "))
		}
		switch {
		case p.own:
		case v.amounts(n), slices.ContainsFunc(t.Names(), named): // "flight BA 117"
			continue
		case len(own) > 0:
			p.weak = !slices.ContainsFunc(own, rivals)
		case v.figure.Unit != "" && !v.measuredBy(n, t), n.Kind != v.figure.Kind && (!isFigure(v.Leaf) || n.Kind.In(text.Date, text.Time, text.Code, text.Ordinal)):
			continue
		}
		out = append(out, p)
	}
	return out
}

// isYear reports whether a number may be that of a year, which counts nothing.
func isYear(n text.Number) bool { return n.Bare() && len(n.Text) == 4 && n.Text == n.Value }

// wordsIn are the places of a value's words in a sentence, of the values that it is not, and of
// names, which may be rivals.
func (v *value) wordsIn(t *text.Text) (out []seat) {
	own := folds(v.Text)
	for _, first := range runs(t, own) {
		out = append(out, seat{first: first, last: first + len(own) - 1, own: true})
	}
	free := func(p seat) bool {
		return !slices.ContainsFunc(out, func(o seat) bool { return p.first <= o.last && o.first <= p.last })
	}
	for _, other := range v.others {
		for _, first := range runs(t, other) {
			if p := (seat{first: first, last: first + len(other) - 1}); free(p) {
				out = append(out, p)
			}
		}
	}
	if t.Language() == text.German || v.kind != "name" {
		return out // German has capitals everywhere
	}
	for _, n := range t.Names() {
		p := seat{weak: true}
		p.first, p.last = wordsAt(t, n.Start, n.End)
		labels := func(w text.Word) bool {
			return slices.ContainsFunc(v.labels, func(l label) bool { return kindred(w.Fold, l.fold) })
		}
		if free(p) && !slices.ContainsFunc(t.Words[p.first:p.last+1], labels) {
			out = append(out, p)
		}
	}
	return out
}

// runs are where some words stand in a sentence, one after the other.
func runs(t *text.Text, said []string) (out []int) {
	for i := range t.Words {
		n := 0
		for n < len(said) && i+n < len(t.Words) && kindred(t.Words[i+n].Fold, said[n]) {
			n++
		}
		if n == len(said) && n > 0 {
			out = append(out, i)
		}
	}
	return out
}

// wordsAt are the first and the last word of a stretch of a sentence, in bytes.
func wordsAt(t *text.Text, start, end int) (first, last int) {
	first, _ = slices.BinarySearchFunc(t.Words, start, func(w text.Word, at int) int { return cmp.Compare(w.End, at+1) })
	for last = first; last+1 < len(t.Words) && t.Words[last+1].Start < end; {
		last++
	}
	return first, last
}

// measure counts the steps of the sentence.
func (s *siting) measure() {
	const border = 100 // words: what stands in its clause is nearer
	s.steps = make([]int, len(s.text.Words))
	for k := 1; k < len(s.steps); k++ {
		s.steps[k] = s.steps[k-1] + 1
		if borders(s.text, k) || s.text.Class(s.text.Words[k]).Has(text.Connective) {
			s.steps[k] += border
		}
	}
}

// borders reports whether a clause ends in front of a word. Behind a colon stands the
// value of what is in front.
func borders(t *text.Text, k int) bool {
	between := t.Text[t.Words[k-1].End:t.Words[k].Start]
	return endsClause(between) && !strings.Contains(between, ":")
}

// labelOf is where a word stands in a sentence, in any form.
func labelOf(t *text.Text, word string) (out []int) {
	for i, w := range t.Words {
		switch {
		case kindred(w.Fold, word), text.RateOf(w.Fold) == word, words["least"][word] && words["least"][w.Fold], words["most"][word] && words["most"][w.Fold]:
			out = append(out, i)
		}
	}
	return out
}

// give gives label i, whose word stands at a place, to a name that the sentence says to be it, to
// the bare figure right in front of it, or to the nearest values. A word of a rival says nothing.
func (s *siting) give(v *value, i, at int) {
	nearest, best, rival := []int(nil), math.MaxInt, math.MaxInt
	for k := range s.seats {
		p := &s.seats[k]
		away := 0
		switch {
		case v.kind == "name" && s.says(p, at), p.weak && p.number.Bare() && at == p.last+1 && !isYear(p.number):
			p.weak, away = false, -1
		case p.last < at:
			away = s.steps[at] - s.steps[p.last]
		case at < p.first:
			away = s.steps[p.first] - s.steps[at]
		case !p.own && !p.weak && (v.figure == nil || v.labels[i].beside):
			return
		}
		switch {
		case p.weak:
			rival = min(rival, away)
			p.given[i] = max(p.given[i], doubtful)
			continue
		case away < best:
			nearest, best = nearest[:0], away
		}
		if away == best {
			nearest = append(nearest, k)
		}
	}
	how := firm
	if rival < best {
		how = doubtful
	}
	for _, k := range nearest {
		for s.seats[k].given[i] = max(s.seats[k].given[i], how); k > 0 && s.joined(k); k-- {
			s.seats[k-1].given[i] = max(s.seats[k-1].given[i], how)
		}
	}
}

// joined reports whether only words without content stand between a value and the one before it, in
// one clause: what is said of the whole is said of its part ("9 of 4,012").
func (s *siting) joined(k int) bool {
	for at := s.seats[k-1].last + 1; at <= s.seats[k].first; at++ {
		class := s.text.Class(s.text.Words[at])
		if borders(s.text, at) || at < s.seats[k].first && (!class.Has(empty) || class.Has(text.Connective)) {
			return false
		}
	}
	return true
}

// says reports whether a name stands right behind a word of a label, or both are joined by a verb
// that says that they are one.
func (s *siting) says(p *seat, k int) bool {
	is := func(k int) bool { return s.text.Class(s.text.Words[k]).Has(text.Auxiliary) }
	between := func(from, to int, plain func(k int) bool) bool {
		for k := from + 1; k <= to; k++ {
			if borders(s.text, k) || k < to && !plain(k) {
				return false
			}
		}
		return from < to
	}
	article := func(k int) bool {
		class := s.text.Class(s.text.Words[k])
		return is(k) || k > p.last+1 && class.Has(empty) && !class.Has(text.Connective)
	}
	return p.first <= k && k <= p.last && p.first < p.last || between(k, p.first, is) || k > p.last+1 && between(p.last, k, article)
}

// scores are the best of a value's places, of its rivals, and of those that may be none.
func (s *siting) scores(v *value) (here, strong, weak score, stands bool) {
	for i := range s.seats {
		switch p := &s.seats[i]; {
		case p.own:
			here, stands = here.most(v.scoreOf(p)), true
		case p.weak:
			weak = weak.most(v.scoreOf(p))
		default:
			strong = strong.most(v.scoreOf(p))
		}
	}
	return here, strong, weak, stands
}

// most is the greater of two scores.
func (s score) most(o score) score {
	if o.all > s.all || o.all == s.all && o.named > s.named {
		return o
	}
	return s
}

// breaks reports whether a value of which its name says that it is the least, or the most, is not:
// a rival, or the other end of its own figure, is.
func (s *siting) breaks(v *value) bool {
	beyond := func(l label, reading string, n text.Number) bool {
		amount := amountOf(n, reading)
		return words["least"][l.fold] && amount < v.amount || words["most"][l.fold] && amount > v.amount
	}
	alike := func(p seat) bool {
		return slices.ContainsFunc(s.seats, func(o seat) bool { return o.own && text.UnitName(o.number.Unit) == text.UnitName(p.number.Unit) })
	}
	for _, l := range v.labels {
		if v.figure == nil || !bound(l.fold) || len(labelOf(s.text, l.fold)) > 0 {
			continue
		}
		for _, p := range s.seats {
			if alike(p) && !p.weak && (beyond(l, p.number.Value, p.number) || beyond(l, p.number.High, p.number)) {
				return true
			}
		}
	}
	return false
}
