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

// A value is its member's where one statement of a source holds it, in its unit, and says of it
// what the member's name says. Each word of the name that the statement has belongs to the value
// that stands nearest to it, this one or a rival; what governs the statement speaks of all of them.

// membership is how sources tell a value of its member.
type membership int

const (
	nowhere   membership = iota // no sentence that is cited has it
	ofAnother                   // they tell it of something else, or the member of another value
	untold                      // not all that its name says is said of it
	asMember                    // each word of its name is accounted for
)

// value is a leaf that is a figure or a few words, and what its source has to say of it.
type value struct {
	ownschema.Leaf
	name   []string     // its member's name, without the unit of its figure
	figure *text.Number // nil for words
	kind   string       // a word that says no more of it than what kind of value it is
	amount float64      // of the figure
	own    *statement   // the words of its name
	words  *statement   // of words
	whole  *statement   // its name and itself
	labels []label
	spoken bool       // a sentence that is cited for it has a word of its name
	others [][]string // values that stand beside it, or that it was chosen among
	mate   *statement // the words of the names beside its own that it has not
}

// label is a word that belongs to a value.
type label struct {
	term
	beside bool // it is a value that stands beside this one, and need not be told
	shared bool // a member beside has it in its name, too
}

// valueOf reads a leaf. The words at the end of its member's name are its figure's unit
// where a figure can have them; units are those of its sources.
func valueOf(leaf ownschema.Leaf, units []string) value {
	v := value{Leaf: leaf, name: strings.Fields(ownschema.Spaced(leaf.Key))}
	if !isFigure(leaf) {
		if read := text.Numbers(leaf.Text); len(read) == 1 && read[0].Text == strings.Trim(leaf.Text, " .") {
			v.figure, v.amount = &read[0], amountOf(read[0], read[0].Value)
		}
		return v
	}
	v.amount, _ = strconv.ParseFloat(leaf.Text, 64)
	digits := strconv.FormatFloat(v.amount, 'f', -1, 64)
	v.figure = &text.Number{Text: digits, Value: digits, Kind: text.Plain}
	for k := range v.name {
		unit := slices.Clone(v.name[k:])
		for i, word := range unit {
			unit[i] = text.UnitLike(strings.ToLower(word))
			if at := slices.IndexFunc(units, func(u string) bool { return strings.EqualFold(strings.TrimLeft(u, "°"), word) }); at >= 0 {
				unit[i] = units[at]
			}
		}
		whole := digits + " " + strings.Join(unit, " ")
		if read := text.Numbers(whole); len(read) == 1 && read[0].End == len(whole) && !bound(unit[0]) && (k == 0 || v.name[k-1] != "per") {
			v.name, v.figure = v.name[:k], &read[0]
			v.amount = amountOf(read[0], read[0].Value)
			break
		}
	}
	return v
}

// among says what a value's source has to tell: the words of its name and, in a row, the other
// values of the row.
func (v *value) among(beside []ownschema.Leaf) {
	v.words, v.whole = readSpoken(v.Text).unbound(), readStatement(strings.Join(v.name, " ")+" "+v.Text)
	mates := ""
	for _, other := range beside {
		named := valueOf(other, nil)
		mates += " " + strings.Join(named.name, " ")
		if !inRow(v.Path) && other.Text != v.Text && len(text.Numbers(other.Text)) == 0 {
			v.others = append(v.others, folds(other.Text))
		}
	}
	for _, other := range v.Others {
		v.others = append(v.others, folds(other))
	}
	mate, own := readSpoken(mates), readSpoken(strings.Join(v.name, " "))
	v.own = own
	v.mate = &statement{words: slices.DeleteFunc(slices.Clone(mate.words), func(w term) bool { return own.find(&w) >= 0 })}
	v.kind = v.kindOf()
	for _, w := range own.words {
		if w.fold != v.kind && !(v.kind == "year" && words["dates"][w.fold]) {
			v.labels = append(v.labels, label{term: w, shared: mate.find(&w) >= 0})
		}
	}
	for _, other := range beside {
		for _, w := range text.Read(other.Text).Words {
			ties := inRow(v.Path) || v.figure != nil || len(v.Others) > 0
			if ties && other.Text != v.Text && other.Key != v.Key && !text.Unknown.Class(w.Fold).Has(text.Stop) {
				row := inRow(v.Path) && !other.Number
				v.labels = append(v.labels, label{term: term{fold: w.Fold, lemma: claim.Lemma(w.Fold, text.Unknown)}, beside: !row})
			}
		}
	}
}

// kindOf is a word that says no more of a value than what kind of value it is.
func (v *value) kindOf() string {
	switch read := text.Read(v.Text); {
	case v.figure != nil && isYear(*v.figure):
		return "year"
	case v.figure != nil:
		return string(v.figure.Kind)
	case text.IsUnit(v.Text):
		return "unit"
	case len(read.Names()) == 1 && read.Names()[0].Text == v.Text:
		return "name"
	}
	return ""
}

// isFigure reports whether a leaf is a number, as JSON has them or as a text that is nothing else.
func isFigure(leaf ownschema.Leaf) bool {
	const most = 15 // digits that a floating-point number tells apart
	return leaf.Number || leaf.Text != "" && len(leaf.Text) <= most && strings.Trim(leaf.Text, "0123456789.") == "" && strings.Trim(leaf.Text, ".") == leaf.Text
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

// amounts reports whether a number, in some reading, has the value's amount.
func (v *value) amounts(n text.Number) bool {
	reads := func(reading string) bool { return amountOf(n, reading) == v.amount }
	return v.figure.SameValue(n) || reads(n.Value) || reads(n.High) || reads(n.Alt)
}

// inRow reports whether a leaf stands in an object of an array.
func inRow(path string) bool {
	above := strings.TrimSuffix(parent(path), "/")
	_, err := strconv.Atoi(above[strings.LastIndexByte(above, '/')+1:])
	return err == nil
}

// measuredBy reports whether a figure of a source measures what the value does. One that has
// no unit there does where the value's stands in its sentence.
func (v *value) measuredBy(n text.Number, read *text.Text) bool {
	over, _, rate := strings.Cut(n.Unit, "/")
	switch ours := v.figure.Unit; {
	case rate && over == ours:
		return true
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

// standsIn reports whether a sentence has the value, in some order and form.
func (v *value) standsIn(source *statement) bool {
	if v.figure != nil {
		return slices.ContainsFunc(source.figures(), v.amounts)
	}
	if len(v.words.words) == 0 {
		return strings.Contains(source.shown, v.Text) // a code
	}
	return v.words.in(source, nil).missing == 0
}

// sentence is a sentence of the evidence, read for the values of an answer.
type sentence struct {
	*text.Text
	around *statement
}

// sentenceOf reads a sentence, once for all values.
func (l *leafPass) sentenceOf(said *statement, source *SourceSentence) sentence {
	read, ok := l.read[said]
	if !ok {
		whole := l.m.ev.Passages[source.Chunk].around(source.span.Start, source.span.End)
		whole.Chunk = source.Chunk
		row := SourceSentence{Sentence: source.Sentence}
		row.Lead = whole.Lead
		read = sentence{text.Read(row.said()), l.m.ev.surroundings(&whole)}
		l.read[said] = read
	}
	return read
}

// tell holds a value against the evidence. It has to stand in a sentence that is cited for it; which
// ones are, cites tells.
func (l *leafPass) tell(v *value, cites func(*SourceSentence) bool) membership {
	need, found, right, proven, mates := v.need(), false, false, false, true
	var best, rival, doubtful score
	for source, said := range l.m.ev.allSentences() {
		has, mine := v.standsIn(said), cites(source)
		speaks := func(l label) bool {
			return said.find(&l.term) >= 0 || l.beside && strings.Trim(l.fold, "0123456789") == "" && strings.Contains(said.shown, l.fold)
		}
		if !has && !slices.ContainsFunc(v.labels, speaks) {
			continue
		}
		v.spoken = v.spoken || mine && v.own.in(said, nil).found > 0
		read := l.sentenceOf(said, source)
		at := v.site(read.Text, read.around)
		here, strong, weak, stands := at.scores(v)
		rival, doubtful = rival.most(strong), doubtful.most(weak)
		if !stands && has && v.figure == nil {
			stands, here = true, v.scattered(said, read.around)
		}
		if !stands {
			continue
		}
		best = best.most(here)
		if !mine {
			continue
		}
		found = true
		if strong.all > here.all || at.breaks(v) || v.denied(said) {
			continue
		}
		right, mates = true, mates && v.mate.in(said, nil).found > 0
		proven = proven || here.sure == need && !said.bound && !v.whole.in(said, nil).differs
	}
	switch {
	case !found:
		if rival.all > 0 && len(v.Others) > 0 {
			return ofAnother
		}
		return nowhere
	case !right, rival.all > best.all && rival.named > best.named && (rival.named == need || best.named == 0 && v.figure != nil), mates && rival.named > best.named && !inRow(v.Path):
		return ofAnother
	case !proven, rival.all > best.all, doubtful.named > best.named:
		return untold
	}
	return asMember
}

// need is how many labels the name of a value gives it.
func (v *value) need() (n int) {
	for _, l := range v.labels {
		if !l.beside {
			n++
		}
	}
	return n
}

// scattered is the score of a value whose words stand apart in a sentence.
func (v *value) scattered(said, around *statement) (s score) {
	for _, l := range v.labels {
		if said.find(&l.term) >= 0 || around.find(&l.term) >= 0 {
			if s.all++; !l.beside {
				s.named, s.sure = s.named+1, s.sure+1
			}
		}
	}
	return s
}

// denied reports whether a sentence says that a value is not its member's.
func (v *value) denied(said *statement) bool {
	whole := v.whole.holds(said, aligned)
	return v.figure == nil && (whole == turned || whole == apart && v.words.against(said, nil) == turned)
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
	cl.Text = leaf.Text
	l.place(index, &v, beside(group, leaf))
	l.judging.settle(index)
}

// place fails a value that its sources do not have, or have for something else.
func (l *leafPass) place(index int, v *value, beside []ownschema.Leaf) {
	cl := &l.res.Claims[index]
	if !cl.Stands || len(cl.Citations) == 0 {
		return
	}
	v.among(beside)
	cites := func(s *SourceSentence) bool {
		return slices.ContainsFunc(cl.Citations, func(i int) bool {
			at := &l.res.Citations[i].Sentence
			return at.Chunk == s.Chunk && at.span.Start < s.span.End && s.span.Start < at.span.End
		})
	}
	how := l.tell(v, cites)
	if how == nowhere && v.figure == nil && !v.spoken {
		how = l.tell(v, l.vouching.cited)
	}
	switch {
	case how == ofAnother && v.figure == nil:
		l.misplaced(index, claim.Refuted, report.ClaimNegation, "the source says something else of %s than %.100s", v.Key, v.Text)
	case how == ofAnother:
		l.misplaced(index, claim.Refuted, report.ClaimNumber, "the source gives %s for something else than %s", v.Text, v.Key)
	case how == nowhere && v.figure == nil:
		l.misplaced(index, claim.Open, report.ClaimUnsupported, "the words quoted for %s say nothing of %.100s", v.Path, v.Text)
	case how == nowhere && isFigure(v.Leaf):
		l.misplaced(index, claim.Refuted, report.ClaimNumber, "%s is not in the words quoted for %s", v.Text, v.Path)
	default:
		cl.untold = how != asMember
	}
}

func (l *leafPass) misplaced(index int, outcome claim.Outcome, code report.Code, detail string, of ...any) {
	l.res.find(code, -1, index, fmt.Sprintf(detail, of...))
	l.res.Claims[index].Stands, l.res.Claims[index].Judgement = false, claim.Judgement{Outcome: outcome, Risk: 1}
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

// hasNumber reports whether a text states a JSON number's value.
func hasNumber(said, number string) bool {
	wanted, err := strconv.ParseFloat(number, 64)
	return err == nil && slices.ContainsFunc(text.Numbers(said), (&value{figure: &text.Number{Value: number}, amount: wanted}).amounts)
}
