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

// A figure belongs to its unit, to what it counts ("2 doses"), or to the name that it ends ("stage 4").

// content reports whether a word of a clause says something that a figure may be of.
func (s *groundSentence) content(word, clause int) bool {
	return word >= 0 && s.clauses[word] == clause && !s.Class(s.Words[word]).Has(empty|uncounted) && !s.Words[word].Flags.Has(text.Digits)
}

// counted is the run of words behind a figure that it counts, as far as nothing parts them.
func (s *groundSentence) counted(p seat) (from, to int) {
	const most, characters = 4, 2
	if p.first < 0 {
		return 0, 0
	}
	goesOn := func(k int) bool {
		w := s.Words[k]
		return s.clauses[k] == p.n && strings.Trim(s.gap(k), " -‐‑") == "" && !s.Class(w).Has(empty|text.NumberWord) &&
			!w.Flags.Has(text.Digits) && (!w.Script.Unspaced() || k-p.last <= characters)
	}
	from = p.last + 1
	for to = from; to < len(s.Words) && to-from < most && goesOn(to); {
		to++
	}
	return from, to
}

// has reports whether some words of the sentence have one of a list, in any form.
func (s *groundSentence) has(from, to int, list []string) bool {
	return slices.ContainsFunc(s.Words[from:to], func(w text.Word) bool { return isOneOf(w.Fold, list) })
}

func isOneOf(word string, list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return kindred(w, word) })
}

// name is the word in front of a figure that may be the number of a name: "stage 4". sure tells that it is, since it
// opens a subject or a label, or is told to be something: "stage 4 is 30 mg".
func (s *groundSentence) name(p seat) (word string, sure bool) {
	at := p.first - 1
	if n := p.number; !n.Bare() || n.Spelled || n.Comparison != "" || strings.Contains(n.Value, "/") || isYear(n) || !s.content(at, p.n) || strings.Trim(s.gap(p.first), " -‐‑") != "" {
		return "", false
	}
	opens, next, told := true, p.last+1, false
	for k := at - 1; k >= 0 && s.clauses[k] == p.n; k-- {
		opens = opens && s.Class(s.Words[k]).Has(empty)
	}
	for ; next < len(s.Words) && s.clauses[next] == p.n && s.Class(s.Words[next]).Has(empty); next++ {
		told = told || s.Class(s.Words[next]).Has(text.Auxiliary)
	}
	told = told && next < len(s.Words) && s.Words[next].Flags.Has(text.Digits)
	return s.Words[at].Fold, p.of.only || p.of.name && opens || told
}

// given reports whether a figure of a sentence, which bears a member's, may be that: said are the words of the member's
// name and of the values beside it.
func (m *member) given(s *groundSentence, p seat, said []string) bool {
	from, to := s.counted(p)
	name, sure := s.name(p)
	if sure {
		to = from
	}
	strange := name != "" && !isOneOf(name, said)
	if unit := m.figures[0][0].Unit; unit != "" {
		names := func(have string) bool { return text.UnitName(have) == text.UnitName(unit) }
		measured := func(o seat) bool { return o.number.Unit != "" && names(o.number.Unit) }
		next := slices.IndexFunc(s.figures, func(o seat) bool { return o.number.Start >= p.number.End })
		switch {
		case p.number.Unit != "", p.number.Kind != text.Plain, words["dates"][text.Fold(unit)],
			next >= 0 && measured(s.figures[next]) && s.joins(p, s.figures[next]): // "2 or 3 mg"
			return true
		case slices.ContainsFunc(s.figures, measured):
			return !strange && (from == to || s.has(from, to, said))
		}
		spelled := func(w text.Word) bool { return names(s.Text.Text[w.Start:w.End]) }
		return slices.ContainsFunc(s.Words, spelled) || isOneOf(text.Fold(unit), folds(s.lead))
	}
	switch {
	case s.has(from, to, m.names):
		return true
	case sure && strange:
		return !s.has(0, len(s.Words), m.names[:min(1, len(m.names))])
	}
	return !slices.ContainsFunc(s.figures, func(o seat) bool { return o.first != p.first && m.counted(s, o, p) })
}

// counted reports whether another figure of a sentence counts what a member's name says, and no part of that: "9 of 40".
func (m *member) counted(s *groundSentence, other, p seat) bool {
	if _, sure := s.name(other); sure || other.number.Unit != "" || isYear(other.number) || other.number.SameValue(p.number) || p.number.Unit == "" && s.joins(p, other) {
		return false
	}
	from, to := s.counted(other)
	not := func(word string) bool { return !s.has(from, to, []string{word}) }
	return len(m.names) > 0 && !slices.ContainsFunc(m.names, not)
}

// alikeFigures reports whether two figures are of one kind and unit.
func alikeFigures(a, b *text.Number) bool {
	return a.Kind == b.Kind && text.UnitName(a.Unit) == text.UnitName(b.Unit) && isYear(*a) == isYear(*b)
}

// formulas fits signs of reckoning between figures and letters: "E = 5x + 3", "a / b".
var formulas = regexp.MustCompile(`(?:\b\pL|[\pL\d.]*\d[\pL\d.]*|\))(?:\s*[-+=×÷^/*<>≤≥±]+\s*(?:\(|[\pL\d.]*\d[\pL\d.]*|\pL\b))+`)

// changedFormula is a formula of a claim that stands in no passage that the claim cites, "" for none. Words and figures do not
// tell a changed sign. A date, a range and a share have no letter and no sign but "-" and "/": they are no formulas.
func (b *backing) changedFormula(cl *Claim) string {
	if !strings.ContainsAny(cl.Text, "+=×÷^/*<>≤≥±−") && !strings.Contains(cl.Text, " - ") {
		return "" // as most
	}
	for _, formula := range formulas.FindAllString(plainSigns.Replace(cl.Text), mostFormulas) {
		if strings.Trim(formula, "0123456789.-/ ") == "" {
			continue
		}
		squeezed := squeeze(formula)
		has := func(i int) bool {
			cit := &b.res.Citations[i]
			if cit.Chunk < 0 {
				return false
			}
			whole := b.m.ev.Passages[cit.Chunk].original
			return strings.Contains(squeeze(cit.Sentence.Text), squeezed) || len(whole) <= longestSought && strings.Contains(squeeze(whole), squeezed)
		}
		if !slices.ContainsFunc(cl.Citations, has) {
			return formula
		}
	}
	return ""
}

// At most mostFormulas formulas of a claim are looked up. A passage of up to longestSought bytes is looked through whole, of a longer
// passage only the cited sentences are.
const mostFormulas, longestSought = 8, 1 << 16

// squeeze is a text without white space, in plain signs.
func squeeze(s string) string { return strings.Join(strings.Fields(plainSigns.Replace(s)), "") }

// plainSigns are the ways to write a minus, and what stands around a formula.
var plainSigns = strings.NewReplacer("−", "-", "–", "-", "$", "")
