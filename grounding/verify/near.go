package verify

import (
	"iter"
	"maps"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// near reports whether an open claim only has words of a source sentence that it cites:
// every content word stands there in some form (or in its lead, its title or a name of
// the question), every figure, and the operators are the same.
func (c *checker) near(cl *Claim) bool {
	claim, topic := readStatement(cl.Text), readStatement(c.topic()) // a member's name is the client's
	for source, s := range c.judgedBy(cl) {
		if claim.nearTo(source, c.surroundings(s), topic) && sameOperators(cl.Text, s) {
			return true
		}
	}
	return false
}

// judgedBy are the source sentences that a claim cites, and what they say; all sentences of
// the evidence in an audit.
func (c *checker) judgedBy(cl *Claim) iter.Seq2[*statement, *SourceSentence] {
	return func(yield func(*statement, *SourceSentence) bool) {
		for _, i := range cl.Citations {
			if s := &c.res.Citations[i].Sentence; s.End > 0 && !yield(c.reading(&c.res.Citations[i]), s) {
				return
			}
		}
		if !c.rules.AgainstAll || len(cl.Citations) > 0 {
			return
		}
		for s, said := range c.allSentences() {
			if !yield(said, s) {
				return
			}
		}
	}
}

// allSentences are the sentences of the evidence, and what they say.
func (c *checker) allSentences() iter.Seq2[*SourceSentence, *statement] {
	return func(yield func(*SourceSentence, *statement) bool) {
		for _, at := range c.ev.Set.Usable() {
			p := c.ev.Passages[at]
			for k, s := range p.cut() {
				whole := SourceSentence{Chunk: at, Sentence: report.Sentence{Text: p.original[s.Start:s.End]}}
				if c.ev.stopped() || !yield(&whole, p.statement(k)) {
					return
				}
			}
		}
	}
}

// surroundings is what governs a source sentence or names what it speaks of.
func (c *checker) surroundings(s *SourceSentence) *statement {
	around := &statement{}
	if s.Lead != nil {
		around = around.with(readStatement(s.Lead.Text))
	}
	for _, title := range c.titles(nil, s.Chunk) {
		around = around.with(readStatement(title))
	}
	return around
}

// nearTo reports whether every word and figure of a statement stands in a source's
// sentence or around it. Something of it has to stand in the sentence itself.
func (p *statement) nearTo(source, around, topic *statement) bool {
	found := len(p.numbers)
	for i := range p.words {
		w := &p.words[i]
		switch {
		case source.find(w) >= 0:
			found++
		case around.find(w) < 0 && topic.find(w) < 0:
			return false
		}
	}
	for _, n := range p.numbers {
		if source.lacks(n) && around.lacks(n) {
			return false
		}
	}
	return found > 0
}

// topic are the names in the question: words with a capital that no sentence begins with.
func (c *checker) topic() (names string) {
	read := text.Read(c.ev.Question)
	for _, n := range read.Names() {
		if !n.First {
			names += n.Text + "; "
		}
	}
	return names
}

// operators are the roles of words that make another statement of the same content words;
// comparisons have only to stand in the source, too.
const operators, comparisons = text.Negator | text.Exception | text.Modal | text.Quantifier, text.Comparative | text.Approximate

// sameOperators reports whether a claim has the operators of a source sentence, or of it
// and its lead.
func sameOperators(claim string, s *SourceSentence) bool {
	said, source := text.Read(claim), text.Read(s.Text)
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
		binds := idle().conditions[w.Fold] || text.IsRefuting(w.Fold)
		if class.Has(roles) || roles == operators && binds {
			out[w.Fold] = true
		}
	}
	return out
}
