package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// tale is a value with what the evidence has to tell it of: the words of its member's name
// and, in a row, the other values of the row.
type tale struct {
	value   *statement
	of      *statement
	others  []*statement // values that stand beside it, or that it was chosen among
	figures bool         // it is nothing but a figure
}

func taleOf(v *value, beside []ownschema.Leaf) tale {
	names, row := strings.Join(ownName(v.name, beside), " "), inRow(v.Path)
	t := tale{value: readSpoken(v.Text)}
	for _, other := range beside {
		if row && !other.Number {
			names += " " + other.Text
		}
		if other.Text != v.Text {
			t.others = append(t.others, readSpoken(other.Text))
		}
	}
	if v.figure != nil {
		t.value = &statement{numbers: []text.Number{*v.figure}}
	} else if read := text.Numbers(v.Text); len(read) == 1 && read[0].Text == strings.TrimSpace(v.Text) {
		t.value = &statement{numbers: read}
	}
	t.of, t.figures = readSpoken(names), len(t.value.words) == 0 && len(t.value.figures()) > 0
	t.of.numbers, t.of.shown = nil, ""
	return t
}

// inRow reports whether a leaf stands in an object of an array.
func inRow(path string) bool {
	above := strings.TrimSuffix(parent(path), "/")
	return above != "" && !strings.ContainsFunc(above[strings.LastIndexByte(above, '/')+1:], unicode.IsLetter)
}

// standsIn reports whether a sentence has the value.
func (t *tale) standsIn(source *statement) bool {
	has := func(n text.Number) bool {
		return slices.ContainsFunc(source.figures(), func(o text.Number) bool { return amountOf(n, n.Value) == amountOf(o, o.Value) || n.SameValue(o) })
	}
	lacks := func(n text.Number) bool { return !has(n) }
	return t.value.in(source, nil).missing == 0 && !slices.ContainsFunc(t.value.figures(), lacks)
}

// rivalIn reports whether a sentence has another value of the same kind: another figure of the
// unit, or of none where it may lack that, a value that stands beside this one, a name.
func (t *tale) rivalIn(source *statement, lacks bool) bool {
	rival := func(n text.Number) bool {
		same := func(own text.Number) bool {
			alike := own.Unit == "" || lacks && n.Unit == "" || text.UnitName(own.Unit) == text.UnitName(n.Unit)
			return alike && own.Kind == n.Kind && amountOf(own, own.Value) != amountOf(n, n.Value)
		}
		return slices.ContainsFunc(t.value.figures(), func(own text.Number) bool { return same(own) && !own.SameValue(n) })
	}
	if t.figures {
		return slices.ContainsFunc(source.figures(), rival)
	}
	other := func(o *statement) bool { return len(o.words) > 0 && o.in(source, nil).missing == 0 }
	named := func(n text.Name) bool {
		return !n.First && !t.names(n.Text) && t.of.in(readStatement(n.Text), nil).found == 0
	}
	return slices.ContainsFunc(t.others, other) || slices.ContainsFunc(text.Read(source.shown).Names(), named)
}

func (t *tale) names(name string) bool { return t.value.in(readStatement(name), nil).found > 0 }

// toldOf holds a value against the sentences that speak of its member's name. It is apart where
// one that has another value speaks more of the name than each that has this one, or where this
// one stands beside another and nothing there speaks of the name; and turned where its sentence,
// then, speaks of a member beside it.
func (l *leafPass) toldOf(t tale, v *value, beside []ownschema.Leaf) agreement {
	if len(t.of.words) == 0 {
		return aligned
	}
	most, elsewhere, alone := -1, 0, false
	var places []*statement
	for source, s := range l.m.ev.allSentences() {
		if !t.standsIn(s) {
			if n := t.of.in(s, nil).found; n > elsewhere && t.rivalIn(s, true) {
				elsewhere = n
			}
			continue
		}
		around := l.m.ev.whereItStands(source)
		most = max(most, t.of.in(s.with(around), nil).found)
		alone = alone || !t.figures || !t.rivalIn(s, false) && (v.figure == nil || slices.ContainsFunc(s.figures(), v.measures))
		places = append(places, s)
	}
	switch {
	case most < 0, elsewhere <= most && (most > 0 || alone):
		return aligned
	case elsewhere <= most:
		return apart
	}
	for _, other := range beside {
		theirs := readSpoken(strings.Join(ownName(strings.Fields(ownschema.Spaced(other.Key)), []ownschema.Leaf{v.Leaf}), " "))
		speaks := func(s *statement) bool { return theirs.in(s, nil).found > 0 }
		if other.Key != v.Key && !inRow(v.Path) && slices.ContainsFunc(places, speaks) {
			return turned
		}
	}
	return apart
}

// measures reports whether a figure that is a value's has a unit, or the value has: a bare number
// may be one of anything.
func (v *value) measures(n text.Number) bool {
	return amountOf(n, n.Value) == v.amount && (n.Unit != "" || v.figure.Unit != "")
}

// whereItStands is what governs a sentence of the evidence or names what it speaks of.
func (e *Evidence) whereItStands(s *SourceSentence) *statement {
	whole := e.Passages[s.Chunk].around(s.span.Start, s.span.End)
	whole.Chunk = s.Chunk
	return e.surroundings(&whole)
}

// saysAnother reports whether the sentences that speak of a member's name, or have what stands
// beside it in its object, have another value of the schema's list and not this one.
func (l *leafPass) saysAnother(leaf ownschema.Leaf, beside []ownschema.Leaf) bool {
	name := readSpoken(ownschema.Spaced(leaf.Key))
	speaks := func(s *statement) bool {
		return name.in(s, nil).found > 0 || slices.ContainsFunc(beside, func(o ownschema.Leaf) bool { return o.Key != leaf.Key && valueIn(o.Text)(s) })
	}
	tells := func(value string) bool {
		has := valueIn(value)
		return slices.ContainsFunc(l.vouching.sentences(), func(s *statement) bool { return speaks(s) && has(s) })
	}
	return !tells(leaf.Text) && slices.ContainsFunc(leaf.Others, tells)
}

// valueIn tells of sentences whether they have a value: its words and figures, or its sign.
func valueIn(value string) func(*statement) bool {
	if code := codeOf(value); code != "" {
		return func(s *statement) bool { return hasCode(s.shown, code) }
	}
	said := readSpoken(value)
	return func(s *statement) bool {
		return len(said.words)+len(said.figures()) > 0 && said.in(s, nil).missing == 0 && !slices.ContainsFunc(said.figures(), s.lacks)
	}
}

// codeLeaf judges a value of one letter or sign. The sentences that speak most of its member's
// name have to have it, or where none does some cited one.
func (l *leafPass) codeLeaf(leaf ownschema.Leaf, code string, beside []ownschema.Leaf) {
	name, most, found := readSpoken(ownschema.Spaced(leaf.Key)), 0, false
	for _, s := range l.vouching.sentences() {
		has := hasCode(s.shown, code) || text.IsUnit(leaf.Text) && slices.ContainsFunc(s.figures(), func(n text.Number) bool { return text.UnitName(n.Unit) == text.UnitName(leaf.Text) })
		if n := name.in(s, nil).found; n > most {
			most, found = n, has
		} else if n == most {
			found = found || has
		}
	}
	switch cl := claimOf(leaf); {
	case found, most == 0 && strings.ContainsFunc(leaf.Text, unicode.IsLower): // "x"
	case len(leaf.Others) > 0 && !l.saysAnother(leaf, beside), hasCode(l.m.ev.Question, code):
		l.doubt(cl, leaf.Says())
	default:
		l.res.fail(cl, report.ClaimEntity, "no source tells of "+leaf.Says())
	}
}

// calledLeaf judges a member's name that the model chose: a figure and a name in it have to
// stand in the evidence or in the question. What else an open object's keys say is in doubt
// where neither has a word of it.
func (l *leafPass) calledLeaf(leaf ownschema.Leaf) {
	lacks := func(n text.Number) bool {
		counts := n.Unit == "" && !leaf.Keyed && len(n.Value) < 3 || n.Unit == "" && len(n.Value) < 2
		return !counts && !l.m.asked().has(n) && !slices.ContainsFunc(l.vouching.sentences(), func(s *statement) bool { return s.has(n) })
	}
	words := strings.Fields(leaf.Text)
	knows := func(word string) bool { return l.m.knows(text.Fold(word)) }
	named := func(word string) bool {
		first, _ := utf8.DecodeRuneInString(word)
		return ownschema.Uncommon(word) && !knows(word) && (leaf.Keyed || leaf.Number || unicode.IsUpper(first))
	}
	strange := func(word string) bool { return ownschema.Uncommon(word) && !knows(word) }
	switch cl := claimOf(leaf); {
	case slices.ContainsFunc(text.Numbers(leaf.Text), lacks):
		l.res.fail(cl, report.ClaimNumber, "no source has the figure of "+leaf.Text)
	case slices.ContainsFunc(words, named):
		l.res.fail(cl, report.ClaimEntity, "no source tells of "+leaf.Text)
	case slices.ContainsFunc(words, strange), leaf.Keyed && !slices.ContainsFunc(words, knows):
		l.doubt(cl, leaf.Text)
	}
}
