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
