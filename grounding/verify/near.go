package verify

import (
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// An open claim is near to a source if one sentence of it, with what governs it, has all
// that the claim says: its words in any form and order, and by the table what no other form
// or order leaves true.

// nearness is what a claim must have as its source sentence has it.
var nearness = []func(said, source *text.Text, s *SourceSentence) bool{sameOperators, figuresInOrder, namesInOrder, sameSigns, sameSides}

// backing is the source sentences that stand behind claims.
type backing struct {
	m        *material
	res      *Result
	capitals map[string]bool // what alwaysCapital has said of a word
}

// near reports whether an open claim only has words of a source sentence that it cites, which
// nothing beside it takes back.
func (j *judging) near(cl *Claim) bool {
	if cl.Judgement.TakenBack || cl.Judgement.Suspect || cl.untold {
		return false
	}
	as := func(words string) bool { return words != "" && j.backing.nearAs(cl, words) }
	title := titleOf(cl.Text)
	if label := labelBefore(cl.Text); label != "" && j.borrows(cl, label) {
		return false
	}
	states := title == "" || !j.vouching.accounted(title[text.ListMarker(title):], claim.Sentence{Kind: claim.Heading, Numeric: true})
	return as(cl.Text) || as(cl.Said) || !states && as(cl.Text[len(title):]) // a member's name is the client's
}

// borrows reports whether a label in front of a claim has a word that the sources tell of something else than what the claim cites.
func (j *judging) borrows(cl *Claim, label string) bool {
	cited := j.cited(cl)
	return slices.ContainsFunc(spokenIn(label), func(word string) bool { return !cited.has(word) && j.m.knows(word) })
}

var aTitle = regexp.MustCompile(`^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\*\*[^*\n]{1,80}?(?::\*\*|\*\* ?[:：])\s*`)

// titleOf is a title in bold type in front of a sentence, with the sign of its item; "" for none.
func titleOf(said string) string { return aTitle.FindString(said) }

// nearAs is near for a claim in some words.
func (b *backing) nearAs(cl *Claim, words string) bool {
	own, topic, said := readStatement(words), readStatement(b.m.topic()), text.Read(words)
	asked := b.m.answered(cl)
	for source, s := range b.judgedBy(cl) {
		if len(s.Text) > longestSaid || len(words) > longestSaid || !own.nearTo(source, b.m.ev.surroundings(s), topic) {
			continue
		}
		read := text.Read(s.Text)
		if (cl.Said != "" || whole(said, read, asked)) && !slices.ContainsFunc(nearness, func(same func(said, source *text.Text, s *SourceSentence) bool) bool { return !same(said, read, s) }) {
			return true
		}
	}
	return false
}

// byHead tells whether some citations all cite by signs of no known form: 1, and 2 where they are only parts of what
// heads their sources.
func (r *Result) byHead(citations []int) byte {
	all, part := len(citations) > 0, len(citations) > 0
	for _, i := range citations {
		all, part = all && r.Citations[i].ByHead, part && r.Citations[i].ByPart
	}
	switch {
	case part:
		return 2
	case all:
		return 1
	}
	return 0
}

// citedSentences are the sentences that a claim cites, by chunk and place in it; all of the evidence in an audit where it cites
// none.
func (b *backing) citedSentences(cl *Claim) iter.Seq2[int, int] {
	return func(yield func(chunk, k int) bool) {
		for _, i := range cl.Citations {
			cited := &b.res.Citations[i].Sentence
			if cited.End == 0 {
				continue
			}
			for k, s := range b.m.ev.Passages[cited.Chunk].Sentences() {
				if s.Start < cited.span.End && cited.span.Start < s.End && !yield(cited.Chunk, k) {
					return
				}
			}
		}
		if !b.m.rules.AgainstAll || len(cl.Citations) > 0 {
			return
		}
		for _, chunk := range b.m.ev.Set.Usable() {
			for k := range b.m.ev.Passages[chunk].Sentences() {
				if b.m.ev.stopped() || !yield(chunk, k) {
					return
				}
			}
		}
	}
}

// judgedBy are these sentences and what they say, each that is cited with what governs and restricts it.
func (b *backing) judgedBy(cl *Claim) iter.Seq2[*statement, *SourceSentence] {
	return func(yield func(*statement, *SourceSentence) bool) {
		for chunk, k := range b.citedSentences(cl) {
			p := b.m.ev.Passages[chunk]
			s, said := p.Sentences()[k], p.statement(k)
			whole := SourceSentence{Sentence: report.Sentence{Text: p.original[s.Start:s.End]}, span: s.Span}
			if len(cl.Citations) > 0 {
				whole = p.around(s.Start, s.End)
			}
			if whole.Chunk = chunk; whole.span.End > s.End {
				said = said.with(p.statement(k + 1))
			}
			if !yield(said, &whole) {
				return
			}
		}
	}
}

// surroundings is what governs a source sentence or names what it speaks of.
func (e *Evidence) surroundings(s *SourceSentence) *statement {
	around := &statement{}
	if s.Lead != nil {
		around = around.with(readStatement(s.Lead.Text))
	}
	for _, title := range e.titles(nil, s.Chunk) {
		around = around.with(readStatement(title))
	}
	return around
}

// nearTo reports whether every word and figure of a statement stands in a source's
// sentence or around it. Something of it has to stand in the sentence itself.
func (p *statement) nearTo(source, around, topic *statement) bool {
	found := len(p.figures())
	for i := range p.words {
		w := &p.words[i]
		switch {
		case source.find(w) >= 0:
			found++
		case around.find(w) < 0 && topic.find(w) < 0:
			return false
		}
	}
	for _, n := range p.figures() {
		if source.lacks(n) && around.lacks(n) {
			return false
		}
	}
	return found > 0
}

// topic are the names in the question: words with a capital that no sentence begins with.
func (m *material) topic() (names string) {
	read := text.Read(m.ev.Question)
	for _, n := range read.Names() {
		if !n.First {
			names += n.Text + "; "
		}
	}
	return names
}

// operators are the roles of words that make another statement of the same content words;
// comparisons have only to stand in the source, too.
const operators, comparisons = text.Negator | text.Exception | text.Condition | text.Modal | text.Quantifier, text.Comparative | text.Approximate

// sameOperators reports whether a claim has the operators of a source sentence, or of it
// and its lead.
func sameOperators(said, source *text.Text, s *SourceSentence) bool {
	theirs, compared := rolesOf(source, operators), rolesOf(source, comparisons)
	for word := range rolesOf(said, comparisons) {
		if !compared[word] {
			return false
		}
	}
	ours := rolesOf(said, operators)
	if maps.Equal(ours, theirs) || s.Lead == nil {
		return maps.Equal(ours, theirs)
	}
	maps.Copy(theirs, rolesOf(text.Read(s.Lead.Text), operators))
	return maps.Equal(ours, theirs)
}

// rolesOf are the words of a text that have a role, with those that bind its clauses or say
// that something is not so among the operators.
func rolesOf(read *text.Text, roles text.Class) map[string]bool {
	out := map[string]bool{}
	for _, w := range read.Words {
		class := read.Class(w)
		if class.Has(roles) || roles == operators && text.IsRefuting(w.Fold) {
			out[w.Fold] = true
		}
	}
	return out
}

// figuresInOrder reports whether the figures of a claim that stand in the sentence do so in
// the claim's order, bounded as there.
func figuresInOrder(said, source *text.Text, _ *SourceSentence) bool {
	same := func(a, b text.Number) bool {
		return a.SameValue(b) && a.Comparison == b.Comparison && (a.Unit == "" || b.Unit == "" || text.UnitName(a.Unit) == text.UnitName(b.Unit))
	}
	return inOrder(said.Numbers(), source.Numbers(), text.Number.SameValue, same)
}

// namesInOrder reports the same of names, and of letters with a sign: "A+", "C#".
func namesInOrder(said, source *text.Text, _ *SourceSentence) bool {
	ours, theirs := text.FoldPage(said.Text), text.FoldPage(source.Text)
	names := map[string]bool{}
	for _, t := range [...]*text.Folded{&ours, &theirs} {
		for i := 1; i < len(t.Tokens); i++ {
			if t.Is(i, text.TokenCapital) && (said.Language() != text.German || text.IsCode(t.Raw(i))) {
				names[t.Word(i)] = true
			}
		}
	}
	pick := func(t *text.Folded) (out []string) {
		for i := range t.Tokens {
			if word := t.Word(i); names[word] && text.Unknown.Month(word) == 0 {
				out = append(out, word)
			}
		}
		return out
	}
	bare := func(a, b string) bool { return strings.TrimRight(a, "+#-") == strings.TrimRight(b, "+#-") }
	return inOrder(pick(&ours), pick(&theirs), bare, func(a, b string) bool { return a == b })
}

// sameSides reports whether a word that has two sides, in a claim and in a sentence, has the same word behind it:
// "open the valve before starting the pump" is not the reverse.
func sameSides(said, source *text.Text, _ *SourceSentence) bool {
	ours := sidesOf(said)
	const most = 100 // that are compared
	if len(ours) == 0 || len(ours) > most {
		return len(ours) == 0
	}
	theirs := sidesOf(source)
	return !slices.ContainsFunc(ours, func(s side) bool { return s.among(theirs) && !s.behindIn(theirs) })
}

// side is a word that compares or orders, with the word behind it.
type side struct {
	of     string
	behind wordForm
}

func sidesOf(t *text.Text) (out []side) {
	for k, w := range t.Words {
		if !t.Class(w).Has(text.Comparative) {
			continue
		}
		behind := k + 1
		for behind < len(t.Words) && t.Class(t.Words[behind]).Has(empty) {
			behind++
		}
		if behind < len(t.Words) && !t.Words[behind].Flags.Has(text.Digits) {
			out = append(out, side{w.Fold, wordAt(t, behind)})
		}
	}
	return out
}

func (s side) among(theirs []side) bool {
	return slices.ContainsFunc(theirs, func(o side) bool { return o.of == s.of })
}

func (s side) behindIn(theirs []side) bool {
	return slices.ContainsFunc(theirs, func(o side) bool { return o.of == s.of && o.behind.is(s.behind) })
}

// sameSigns reports whether a claim has no picture that its source has not: "✅" says yes.
func sameSigns(said, source *text.Text, _ *SourceSentence) bool {
	return !strings.ContainsFunc(said.Text, func(r rune) bool { return unicode.Is(unicode.So, r) && !strings.ContainsRune(source.Text, r) })
}

// inOrder reports whether what two lists have in common, by a first comparison, stands in
// one order, and is the same by a second.
func inOrder[T any](ours, theirs []T, alike, same func(a, b T) bool) bool {
	at := 0
	for _, x := range ours {
		if !slices.ContainsFunc(theirs, func(y T) bool { return alike(x, y) }) {
			continue
		}
		next := slices.IndexFunc(theirs[at:], func(y T) bool { return same(x, y) })
		if next < 0 {
			return false
		}
		at += next + 1
	}
	return true
}

// A claim that leaves out words of its source may leave out what binds, limits or disputes the others: "Patients under 12
// take two tablets" of a sentence that gives two to those over 12. So it has to have all of each part of the sentence from
// which it takes a word that stands in no other part. A fragment, as "Warfarin", says nothing by itself: it has to have
// that together with the words to which it answers.

// sentencePart is what a stretch of a sentence says between two signs or words that part clauses.
type sentencePart struct {
	words   []wordForm
	roles   []text.Class // of the words
	figures []text.Number
}

// partsOf reads the parts of a sentence; those without content are left out.
func partsOf(t *text.Text) (parts []sentencePart) {
	var part sentencePart
	end := func() {
		if len(part.words)+len(part.figures) > 0 {
			parts = append(parts, part)
		}
		part = sentencePart{}
	}
	numbers, last := t.Numbers(), 0
	for k, w := range t.Words {
		class := t.Class(w)
		if k > 0 && endsClause(t.Text[t.Words[k-1].End:w.Start]) || class.Has(text.Connective) {
			end()
		}
		for len(numbers) > 0 && numbers[0].Start < w.End {
			part.figures, last = append(part.figures, numbers[0]), numbers[0].End
			numbers = numbers[1:]
		}
		if w.Start >= last && hasContent(class) && len(w.Fold) > 1 {
			part.words, part.roles = append(part.words, wordForm{w.Fold, claim.Lemma(w.Fold, t.Language())}), append(part.roles, class)
		}
	}
	end()
	return parts
}

// hasContent reports whether a word of some roles tells what a sentence is about.
func hasContent(class text.Class) bool {
	return !class.Has(empty|operators) || class.Has(text.Comparative) || names(class) && !class.Has(operators&^text.Modal)
}

func (p *sentencePart) has(w wordForm) bool { return slices.ContainsFunc(p.words, w.is) }

func (p *sentencePart) counts(n text.Number) bool {
	return slices.ContainsFunc(p.figures, func(o text.Number) bool { return n.SameValue(o) && n.Comparison == o.Comparison })
}

// within reports whether all of a part stands in some others but for a few words that are no function words.
func (p *sentencePart) within(others []sentencePart, spared int) bool {
	missing := 0
	for i, w := range p.words {
		if !hasWord(others, w) {
			if missing++; p.roles[i] != 0 {
				return false
			}
		}
	}
	return missing <= spared && !slices.ContainsFunc(p.figures, func(n text.Number) bool { return !hasFigure(others, n) })
}

func hasWord(parts []sentencePart, w wordForm) bool {
	return slices.ContainsFunc(parts, func(p sentencePart) bool { return p.has(w) })
}

func hasFigure(parts []sentencePart, n text.Number) bool {
	return slices.ContainsFunc(parts, func(p sentencePart) bool { return p.counts(n) })
}

// wholeIn reports whether some words have all of each part of a sentence from which they take what no other part has, or all of
// one part where they take nothing of the kind. A sentence by itself may have another verb for a figure: "it amounts to 5 euros".
func wholeIn(source, taken, heard []sentencePart, fragment bool) bool {
	takes, one := false, false
	for i := range source {
		others := slices.Concat(source[:i], source[i+1:])
		own := slices.ContainsFunc(source[i].words, func(w wordForm) bool { return hasWord(taken, w) && !hasWord(others, w) }) ||
			slices.ContainsFunc(source[i].figures, func(n text.Number) bool { return hasFigure(taken, n) && !hasFigure(others, n) })
		spared := 0
		if !fragment && len(source[i].figures) > 0 && len(source[i].words) > 1 {
			spared = 1
		}
		whole := source[i].within(heard, spared)
		if own && !whole {
			return false
		}
		takes, one = takes || own, one || whole
	}
	return takes || one
}

// whole reports whether a claim leaves out nothing of what it takes from a sentence, by itself or as the answer to words that
// deny nothing else and with which its words stand in the order of the sentence.
func whole(said, source, asked *text.Text) bool {
	parts, own := partsOf(source), partsOf(said)
	if wholeIn(parts, own, own, false) {
		return true
	}
	heard := partsOf(asked)
	if !wholeIn(parts, own, slices.Concat(own, heard), true) {
		return false
	}
	for word := range rolesOf(asked, text.Negator|text.Exception) {
		if !rolesOf(source, operators)[word] {
			return false
		}
	}
	figures := slices.ContainsFunc(own, func(p sentencePart) bool { return len(p.figures) > 0 })
	return figures || inSourceOrder(parts, own, heard) || inSourceOrder(parts, heard, own)
}

// inSourceOrder reports whether the words of a sentence stand in its own order in some parts and those behind them.
func inSourceOrder(source, first, then []sentencePart) bool {
	var words []wordForm
	for _, p := range source {
		words = append(words, p.words...)
	}
	at := 0
	for _, p := range slices.Concat(first, then) {
		for _, w := range p.words {
			if k := slices.IndexFunc(words, w.is); k >= 0 && k < at {
				return false
			} else if k >= 0 {
				at = k
			}
		}
	}
	return true
}

// answered is what a claim answers to: the question, and what stands above the claim.
func (m *material) answered(cl *Claim) *text.Text {
	said := m.ev.Question
	for _, g := range cl.under {
		said += "\n" + g.said
	}
	return text.Read(said)
}
