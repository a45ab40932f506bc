package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// value is a leaf that is a number or a few words, and what it says together with its
// member's name: "power budget: 370 W".
type value struct {
	ownschema.Leaf
	name   []string     // its member's name, without the unit of its figure
	unit   []string     // the words of the name that are
	figure *text.Number // nil for words
	amount float64      // of the figure
}

// valueLeaf judges a leaf that is a number or a few words as the sentence that it makes
// with its member's name. It fails where its value stands in no sentence that it cites, or
// is there what another member is: beside are the numbers and short texts of its object.
func (l *leafPass) valueLeaf(leaf ownschema.Leaf, attached []int, group []ownschema.Leaf) {
	index, v := len(l.res.Claims), valueOf(leaf, l.unitsOf(attached))
	l.res.Claims = append(l.res.Claims, Claim{Text: leaf.Text, Said: v.said(), Segment: -1, Path: leaf.Path})
	cl := &l.res.Claims[index]
	if v.figure != nil {
		cl.Text = cl.Said
	}
	l.judging.weigh(index, attached)
	if cl.Text = leaf.Text; cl.Stands && len(cl.Citations) > 0 {
		l.place(index, &v, beside(group, leaf))
	}
	l.judging.settle(index)
}

// place fails a value that its sources do not have, or have for something else.
func (l *leafPass) place(index int, v *value, beside []ownschema.Leaf) {
	switch placed := l.placed(&l.res.Claims[index], v, beside); {
	case placed == aligned:
		l.placeAs(index, v, l.toldOf(taleOf(v, beside), v, beside))
	case placed == turned && v.figure == nil:
		l.misplaced(index, claim.Refuted, report.ClaimNegation, "the source says something else of %s than %.100s", v.Key, v.Text)
	case placed == turned:
		l.misplaced(index, claim.Refuted, report.ClaimNumber, "the source gives %s for something else than %s", v.Text, v.Key)
	case v.figure == nil:
		l.misplaced(index, claim.Open, report.ClaimUnsupported, "the words quoted for %s say nothing of %.100s", v.Path, v.Text)
	default:
		l.misplaced(index, claim.Refuted, report.ClaimNumber, "%s is not in the words quoted for %s", v.Text, v.Path)
	}
}

func (l *leafPass) misplaced(index int, outcome claim.Outcome, code report.Code, detail string, of ...any) {
	l.res.find(code, -1, index, fmt.Sprintf(detail, of...))
	l.res.Claims[index].Stands, l.res.Claims[index].Judgement = false, claim.Judgement{Outcome: outcome, Risk: 1}
}

// placeAs fails a value that the evidence gives to another member, and remembers that it may tell
// it of something else.
func (l *leafPass) placeAs(index int, v *value, how agreement) {
	if l.res.Claims[index].untold = how != aligned; how == turned {
		l.misplaced(index, claim.Refuted, report.ClaimUnsupported, "the source gives %.100s for something else than %s", v.Text, v.Key)
	}
}

// unitsOf are the units of the figures in the sentences that some citations name.
func (l *leafPass) unitsOf(citations []int) (out []string) {
	for _, i := range citations {
		for _, n := range text.Numbers(l.res.Citations[i].Sentence.Text) {
			out = append(out, n.Unit)
		}
	}
	return out
}

// valueOf reads a leaf. The words at the end of its member's name are its figure's unit
// where a figure can have them; units are those of its sources.
func valueOf(leaf ownschema.Leaf, units []string) value {
	v := value{Leaf: leaf, name: strings.Fields(ownschema.Spaced(leaf.Key))}
	amount, err := strconv.ParseFloat(leaf.Text, 64)
	if err != nil || !isFigure(leaf) {
		return v
	}
	digits := strconv.FormatFloat(amount, 'f', -1, 64)
	v.figure = &text.Number{Text: digits, Value: digits}
	v.amount = amount
	for k := range v.name {
		unit := slices.Clone(v.name[k:])
		for i, word := range unit {
			unit[i] = text.UnitLike(strings.ToLower(word))
			if at := slices.IndexFunc(units, func(u string) bool { return strings.EqualFold(strings.TrimLeft(u, "°"), word) }); at >= 0 {
				unit[i] = units[at]
			}
		}
		whole := digits + " " + strings.Join(unit, " ")
		if read := text.Numbers(whole); len(read) == 1 && read[0].End == len(whole) && !bound(unit[0]) {
			v.name, v.unit, v.figure = v.name[:k], v.name[k:], &read[0]
			v.amount = amountOf(read[0], read[0].Value)
			break
		}
	}
	return v
}

// isFigure reports whether a leaf is a number, as JSON has them or as a text that is nothing else.
func isFigure(leaf ownschema.Leaf) bool {
	const most = 15 // digits that a floating-point number tells apart
	return leaf.Number || len(leaf.Text) <= most && strings.Trim(leaf.Text, "0123456789.") == "" && strings.Trim(leaf.Text, ".") == leaf.Text
}

// bound reports whether a word of a member's name says the least or the greatest, which may
// be spelt like a unit: "min".
func bound(word string) bool { return words["least"][word] || words["most"][word] }

// said is what a value says together with its member's name.
func (v *value) said() string {
	says := v.Text
	if v.figure != nil {
		says = v.figure.Text
	}
	if len(v.name) == 0 {
		return says
	}
	return strings.Join(v.name, " ") + ": " + says
}

func amountOf(n text.Number, reading string) float64 {
	value, err := strconv.ParseFloat(strings.TrimSpace(reading), 64)
	if err != nil {
		return math.NaN()
	}
	if n.Negative {
		return -value
	}
	return value
}

// placed tells how a value stands in the sentences that are cited for it: aligned where
// nothing speaks for another member, turned where something does, apart where it stands in
// none.
func (l *leafPass) placed(cl *Claim, v *value, beside []ownschema.Leaf) agreement {
	best, name, speaks, cited := apart, readSpoken(strings.Join(v.name, " ")), false, []*statement(nil)
	for _, i := range cl.Citations {
		cit := &l.res.Citations[i]
		found := v.placedIn(text.Read(cit.Sentence.said()), beside)
		if found == apart {
			found = v.placedIn(text.Read(cit.Match.Source), beside)
		}
		best = max(best, found)
		l.m.ev.eachSentence(&cit.Sentence, func(s *statement, _ *SourceSentence) bool {
			cited, speaks = append(cited, s), speaks || name.in(s, nil).found > 0
			return true
		})
	}
	if v.figure != nil || best == turned {
		return best
	}
	if found := together(v.Leaf, cited); found != apart || speaks {
		return found
	}
	return together(v.Leaf, l.vouching.sentences())
}

func (v *value) placedIn(read *text.Text, beside []ownschema.Leaf) agreement {
	best := apart
	for _, at := range v.sites(read, beside) {
		if best = max(best, turned); !at.another(v, beside) {
			best = aligned
		}
	}
	return best
}

// sites are where a value stands in a sentence, each with its rivals: other figures of its
// unit, or what stands beside it in its object.
func (v *value) sites(read *text.Text, beside []ownschema.Leaf) (out []site) {
	if v.figure == nil {
		var rivals []site
		for _, other := range beside {
			if other.Text != v.Text && (other.Number || other.Short) {
				rivals = append(rivals, sitesOf(read, other.Text)...)
			}
		}
		for _, at := range sitesOf(read, v.Text) {
			at.rivals = rivals
			out = append(out, at)
		}
		return out
	}
	all := figuresIn(read)
	for _, f := range all {
		if f.amount != v.amount || !v.measuredBy(f.number, read) {
			continue
		}
		for _, other := range all {
			if other.amount != f.amount && (v.figure.Unit == "" && text.IsUnit(f.number.Unit) || strings.EqualFold(other.number.Unit, f.number.Unit)) {
				f.rivals = append(f.rivals, other)
			}
		}
		out = append(out, f)
	}
	return out
}

// measuredBy reports whether a figure of a source measures what the value does. One that has
// no unit there does where the value's stands in its sentence.
func (v *value) measuredBy(n text.Number, read *text.Text) bool {
	switch ours := v.figure.Unit; {
	case ours == "":
		return !v.otherwiseLettered(n, read)
	case strings.EqualFold(ours, n.Unit):
		return true
	case n.Unit == "":
		has := func(o text.Number) bool { return text.UnitName(o.Unit) == text.UnitName(ours) }
		return (len(labelOf(read, ours)) > 0 || words["dates"][ours]) && !slices.ContainsFunc(read.Numbers(), has)
	default:
		return text.UnitName(ours) == text.UnitName(n.Unit)
	}
}

// otherwiseLettered reports whether the letter that ends a value's name is a unit, and not that of
// a figure: temp_c of "24 hours". A letter that the source has by itself is a name: vitamin_c.
func (v *value) otherwiseLettered(n text.Number, read *text.Text) bool {
	if len(v.name) < 2 || n.Unit == "" {
		return false
	}
	letter := v.name[len(v.name)-1]
	if len(letter) != 1 || len(labelOf(read, letter)) > 0 {
		return false
	}
	begins := func(word string) bool { return strings.EqualFold(firstByte(strings.TrimLeft(word, "°")), letter) }
	if slices.ContainsFunc(strings.Fields(n.Unit), begins) || slices.ContainsFunc(strings.Fields(text.UnitName(n.Unit)), begins) {
		return false
	}
	isUnit := func(letter string) bool { return text.Numbers("1 " + letter)[0].Unit != "" }
	upper := strings.ToUpper(letter)
	return isUnit(strings.ToLower(letter)) || isUnit(upper) || isUnit("°"+upper)
}

func firstByte(s string) string { return s[:min(1, len(s))] }

// figuresIn are the numbers of a sentence, each reading of one by itself.
func figuresIn(read *text.Text) (out []site) {
	for _, n := range read.Numbers() {
		at := siteOf(read, n.Start, n.End)
		at.number = n
		for _, reading := range [...]string{n.Value, n.High, n.Alt} {
			if at.amount = amountOf(n, reading); !math.IsNaN(at.amount) {
				out = append(out, at)
			}
		}
	}
	return out
}

// another reports whether a value stands in the sentence for another member: the words of its
// name, or the other values of its object, stand nearer to a rival; or it is no bound of the kind
// that its name says.
func (p *site) another(v *value, beside []ownschema.Leaf) bool {
	var named, around []label
	for _, word := range ownName(v.nameAt(p), beside) {
		if at := labelOf(p.text, word); len(at) > 0 {
			if named = append(named, at); v.figure == nil && p.outsaid(at) {
				return true
			}
		} else if p.breaks(word) {
			return true
		}
	}
	for _, other := range beside {
		if !other.Number && !other.Short {
			continue
		}
		for _, fold := range folds(other.Text) {
			if at := labelOf(p.text, fold); len(at) > 0 {
				around = append(around, at)
			}
		}
	}
	return p.outdone(named) || p.outdone(around)
}

// nameAt are the words of a value's name where it stands, its unit among them if it has none
// there: in a head, or behind the word as in "day 2".
func (v *value) nameAt(p *site) []string {
	if v.figure == nil || p.number.Unit != "" {
		return v.name
	}
	return slices.Concat(v.name, v.unit)
}

// ownName are the words of a name without those of its neighbours' names: what two members
// share does not tell them apart.
func ownName(name []string, beside []ownschema.Leaf) []string {
	own := folds(strings.Join(name, " "))
	for _, other := range beside {
		theirs := folds(ownschema.Spaced(other.Key))
		own = slices.DeleteFunc(own, func(w string) bool { return slices.Contains(theirs, w) })
	}
	return own
}

// breaks reports whether a word makes the figure a bound that a rival is.
func (p *site) breaks(word string) bool {
	return slices.ContainsFunc(p.rivals, func(r site) bool {
		return words["least"][word] && r.amount < p.amount || words["most"][word] && r.amount > p.amount
	})
}

// hasNumber reports whether a text states a JSON number's value.
func hasNumber(said, number string) bool {
	wanted, err := strconv.ParseFloat(number, 64)
	return err == nil && slices.ContainsFunc(figuresIn(text.Read(said)), func(f site) bool { return f.amount == wanted })
}
