package verify

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// seats are where a sentence has a value, all its figures or its words.
func (m *member) seats(g *ground, at int) (out []seat) {
	s := &g.sentences[at]
	for i, alike := range m.figures {
		found := g.figuresOf(alike, at)
		if len(m.figures) == 1 {
			said := slices.Concat(m.names, m.beside)
			found = slices.DeleteFunc(found, func(p seat) bool { return !m.given(s, p, said) })
		}
		if len(found) == 0 {
			return nil
		}
		if i == 0 {
			out = found
		}
	}
	if len(m.words) > 0 {
		for _, first := range runs(s.Text, m.words) {
			out = append(out, seat{clause: clause{at, s.clauses[first]}, first: first, last: first + len(m.words) - 1})
		}
	}
	return out
}

// figuresOf are where a sentence has a figure, in one of its readings: as it is, in another unit, in two
// parts ("3 hours 25 minutes"), or as a word.
func (g *ground) figuresOf(readings []text.Number, at int) (out []seat) {
	s := &g.sentences[at]
	for i, p := range s.figures {
		have := &p.number
		bears := func(want text.Number) bool {
			return claim.Bears(have, &want, s.Language()) || i > 0 && sumsTo(&s.figures[i-1].number, have, &want) || g.saysDate(have, &want)
		}
		if slices.ContainsFunc(readings, bears) {
			out = append(out, p)
		}
	}
	for k, w := range s.Words {
		value, ok := s.Language().NumberValue(w.Fold)
		if ok && len(out) == 0 && slices.ContainsFunc(readings, func(want text.Number) bool { return want.Bare() && want.Value == value }) {
			out = append(out, seat{clause: clause{at, s.clauses[k]}, first: k, last: k, number: text.Number{Kind: text.Plain, Value: value}})
		}
	}
	return out
}

func (s *groundSentence) seatOf(n text.Number, at int) seat {
	out := seat{clause: clause{sentence: at}, first: -1, number: n}
	for k, w := range s.Words {
		if w.End > n.Start && w.Start < max(n.End, n.Start+1) {
			if out.first < 0 {
				out.first = k
			}
			out.n, out.last = s.clauses[k], k
		}
	}
	return out
}

// sumsTo reports whether two figures in a row, of one dimension in two units, are a third together.
func sumsTo(a, b, want *text.Number) bool {
	const floating = 1e-9
	x, ok := a.Measure()
	y, also := b.Measure()
	sum, whole := want.Measure()
	return ok && also && whole && x.Kind == y.Kind && x.Kind == sum.Kind && x.Kind != "" && text.UnitName(a.Unit) != text.UnitName(b.Unit) &&
		b.Start-a.End < len(" and ")+1 && x.Value+y.Value-sum.Value < floating*sum.Value && sum.Value-x.Value-y.Value < floating*sum.Value
}

// saysDate reports whether a day without a year is that of a whole date, of which the evidence has the year, or a
// number may be a time.
func (g *ground) saysDate(have, want *text.Number) bool {
	day, anyYear := strings.CutPrefix(have.Value, "--")
	switch {
	case want.Kind == text.Date && have.Kind == text.Date && anyYear:
		year, rest, _ := strings.Cut(want.Value, "-")
		return rest == day && len(g.words[year]) > 0
	case want.Kind == text.Time && have.Kind.In(text.Plain, text.Code):
		at := clockTime.FindStringSubmatch(have.Text)
		return at != nil && want.Value == strings.Repeat("0", 2-len(at[1]))+at[1]+":"+cmp.Or(at[2], "00")
	}
	return false
}

// clockTime is a number that may be a time: "9", "8.20", "9h00".
var clockTime = regexp.MustCompile(`^(\d{1,2})(?:[.h](\d\d)?)?$`)

// others are where a sentence has other values of the kind: figures of the unit of those that were
// found, of any where the name says none; the values beside the member's, and names where it is one.
func (m *member) others(s *groundSentence, at int, kinds, here []seat) (out []seat) {
	for _, p := range s.figures {
		n := p.number
		alike := func(o seat) bool {
			free := len(m.figures) == 1 && m.figures[0][0].Bare() && (n.Kind == o.number.Kind || n.Kind.In(text.Plain, text.Money, text.Percent))
			return (isYear(o.number) == isYear(n) || o.of.only) && (free || o.number.Kind == n.Kind && text.UnitName(o.number.Unit) == text.UnitName(n.Unit))
		}
		whole := func(o seat) bool { return !o.of.only && s.joins(o, p) } // "9 of 4,012"
		if len(m.figures) > 0 && slices.ContainsFunc(kinds, alike) && !slices.ContainsFunc(here, func(o seat) bool { return o.number == n }) && !slices.ContainsFunc(here, whole) {
			out = append(out, p)
		}
	}
	if len(m.figures) > 0 {
		return out
	}
	for _, other := range m.rivals {
		for _, first := range runs(s.Text, other) {
			out = append(out, seat{clause: clause{at, s.clauses[first]}, first: first, last: first + len(other) - 1, beside: true})
		}
	}
	if s.Language() == text.German || !unicode.IsUpper([]rune(m.Text + " ")[0]) {
		return out // German has capitals everywhere
	}
	for _, n := range s.Names() {
		label := func(w string) bool {
			of := func(l string) bool { return kindred(l, w) }
			return slices.ContainsFunc(m.words, of) || slices.ContainsFunc(m.names, of) || slices.Contains(m.beside, w)
		}
		if (!n.First || strings.Contains(n.Text, " ")) && !slices.ContainsFunc(folds(n.Text), label) {
			out = append(out, s.seatOf(text.Number{Start: n.Start}, at))
		}
	}
	return out
}

// counts reports whether a bare figure counts what stands behind it.
func (s *groundSentence) counts(p seat) bool {
	from, to := s.counted(p)
	return from < to && p.number.Bare()
}

// joins reports whether only words without content stand between a seat and a later one, in one clause: what is
// said of the whole is said of its part.
func (s *groundSentence) joins(part, whole seat) bool {
	if part.clause != whole.clause || part.last >= whole.first {
		return false
	}
	return !slices.ContainsFunc(s.Words[part.last+1:whole.first], func(w text.Word) bool { return !s.Class(w).Has(empty) })
}

// isYear reports whether a number may be that of a year, which counts nothing.
func isYear(n text.Number) bool { return n.Bare() && len(n.Text) == 4 && n.Text == n.Value }

// runs are where some words stand in a sentence, one after the other, in any form.
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
