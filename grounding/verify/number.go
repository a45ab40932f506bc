package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// plainRisk is the risk of a figure whose source sentence does not have its member's
// name, mixedRisk the same where the sentence has other figures of its unit. They
// are conventions, not measurements.
const plainRisk, mixedRisk = 0.3, 0.6

// numberLeaf judges a leaf that is a number: the value has to stand in the words
// quoted for it, with its sign and scale, in whatever spelling (5.0 for "5 mg",
// 1482000000 for "1,482 million"). It is proven where its member's name stands
// there as well, and refuted where the name belongs to another figure.
// beside are the short texts of its object: they name what it is a figure of.
func (c *checker) numberLeaf(leaf ownschema.Leaf, attached []int, beside []string) {
	index := len(c.res.Claims)
	c.res.Claims = append(c.res.Claims, Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path, Key: leaf.Key})
	defer c.settle(index)
	cl := &c.res.Claims[index]
	c.gather(cl, attached)
	cl.Judgement = claim.Judgement{Outcome: claim.Refuted, Risk: 1}
	fits := map[agreement]bool{}
	risk := mixedRisk
	for _, f := range c.figuresOf(cl) {
		fit, of := f.fits(leaf.Key), f.isOf(beside)
		switch {
		case of == turned:
			fit = turned
		case fit == aligned && f.lacks(beside): // it is proven of something that nothing beside it names
			fit, of = apart, aligned
		}
		fits[fit] = true
		if fit == apart && (len(f.others) == 0 || f.bound || of == aligned) {
			risk = plainRisk
		}
	}
	switch {
	case fits[aligned]:
		cl.Stands = true
		cl.Judgement = claim.Judgement{Outcome: claim.Carried, Supported: new(true), Support: 1}
	case fits[apart]:
		cl.Stands = risk <= c.rules.MaxRisk
		cl.Judgement = claim.Judgement{Outcome: claim.Open, Support: 1, Risk: risk}
		if !cl.Stands {
			detail := fmt.Sprintf("the source has %s, and other figures, and nothing that is called %s", cl.Text, leaf.Key)
			c.find(report.ClaimUnsupported, -1, index, detail)
		}
	case fits[turned]:
		c.find(report.ClaimNumber, -1, index, fmt.Sprintf("the source gives %s for something else than %s", cl.Text, leaf.Key))
	case cl.Cited:
		c.find(report.ClaimNumber, -1, index, fmt.Sprintf("%s is not in the words quoted for %s", cl.Text, cl.Path))
	default:
		c.find(report.ClaimUncited, -1, index, "no citation")
	}
}

// figure is a number of a source sentence, among the others of its unit there.
type figure struct {
	text   *text.Text
	number text.Number
	value  float64
	others []figure // without others of their own
	bound  bool     // it is the least or the greatest, as its member's name says
}

// figuresOf lists where a claim's number stands in the sentences that it cites, or
// in the words that it quotes of them.
func (c *checker) figuresOf(cl *Claim) (out []figure) {
	wanted, err := strconv.ParseFloat(cl.Text, 64)
	scale, scaled := scaleOf(cl.Key)
	for _, i := range cl.Citations {
		cit := &c.res.Citations[i]
		is := func(f figure) bool {
			bare := scale == 1 || !f.scaled() && strings.Contains(c.ev.Passages[cit.Chunk].lowered(), scaled) // in a table's head
			return err == nil && (f.value == wanted && bare || nearly(f.value, wanted*scale))
		}
		all := readFigures(cit.Sentence.Text)
		if !slices.ContainsFunc(all, is) {
			all = readFigures(cit.Match.Source)
		}
		for _, f := range all {
			if !is(f) {
				continue
			}
			for _, other := range all {
				if other.value != f.value && strings.EqualFold(other.number.Unit, f.number.Unit) {
					f.others = append(f.others, other)
				}
			}
			out = append(out, f)
		}
	}
	return out
}

// scaleOf is the scale that a member's name gives its figures, and its word: a
// million for "revenue_million_usd", 1 for none.
func scaleOf(key string) (scale float64, word string) {
	const least = 100
	for _, fold := range folds(ownschema.Spaced(key)) {
		read := text.Numbers("1 " + fold)
		if len(read) != 1 || strings.ContainsFunc(fold, unicode.IsDigit) {
			continue
		}
		if value, err := strconv.ParseFloat(read[0].Value, 64); err == nil && value >= least {
			return value, fold
		}
	}
	return 1, ""
}

// scaled reports whether a figure is written with a scale of its own: "412.6 million".
func (f *figure) scaled() bool {
	return slices.ContainsFunc(folds(f.number.Text), func(fold string) bool {
		scale, _ := scaleOf(fold)
		return scale > 1
	})
}

// nearly reports whether two figures are the same but for the rounding of a product.
func nearly(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) }

// readFigures lists the numbers of a text, each reading of one by itself.
func readFigures(said string) (out []figure) {
	read := text.Read(said)
	for _, n := range read.Numbers() {
		if !strings.Contains(n.Text, "/") {
			n.Unit, _, _ = strings.Cut(n.Unit, "/") // a member's name has no "a day"
		}
		for _, reading := range []string{n.Value, n.High, n.Alt} {
			value, err := strconv.ParseFloat(strings.TrimSpace(reading), 64)
			if err != nil {
				continue
			}
			if n.Negative {
				value = -value
			}
			out = append(out, figure{text: read, number: n, value: value})
		}
	}
	return out
}

// holdsNumber reports whether a text states a JSON number's value.
func holdsNumber(said, number string) bool {
	wanted, err := strconv.ParseFloat(number, 64)
	return err == nil && slices.ContainsFunc(readFigures(said), func(f figure) bool { return f.value == wanted })
}

// fits tells how a figure agrees with the name of its member: aligned where the
// sentence has all words of the name, turned where its unit is another one, where it
// is no bound of the kind that the name says, or where the name stands nearer to
// another figure.
func (f *figure) fits(key string) agreement {
	_, scale := scaleOf(key)
	name := slices.DeleteFunc(folds(ownschema.Spaced(key)), func(fold string) bool { return fold == scale })
	if last := len(name) - 1; last >= 0 {
		switch unit := f.number.Unit; {
		case sameUnit(name[last], unit):
			name = name[:last]
		case words["least"][name[last]], words["most"][name[last]]:
		case f.otherUnit(name[last]), otherScale(name[last], unit):
			return turned
		}
	}
	greater := func(o figure) bool { return o.value > f.value }
	smaller := func(o figure) bool { return o.value < f.value }
	found, here := 0, 0
	there := make([]int, len(f.others))
	for _, word := range name {
		places := f.places(word)
		switch {
		case len(places) > 0:
			found++
			away := f.distance(places)
			here += away
			for k := range f.others {
				if f.shares(places) && f.others[k].shares(places) { // each has one of its own
					there[k] += away
				} else {
					there[k] += f.others[k].distance(places)
				}
			}
		case words["least"][word] && slices.ContainsFunc(f.others, smaller), words["most"][word] && slices.ContainsFunc(f.others, greater):
			return turned
		case words["least"][word] || words["most"][word]:
			f.bound = true
		}
	}
	if slices.ContainsFunc(there, func(d int) bool { return d < here }) {
		return turned
	}
	if found == len(name) {
		return aligned
	}
	return apart
}

// isOf tells whether a figure is one of what stands beside it: aligned where a word of
// that is in its clause and in no clause of another figure, turned where it is the other
// way round.
func (f *figure) isOf(beside []string) agreement {
	for _, name := range beside {
		for _, w := range readSpoken(name).words {
			places := f.places(w.fold)
			here := f.shares(places)
			there := slices.ContainsFunc(f.others, func(o figure) bool { return o.shares(places) })
			switch {
			case here && !there:
				return aligned
			case there && !here:
				return turned
			}
		}
	}
	return apart
}

// lacks reports whether some short text has no word in the figure's sentence.
func (f *figure) lacks(beside []string) bool {
	return slices.ContainsFunc(beside, func(name string) bool {
		said := readSpoken(name).words
		return len(said) > 0 && !slices.ContainsFunc(said, func(w term) bool { return len(f.places(w.fold)) > 0 })
	})
}

// shares reports whether one of some words stands in the figure's clause.
func (f *figure) shares(places []int) bool {
	first, _ := f.words()
	return first >= 0 && slices.ContainsFunc(places, func(place int) bool {
		for k := min(first, place) + 1; k <= max(first, place); k++ {
			w := f.text.Words[k]
			if endsClause(f.text.Text[f.text.Words[k-1].End:w.Start]) || f.text.Class(w).Has(text.Connective) {
				return false
			}
		}
		return true
	})
}

// words are the first and the last word of a figure.
func (f *figure) words() (first, last int) {
	first = slices.IndexFunc(f.text.Words, func(w text.Word) bool { return w.End > f.number.Start })
	last = first
	for last+1 < len(f.text.Words) && f.text.Words[last+1].Start < f.number.End {
		last++
	}
	return first, last
}

// places are where a word stands in the figure's sentence: its words by number.
func (f *figure) places(word string) (out []int) {
	for i, w := range f.text.Words {
		switch {
		case kindred(w.Fold, word), words["least"][word] && words["least"][w.Fold], words["most"][word] && words["most"][w.Fold]:
			out = append(out, i)
		}
	}
	return out
}

// distance is how many words and ends of clauses lie between a figure and the nearest
// of some places.
func (f *figure) distance(places []int) int {
	first, last := f.words()
	nearest := 2 * len(f.text.Words)
	for _, place := range places {
		away := max(first-place, place-last)
		for k := max(min(first, place), 0) + 1; k <= max(last, place); k++ {
			if between := f.text.Text[f.text.Words[k-1].End:f.text.Words[k].Start]; endsClause(between) && !strings.Contains(between, ":") {
				away++ // behind a colon stands the value of what is in front
			}
		}
		nearest = min(nearest, away)
	}
	return nearest
}

// sameUnit reports whether a word of a member's name is the unit of a figure.
func sameUnit(word, unit string) bool {
	bare := strings.ToLower(strings.TrimLeft(unit, "°"))
	if bare == "" {
		return false
	}
	if word == bare || kindred(word, bare) || text.UnitName(word) == text.UnitName(unit) {
		return true
	}
	read := text.Numbers("1 " + word)
	return len(read) == 1 && strings.EqualFold(read[0].Unit, unit)
}

// otherUnit reports whether a word of a member's name is a unit of what the figure
// measures, by which it would be another measure: "hours" for days; or whether it
// makes the figure a share or a sum of money that it is not.
func (f *figure) otherUnit(word string) bool {
	if read := text.Numbers("1 " + word); len(read) == 1 && (read[0].Kind == text.Percent || read[0].Kind == text.Money) {
		return f.number.Unit != "" && !strings.EqualFold(read[0].Unit, f.number.Unit)
	}
	renamed := f.number
	renamed.Unit = word
	theirs, known := f.number.Measure()
	named, converts := renamed.Measure()
	return known && converts && theirs.Kind == named.Kind && theirs.Kind != f.number.Unit && theirs.Value != named.Value
}

// otherScale reports whether a word of a member's name is the unit of a figure with
// another prefix: "kw" for W, "g" for mg.
func otherScale(word, unit string) bool {
	short, long := word, strings.ToLower(unit)
	if len(short) > len(long) {
		short, long = long, short
	}
	known := text.IsUnit(unit) || text.IsUnit(strings.ToLower(unit))
	return known && short != "" && len(long) == len(short)+1 && strings.HasSuffix(long, short)
}
