package verify

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// smallLeaf judges a leaf that says something only together with its member's
// name and is no claim: a boolean, a choice, a number that stands for a source.
func (l *leafPass) smallLeaf(leaf ownschema.Leaf, attached []int, group []ownschema.Leaf) {
	cl, near := claimOf(leaf), beside(group, leaf)
	switch {
	case ordinal(leaf):
	case leaf.Number:
		l.pointer(cl, leaf.Says())
	case text.Asks(leaf.Text):
		l.accountLeaf(leaf, claim.Split(leaf.Text))
	case codeOf(leaf.Text) != "":
		l.codeLeaf(leaf, codeOf(leaf.Text), attached, near)
	default:
		found := together(leaf, l.vouching.sentences())
		if m := memberOf(leaf, near, citedWords{}); found == aligned && len(leaf.Others) > 0 && l.m.rules.Near && l.evidence().hold(&m, anySentence) != sure {
			found = apart
		}
		told := slices.ContainsFunc(folds(ownschema.Spaced(leaf.Key)), l.m.knows)
		if says := truthIn(leaf.Text); !told && says != apart && leaf.Text != "true" && leaf.Text != "false" && l.m.mayAskWhether() {
			found, leaf.Free = l.vouching.turnedQuestion(says), true // its name tells of nothing: it answers what was asked
		}
		switch {
		case truthIn(leaf.Text) == apart && len(leaf.Others) > 0 && l.saysAnother(leaf, attached, near):
			l.res.fail(cl, report.ClaimNegation, "the source says something else than "+leaf.Says())
		case found == apart:
			if leaf.Free {
				l.res.fail(cl, report.TextUnaccounted, "no source tells of "+leaf.Says())
				return
			}
			l.doubt(cl, leaf.Says())
		case found == turned:
			l.res.fail(cl, report.ClaimNegation, oppositeOf+leaf.Says())
		}
	}
}

const oppositeOf = "the source says the opposite of "

// shortLeaf judges a free text of a word or two, which is a claim where it cites or names
// what nothing else does.
func (l *leafPass) shortLeaf(leaf ownschema.Leaf, attached []int, group []ownschema.Leaf) {
	value, code := readSpoken(leaf.Text), codeOf(leaf.Text)
	if len(attached) == 0 {
		attached = l.having(value)
	}
	if text.Asks(leaf.Text) || len(attached) == 0 && !l.m.absentName(leaf.Text) || len(value.words) == 0 || code != "" {
		l.smallLeaf(leaf, attached, group)
		return
	}
	l.valueLeaf(leaf, attached, group)
}

// absentName reports whether a short text has a name that neither question nor evidence has:
// a capital, and no common word.
func (m *material) absentName(said string) bool {
	for _, w := range text.Read(said).Words {
		r, _ := utf8.DecodeRuneInString(said[min(w.Start, len(said)):])
		if unicode.IsUpper(r) && !text.Listed(w.Fold) && !m.knows(w.Fold) {
			return true
		}
	}
	return false
}

// having are the citations of chunks that have a sentence with all of a statement.
func (l *leafPass) having(value *statement) (out []int) {
	for i := range l.res.Citations {
		cit := &l.res.Citations[i]
		has := func(source *statement) bool { return value.in(source, nil).missing == 0 }
		if cit.Stands && slices.ContainsFunc(l.m.ev.Passages[cit.Chunk].statements(), has) {
			out = append(out, i)
		}
	}
	return out
}

// unbound is a statement that an exception of its source's does not turn: a bare name
// says nothing that the exception could bind.
func (p *statement) unbound() *statement {
	out := &statement{words: slices.Clone(p.words), numbers: p.figures(), turned: p.turned}
	for i := range out.words {
		out.words[i].bounded = true
	}
	return out
}

// together holds a small leaf, with its member's name, against some sentences: as one statement
// where they have all of it; else a value alone, first against those that speak of what its name
// says.
func together(leaf ownschema.Leaf, sentences []*statement) agreement {
	name, value := readStatement(ownschema.Spaced(leaf.Key)), readSpoken(leaf.Text)
	if says := truthOf(leaf.Text); says != apart {
		return name.among(sentences, says)
	}
	if len(value.words) == 0 {
		if tells(leaf.Text, empty|operators) {
			return apart // "not", "both": it says something that no word of a source can show
		}
		return aligned
	}
	if whole := readStatement(ownschema.Spaced(leaf.Key)+" "+leaf.Text).among(sentences, aligned); len(name.words) > 0 && whole != apart {
		return whole
	}
	value = value.unbound()
	best, named := apart, apart
	for _, source := range sentences {
		found := value.against(source, nil)
		best = max(best, found)
		if name.in(source, nil).found > 0 {
			named = max(named, found)
		}
	}
	if named != apart {
		return named
	}
	return best
}

// truthOf is truthIn of a leaf, which may be a boolean.
func truthOf(value string) agreement {
	switch value {
	case "true":
		return aligned
	case "false":
		return turned
	}
	return truthIn(value)
}

// opposite is a statement with the opposite of what it says.
func (p *statement) opposite() *statement {
	out := &statement{turned: true, words: slices.Clone(p.words)}
	for i := range out.words {
		out.words[i].denied = !out.words[i].denied
	}
	return out
}

// ordinal reports whether a number only counts the elements of its array.
func ordinal(leaf ownschema.Leaf) bool {
	parts := strings.Split(leaf.Path, "/")
	if !leaf.Number || len(parts) < 2 {
		return false
	}
	at, err := strconv.Atoi(parts[len(parts)-2])
	n, wrong := strconv.Atoi(leaf.Text)
	return err == nil && wrong == nil && (n == at || n == at+1)
}

// pointer judges a number in the place of an identifier or a grade. A share may
// grade the answer; any other number is one of a source, or stands in one.
func (l *leafPass) pointer(cl Claim, said string) {
	stands := func(cit Citation) bool { return cit.Stands && hasNumber(cit.Sentence.Text, cl.Text) }
	told := func(s *statement) bool {
		return slices.ContainsFunc(s.figures(), func(n text.Number) bool { return n.Value == cl.Text })
	}
	if slices.ContainsFunc(l.res.Citations, stands) || l.m.rules.AgainstAll && slices.ContainsFunc(l.vouching.sentences(), told) {
		return
	}
	if share, err := strconv.ParseFloat(cl.Text, 64); err == nil && share >= 0 && share <= 1 {
		l.doubt(cl, said)
		return
	}
	l.res.fail(cl, report.ClaimNumber, "no source has the number of "+said)
}

// doubt tells of a leaf that cannot be judged. Where nothing may pass that is
// unjudged, it fails.
func (l *leafPass) doubt(cl Claim, said string) {
	if !l.m.rules.Accounted {
		leave(cl, l.res)
		return
	}
	var shown Claim // what a judge is shown: it cites nothing itself
	for i := range l.res.Citations {
		shown.Citations = append(shown.Citations, i)
	}
	cl.Said, cl.Sources = said, l.res.sources(&shown)
	l.res.fail(cl, report.TextUnaccounted, "no source tells of "+said)
	if !l.m.rules.HoldUnjudged {
		cl := &l.res.Claims[len(l.res.Claims)-1]
		cl.Stands, cl.Supported, cl.Judgement = true, nil, claim.Judgement{Outcome: claim.Unjudged}
	}
}

// saysAnother reports whether the sentences that the member's value itself cites, that speak of its name, or have
// what stands beside it in its object, have another value of the schema's list and not this one.
func (l *leafPass) saysAnother(leaf ownschema.Leaf, attached []int, beside []ownschema.Leaf) bool {
	var cited []*statement
	for _, i := range attached {
		if cit := &l.res.Citations[i]; cit.Stands && cit.Path == leaf.Path {
			cited = append(cited, l.m.ev.reading(cit))
		}
	}
	name := readSpoken(ownschema.Spaced(leaf.Key))
	speaks := func(s *statement) bool {
		return name.in(s, nil).found > 0 || slices.ContainsFunc(beside, func(o ownschema.Leaf) bool { return o.Key != leaf.Key && valueIn(o.Text)(s) })
	}
	tells := func(value string) bool {
		has := valueIn(value)
		return slices.ContainsFunc(cited, has) || slices.ContainsFunc(l.vouching.sentences(), func(s *statement) bool { return speaks(s) && has(s) })
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
func (l *leafPass) codeLeaf(leaf ownschema.Leaf, code string, attached []int, beside []ownschema.Leaf) {
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
	case len(leaf.Others) > 0 && !l.saysAnother(leaf, attached, beside), hasCode(l.m.ev.Question, code):
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
