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
// beside are the other numbers and short texts of its object: they tell what it is a
// figure of.
func (c *checker) numberLeaf(leaf ownschema.Leaf, attached []int, beside []ownschema.Leaf) {
	index := len(c.res.Claims)
	c.res.Claims = append(c.res.Claims, Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path, Key: leaf.Key})
	defer c.settle(index)
	cl := &c.res.Claims[index]
	c.gather(cl, attached)
	cl.Judgement = claim.Judgement{Outcome: claim.Refuted, Risk: 1}
	fits := map[agreement]bool{}
	risk := mixedRisk
	for _, f := range c.figuresOf(cl) {
		fit, of := f.fits(leaf, beside), f.isOf(beside)
		switch {
		case of == turned:
			fit = turned
		case fit == aligned && f.lacks(beside): // it is proven of something that nothing beside it names
			fit, of = apart, aligned
			if f.row {
				of = apart
			}
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
	case cl.Cited || c.rules.AgainstAll:
		c.find(report.ClaimNumber, -1, index, fmt.Sprintf("%s is not in the words quoted for %s", cl.Text, cl.Path))
	default:
		c.find(report.ClaimUncited, -1, index, "no citation")
	}
}

// figure is a number of a source sentence, among the others of its unit there.
type figure struct {
	site
	number text.Number
	value  float64
	others []figure // without others of their own
	row    bool     // it stands in a table's row, which names what it tells of
	bound  bool     // it is the least or the greatest, as its member's name says
}

// figuresOf lists where a claim's number stands in the sentences that it cites, or
// in the words that it quotes of them; in an audit, where it stands anywhere.
func (c *checker) figuresOf(cl *Claim) (out []figure) {
	for _, i := range cl.Citations {
		cit := &c.res.Citations[i]
		found := c.figuresIn(cl, cit.Chunk, &cit.Sentence, cit.Sentence.said())
		if len(found) == 0 {
			found = c.figuresIn(cl, cit.Chunk, &cit.Sentence, cit.Match.Source)
		}
		out = append(out, found...)
	}
	if c.rules.AgainstAll && len(cl.Citations) == 0 {
		for _, source := range c.havingFigure(cl) {
			out = append(out, c.figuresIn(cl, source.Chunk, source, source.said())...)
		}
	}
	return out
}

// havingFigure are the sentences of the evidence that have a claim's figure, the first of
// them where they are many.
func (c *checker) havingFigure(cl *Claim) []*SourceSentence {
	if c.byFigure == nil {
		c.byFigure = map[float64][]*SourceSentence{}
		for source := range c.allSentences() {
			for _, f := range readFigures(source.Text) {
				if known := c.byFigure[f.value]; len(known) < maxQuotes && !slices.Contains(known, source) {
					c.byFigure[f.value] = append(known, source)
				}
			}
		}
	}
	wanted, _ := strconv.ParseFloat(cl.Text, 64)
	scale, _ := scaleOf(cl.Key)
	out := c.byFigure[wanted]
	for _, other := range [...]float64{wanted * scale, -wanted * scale} {
		if other != wanted {
			out = append(out[:len(out):len(out)], c.byFigure[other]...)
		}
	}
	return out
}

// figuresIn lists where a claim's number stands in what a source sentence says.
func (c *checker) figuresIn(cl *Claim, chunk int, sentence *SourceSentence, said string) (out []figure) {
	wanted, err := strconv.ParseFloat(cl.Text, 64)
	if err != nil {
		return nil
	}
	scale, scaled := scaleOf(cl.Key)
	all := readFigures(said)
	for _, f := range all {
		bare := scale == 1 || !f.scaled() && strings.Contains(c.ev.Passages[chunk].lowered(), scaled) // in a table's head
		fallen := wanted < 0 && nearly(f.value, -wanted*scale) && f.falls()
		if !(f.value == wanted && bare || nearly(f.value, wanted*scale) || fallen) {
			continue
		}
		f.row = len(cells(sentence.Text)) > 0
		for _, other := range all {
			if other.value != f.value && strings.EqualFold(other.number.Unit, f.number.Unit) {
				f.others = append(f.others, other)
			}
		}
		out = append(out, f)
	}
	return out
}

// falls reports whether the figure's clause tells of a fall, by which the figure is less
// than nothing: "fell 12 percent".
func (f *figure) falls() bool {
	for i, w := range f.text.Words {
		if claim.Excludes("rise", w.Fold, f.text.Language()) && f.shares(label{i}) {
			return true
		}
	}
	return false
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
		first := slices.IndexFunc(read.Words, func(w text.Word) bool { return w.End > n.Start })
		last := first
		for last+1 < len(read.Words) && read.Words[last+1].Start < n.End {
			last++
		}
		for _, reading := range []string{n.Value, n.High, n.Alt} {
			value, err := strconv.ParseFloat(strings.TrimSpace(reading), 64)
			if err != nil {
				continue
			}
			if n.Negative {
				value = -value
			}
			out = append(out, figure{site: site{read, first, last}, number: n, value: value})
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
// is no bound of the kind that the name says, or where the name belongs to another
// figure: by its clause or, where clauses do not tell, since it stands nearer.
func (f *figure) fits(leaf ownschema.Leaf, beside []ownschema.Leaf) agreement {
	all, own := nameOf(leaf, beside)
	_, scale := scaleOf(leaf.Key)
	all = slices.DeleteFunc(all, func(fold string) bool { return fold == scale })
	if last := len(all) - 1; last >= 0 {
		switch unit := f.number.Unit; {
		case sameUnit(all[last], unit):
			all = all[:last]
		case words["least"][all[last]], words["most"][all[last]]:
		case f.otherUnit(all[last]), otherScale(all[last], unit), f.counts(all[last]):
			return turned
		}
	}
	found, owned := 0, map[agreement]int{}
	var telling []label
	for _, word := range all {
		of := labelOf(f.text, word)
		switch {
		case len(of) > 0 && slices.Contains(own, word):
			telling = append(telling, of)
			owned[f.owns(of, f.rivals())]++
			found++
		case len(of) > 0:
			found++
		case f.breaks(word):
			return turned
		case words["least"][word] || words["most"][word]:
			f.bound = true
		}
	}
	if owned[aligned] == 0 && (owned[turned] > 0 || f.outdone(telling)) {
		return turned
	}
	if found == len(all) {
		return aligned
	}
	return apart
}

// breaks reports whether a word makes the figure a bound that another one is.
func (f *figure) breaks(word string) bool {
	greater := func(o figure) bool { return o.value > f.value }
	smaller := func(o figure) bool { return o.value < f.value }
	return words["least"][word] && slices.ContainsFunc(f.others, smaller) || words["most"][word] && slices.ContainsFunc(f.others, greater)
}

// outdone reports whether some labels stand nearer to a rival, all together.
func (f *figure) outdone(labels []label) bool {
	return slices.ContainsFunc(f.rivals(), func(rival site) bool {
		here, there := 0, 0
		for _, of := range labels {
			if f.shares(of) && rival.shares(of) {
				continue // each has one of its own
			}
			here += f.distance(of)
			there += rival.distance(of)
		}
		return there < here
	})
}

// isOf tells whether a figure is one of what stands beside it: aligned where a text or
// number of the same object is in its clause and in no clause of another figure, turned
// where it is the other way round.
func (f *figure) isOf(beside []ownschema.Leaf) agreement {
	for _, other := range beside {
		says := f.isOfText(other.Text)
		if other.Number {
			says = f.isOfNumber(other)
		}
		if says != apart {
			return says
		}
	}
	return apart
}

func (f *figure) isOfText(said string) agreement {
	for _, w := range readSpoken(said).words {
		if says := f.owns(labelOf(f.text, w.fold), f.rivals()); says != apart {
			return says
		}
	}
	return apart
}

// isOfNumber is isOf for a number beside it, which may be a part of a rival itself.
func (f *figure) isOfNumber(leaf ownschema.Leaf) agreement {
	wanted, err := strconv.ParseFloat(leaf.Text, 64)
	scale, _ := scaleOf(leaf.Key)
	for _, other := range f.others {
		if err == nil && (other.value == wanted || nearly(other.value, wanted*scale)) {
			return f.owns(label{other.first}, slices.DeleteFunc(f.rivals(), func(r site) bool { return other.joins(r) }))
		}
	}
	return apart
}

// rivals are the places of the other figures, but for one that it is a part of.
func (f *figure) rivals() (out []site) {
	for _, other := range f.others {
		if !f.joins(other.site) {
			out = append(out, other.site)
		}
	}
	return out
}

// lacks reports whether some short text beside it has no word in the figure's sentence.
func (f *figure) lacks(beside []ownschema.Leaf) bool {
	return slices.ContainsFunc(beside, func(other ownschema.Leaf) bool {
		said := readSpoken(other.Text).words
		return !other.Number && len(said) > 0 && !slices.ContainsFunc(said, func(w term) bool { return len(labelOf(f.text, w.fold)) > 0 })
	})
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

// counts reports whether a word of a member's name says that the figure counts or measures
// something else: it is a unit, and the figure has another, or it stands right behind other
// figures of the sentence and not behind this one.
func (f *figure) counts(word string) bool {
	isUnit := measures(word)
	if isUnit && measures(f.number.Unit) {
		return true // the same unit has been told before
	}
	of := labelOf(f.text, word)
	if len(of) == 0 {
		return isUnit && !words["dates"][word]
	}
	if !isUnit && !measures(f.number.Unit) {
		return false
	}
	behind := map[int]bool{} // words that stand right behind a figure, or are its unit; true for this one
	for _, n := range readFigures(f.text.Text) {
		own := n.first == f.first
		behind[n.last] = behind[n.last] || own
		behindIt := n.last+1 < len(f.text.Words) && !borders(f.text, n.last+1)
		if behindIt && (n.number.Unit == "" || sameUnit(word, n.number.Unit)) {
			behind[n.last+1] = behind[n.last+1] || own
		}
	}
	return !slices.ContainsFunc(of, func(at int) bool { own, counted := behind[at]; return own || !counted })
}

// measures reports whether a word is a unit that measures something.
func measures(unit string) bool {
	if unit == "" {
		return false
	}
	n := text.Number{Value: "1", Unit: unit}
	measure, known := n.Measure()
	return known && measure.Kind != unit || text.IsUnit(unit)
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
