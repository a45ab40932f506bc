package claim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/text"
)

// A claim may say a thing in other terms than its source: "8 km" for 5 miles, "a tablet"
// for one tablet, "colour" for color, "fuel's charged" for fuel is charged. What may stand
// for what depends on what the source has: rounding makes one figure the same as several
// that are not the same. So the claim is put in the source's own terms before the two are
// compared.

// inTermsOf returns the claim in the terms of a source statement. It holds until the next
// call.
func (h *Hearing) inTermsOf(source *statement) *statement {
	c, out := &h.claim, &h.restated
	out.text, out.lang, out.numbers, out.start, out.end = c.text, c.lang, c.numbers, c.start, c.end
	out.parsed.Store(nil)
	out.atoms = slices.Grow(out.atoms[:0], len(c.atoms)+2)
	mark := atomMark(0) // for the next atom
	for i := range c.atoms {
		a := c.atoms[i]
		if a.number >= 0 && i+1 < len(c.atoms) && c.isOne(&a) && source.hasWithArticle(&c.atoms[i+1]) { // "one tablet"
			mark = articleBefore | oneBefore
			continue
		}
		a.mark |= mark
		mark = 0
		out.atoms = append(out.atoms, a)
		switch {
		case out.counts(&a):
			out.takeFigure(source)
		case a.kind == noOperator && a.content() && out.lang <= text.English && !source.contains(a.key):
			out.takeWord(source)
		}
		out.countOne(source)
		if i+1 == len(c.atoms) || c.atoms[i+1].start != c.atoms[i].start { // "that's" is two atoms already
			out.spellOut(source)
		}
	}
	return out
}

// takeWord gives the last atom the key of a word of the source that it may stand for.
func (st *statement) takeWord(source *statement) {
	last := len(st.atoms) - 1
	a := &st.atoms[last]
	for _, key := range loadSynonyms()[a.key] {
		if source.hasWord(key) {
			a.key = key
			return
		}
	}
	if before := last - 1; before >= 0 && st.hyphened(before) {
		if key := stemKey(st.folded(before) + st.folded(last)); source.hasWord(key) { // "re-charged", "recharged"
			st.atoms[before].key, st.atoms[before].end = key, a.end
			st.atoms = st.atoms[:last]
		}
	}
}

// hyphened reports whether a hyphen ties atom i to the next one.
func (st *statement) hyphened(i int) bool {
	return i+1 < len(st.atoms) && st.atoms[i].number < 0 && st.text[st.atoms[i].end:max(st.atoms[i].end, st.atoms[i+1].start)] == "-"
}

func (st *statement) folded(i int) string { return st.fold(&st.atoms[i]) }

func (st *statement) fold(a *atom) string { return text.Fold(st.word(a)) }

// hasWord reports whether some atom that is no operator has the key.
func (st *statement) hasWord(key uint32) bool {
	return slices.ContainsFunc(st.atoms, func(a atom) bool { return a.key == key && a.kind == noOperator })
}

// spellOut puts the source's "is" or "has" behind the last atom, where the claim has "'s".
func (st *statement) spellOut(source *statement) {
	last := len(st.atoms) - 1
	if last < 0 || !strings.HasSuffix(st.word(&st.atoms[last]), "'s") || st.lang > text.English {
		return
	}
	owns := func(a atom) bool { return a.key == st.atoms[last].key && strings.HasSuffix(source.word(&a), "'s") }
	if slices.ContainsFunc(source.atoms, owns) {
		return // "the country's main export", of which it is the owner
	}
	for j := 1; j < len(source.atoms); j++ {
		verb := source.atoms[j]
		if verb.kind == tense && source.atoms[j-1].key == st.atoms[last].key && (verb.key == isKey || verb.key == haveKey) {
			verb.start, verb.end, verb.mark = st.atoms[last].end-int32(len("'s")), st.atoms[last].end, verbMark
			st.atoms[last].end = verb.start
			st.atoms = append(st.atoms, verb)
			return
		}
	}
}

// counts reports whether an atom is a figure, or a word that may be one.
func (st *statement) counts(a *atom) bool {
	return a.number >= 0 || a.key == halfKey
}

var halfKey, withinKey = stemKey("half"), stemKey("within")

// takeFigure gives the last atom the key of the source's figure that it states again. An
// "about" in front of one in another form goes where the source has none: it says less.
func (st *statement) takeFigure(source *statement) {
	last := len(st.atoms) - 1
	if !st.counts(&st.atoms[last]) {
		return
	}
	j := st.figureOf(last, source)
	if j < 0 {
		return
	}
	a, b := &st.atoms[last], &source.atoms[j]
	a.key, a.kind = b.key, b.kind
	about := last > 0 && st.atoms[last-1].key == aboutKey && (j == 0 || source.atoms[j-1].key != aboutKey)
	if about && st.otherForm(a, source, b) {
		a.mark |= st.atoms[last-1].mark & (commaBefore | stopBefore)
		st.atoms = slices.Delete(st.atoms, last-1, last)
	}
}

// figureOf returns the figure of the source that atom i gives, -1 for none.
func (st *statement) figureOf(i int, source *statement) int {
	for j := range source.atoms {
		if source.atoms[j].key == st.atoms[i].key {
			return j
		}
	}
	for j := range source.atoms {
		if source.counts(&source.atoms[j]) && st.restatesFigure(i, source, j) {
			return j
		}
	}
	return -1
}

// otherForm reports whether two figures are in different units.
func (st *statement) otherForm(a *atom, source *statement, b *atom) bool {
	if a.number < 0 || b.number < 0 {
		return true
	}
	x, y := &st.numbers[a.number], &source.numbers[b.number]
	return x.Kind != y.Kind || text.UnitName(x.Unit) != text.UnitName(y.Unit)
}

// restatesFigure reports whether atom i gives figure j of the source in another form.
func (st *statement) restatesFigure(i int, source *statement, j int) bool {
	a, b := &st.atoms[i], &source.atoms[j]
	if a.number < 0 || b.number < 0 {
		return a.number >= 0 && st.isHalf(a) || b.number >= 0 && source.isHalf(b)
	}
	have, want := &source.numbers[b.number], &st.numbers[a.number]
	if want.Unit == "" && have.Unit == "" && want.Kind == have.Kind {
		return false // in the same form
	}
	if measureOf(want) == "heat" && (!st.isTemperature(want) || !source.isTemperature(have)) {
		return false
	}
	how := rounding{digits: 2, about: i > 0 && st.atoms[i-1].key == aboutKey}
	if st.bounds(i) || source.bounds(j) {
		how = rounding{digits: 3} // a bound that is rounded off is another bound
	}
	return how.converts(have, want)
}

// isHalf reports whether a figure is a half: "50 % of the staff" are half of it.
func (st *statement) isHalf(a *atom) bool {
	n := &st.numbers[a.number]
	m, ok := share(n)
	return ok && n.Kind.In(text.Percent, text.Fraction) && m == text.Measure{Value: 0.5} && n.High == ""
}

// bounds reports whether a figure bounds what is said, by a word of comparison in front of
// it or behind it: "at least 5 miles".
func (st *statement) bounds(i int) bool {
	if c := st.numbers[st.atoms[i].number].Comparison; c != "" && c != "≈" {
		return true
	}
	if i == 0 {
		return false
	}
	before := &st.atoms[i-1]
	return before.kind == compared && before.key != aboutKey || before.key == withinKey || hasKey(st.atoms[:i], boundKeys...)
}

var boundKeys = []uint32{stemKey("maximum"), stemKey("minimum"), stemKey("limit")}

// countOne puts the source's "one" in front of the last atom, where the claim has "a".
func (st *statement) countOne(source *statement) {
	last := len(st.atoms) - 1
	a := st.atoms[last]
	if !a.is(oneBefore) || a.is(nameMark) {
		return
	}
	if j := source.countedOne(&a); j >= 0 {
		one := source.atoms[j]
		one.start, one.end = st.articleOf(&a)
		one.mark, one.number = contentMark|a.mark&(commaBefore|stopBefore), -1
		a.mark &^= articleBefore | oneBefore | commaBefore | stopBefore
		st.atoms = append(st.atoms[:last], one, a)
	}
}

// articleOf returns where the article in front of an atom stands.
func (st *statement) articleOf(a *atom) (start, end int32) {
	before := strings.TrimRight(st.text[:a.start], " ")
	return int32(strings.LastIndexByte(before, ' ') + 1), int32(len(before))
}

// isOne reports whether a figure is a plain one.
func (st *statement) isOne(a *atom) bool {
	n := &st.numbers[a.number]
	return n.Bare() && n.Value == "1" && n.High == ""
}

// hasWithArticle reports whether the source has an atom behind "a" or "an".
func (st *statement) hasWithArticle(a *atom) bool {
	return slices.ContainsFunc(st.atoms, func(b atom) bool { return b.key == a.key && b.is(oneBefore) })
}

// countedOne returns the plain one in front of an atom of the source, -1 for none.
func (st *statement) countedOne(a *atom) int {
	for j := 1; j < len(st.atoms); j++ {
		if one := &st.atoms[j-1]; st.atoms[j].key == a.key && one.number >= 0 && st.isOne(one) {
			return j - 1
		}
	}
	return -1
}

// rounding tells how exactly a claim has to give a figure that it converts.
type rounding struct {
	digits int  // that count at least
	about  bool // the claim says that it is not exact
}

// converts reports whether a figure of the claim is one of the source in another unit,
// rounded at most to the digits that it is written with.
func (r rounding) converts(have, want *text.Number) bool {
	if have.High != "" || want.High != "" {
		return have.High != "" && want.High != "" && r.convertsRange(have, want)
	}
	x, y := weighed(have, want), weighed(want, have)
	a, ok := share(&x)
	b, also := share(&y)
	switch {
	case !ok || !also || a.Kind != b.Kind:
		return false
	case near(a.Value, b.Value, floating):
		return true
	case a.Kind == "" && (x.Kind != text.Fraction || y.Kind != text.Percent) && !r.about:
		return false // 33 % is no third, but a third is 33 %
	case a.Kind != "" && !a.Rounded && !b.Rounded:
		return false // a metric figure needs no rounding
	}
	const roundAbout = 0.015 // as a share
	return r.about && near(a.Value, b.Value, roundAbout) || math.Abs(a.Value-b.Value) <= r.halfStep(&y, b, a)
}

// convertsRange is converts for the ends of two ranges.
func (r rounding) convertsRange(have, want *text.Number) bool {
	from, to := bothEnds(have), bothEnds(want)
	return len(from) == len(to) && r.converts(&from[0], &to[0]) && r.converts(&from[1], &to[1])
}

// halfStep is half the step between two figures with as many digits as one is written
// with, in the unit that it is measured in. The digits count from the first one of the
// smaller of the two measures: 97 is not 100 to two digits.
func (r rounding) halfStep(n *text.Number, m, exact text.Measure) float64 {
	value, ok := n.Float()
	if !ok || value == 0 || n.Kind == text.Fraction {
		return 0
	}
	size := math.Abs(value)
	if ratio := math.Abs(exact.Value / m.Value); ratio < 1 && m.Kind != "heat" {
		size *= ratio
	}
	step := math.Pow10(int(math.Floor(math.Log10(size))) + 1 - max(r.digits, digitsOf(n)))
	first, next := *n, *n
	first.Negative, next.Negative = false, false
	next.Value = strconv.FormatFloat(math.Abs(value)+step/2, 'f', -1, 64)
	x, _ := share(&first)
	y, _ := share(&next)
	return y.Value - x.Value + floating*math.Abs(m.Value)
}

// digitsOf counts the digits that a figure is written with, without zeros that may only
// tell how large it is: three of "10.0", one of "100".
func digitsOf(n *text.Number) int {
	const digits = "0123456789"
	whole, decimals, _ := strings.Cut(n.Text[max(0, strings.IndexAny(n.Text, digits)):], ".")
	decimals = decimals[:len(decimals)-len(strings.TrimLeft(decimals, digits))]
	if decimals == "" {
		return len(strings.Trim(strings.Replace(n.Value, ".", "", 1), "0"))
	}
	return len(strings.TrimLeft(strings.ReplaceAll(whole, ",", "")+decimals, "0"))
}

// weighed reads pounds as a mass where the other figure is one.
func weighed(n, other *text.Number) text.Number {
	out := *n
	if n.Kind != text.Money || !strings.HasSuffix(strings.TrimSuffix(n.Text, "s"), "pound") {
		return out
	}
	if m, _ := other.Measure(); m.Kind == "mass" {
		out.Kind, out.Unit = text.Plain, "lb"
	}
	return out
}
