package verify

import (
	"regexp"
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// A sentence that is copied from its source lends its sound to whatever is
// spliced to it. So where an open claim holds a whole source sentence, each of
// its clauses must at least speak of what the cited chunks or the question
// speak of.

// copiedWords is from how many content words a sentence counts as copied, and
// splicedWords from how many a clause counts as spliced to it.
const copiedWords, splicedWords = 3, 2

// markup are HTML tags, which say nothing.
var markup = regexp.MustCompile(`</?[A-Za-z][^<>]*>`)

// mostSentences bounds how many sentences of the evidence one claim is held against, and
// usualSentence is how long they are, in bytes.
const mostSentences, usualSentence = 2000, 100

// opposite returns a sentence of the evidence that has every word of a claim, with
// a negation on one side only, "" for none or where another sentence agrees. The
// sentences that the claim does not cite may deny it, too.
func (b *backing) opposite(cl *Claim) string {
	bare := cl.Text
	if strings.Contains(bare, "<") {
		bare = markup.ReplaceAllString(bare, " ")
	}
	lower, looked := strings.ToLower(bare), 0
	claimDenies, keywords := text.MayDeny(lower), keywordsOf(lower)
	few := max(2, len(keywords)/most)
	switch {
	case b.m.rules.AgainstAll: // among all passages many speak of another case
		few = len(keywords) / most
	case claimDenies: // beside what it denies, a claim has the words that do so
		few = max(2, len(keywords)/half)
	}
	var said *statement
	opposite := ""
	for _, at := range b.m.ev.Set.Usable() {
		p := b.m.ev.Passages[at]
		silent := !claimDenies && !p.mayTurn()
		if claimDenies && len(p.original) < mostSentences*usualSentence {
			silent = !keywords.in(p.lowered(), few)
		}
		if silent { // nor does a sentence of it say the opposite
			looked += len(p.original) / usualSentence
			continue
		}
		for k, s := range p.Sentences() {
			if looked++; looked > mostSentences || b.m.ev.stopped() {
				return opposite
			}
			if !claimDenies && !p.turns(k) || !keywords.in(p.lowered()[s.Start:s.End], few) {
				continue
			}
			if said == nil {
				said = readBut(b.m.hearing.Text(bare), idle().affirming)
			}
			switch p.saysOf(said, k) {
			case aligned:
				return ""
			case turned:
				opposite = p.original[s.Start:s.End]
			}
		}
	}
	return opposite
}

// saysOf tells whether the kth sentence of the passage says what a statement says (aligned), or
// the same words with a negation on one side only (turned).
func (p *Passage) saysOf(said *statement, k int) agreement {
	s, source := p.sentences[k], p.statement(k)
	asks := text.Asks(p.original[s.Start:s.End])
	if asks && !p.answersNo(k+1) {
		return apart
	}
	says := said.denies(source)
	if asks && says != apart {
		says = turned + aligned - says // the answer is "no"
	}
	switch {
	case says == aligned:
		return aligned
	case (says == turned || said.undoes(source)) && !readStatement(p.lead(s)).refutes:
		return turned
	}
	return apart
}

// undoes reports whether a statement holds a whole one of a source's, each word of it
// under one denial more or less: "It would be a mistake to think that …".
func (p *statement) undoes(source *statement) bool {
	for i := range source.words {
		w := &source.words[i]
		if at := p.find(w); at < 0 || p.words[at].denied == w.denied {
			return false
		}
	}
	return len(source.words) >= copiedWords
}

// spliced returns the clause of a claim that nothing accounts for, "" for none.
func (b *backing) spliced(cl *Claim) string {
	if !b.outgrows(cl) {
		return ""
	}
	clauses := clausesOf(text.Read(cl.Text))
	if len(clauses) < 2 {
		return ""
	}
	chunks := make([]int, 0, len(cl.Citations))
	for _, i := range cl.Citations {
		chunks = append(chunks, b.res.Citations[i].Chunk)
	}
	sources := b.m.ev.statementsOf(chunks)
	if !readBut(b.m.hearing.Text(cl.Text), idle().affirming).copies(sources) {
		return ""
	}
	for _, s := range clauses[1:] { // the first one only leads in
		if p := readSpoken(s); len(p.words) >= splicedWords && p.strange(sources)*3 >= len(p.words)*2 {
			return s
		}
	}
	return ""
}

// outgrows reports whether a claim is longer than a sentence that it cites.
func (b *backing) outgrows(cl *Claim) bool {
	const clause = 10 // bytes of the shortest that says something
	for _, i := range cl.Citations {
		if s := &b.res.Citations[i].Sentence; s.End > 0 && len(cl.Text) >= len(s.Text)+clause {
			return true
		}
	}
	return false
}

// copies reports whether a statement holds nearly all words of a source's, in
// their order.
func (p *statement) copies(sources []*statement) bool {
	for _, source := range sources {
		at, found := 0, 0
		for i := range source.words {
			for k := at; k < len(p.words); k++ {
				if p.words[k].fold == source.words[i].fold {
					at, found = k+1, found+1
					break
				}
			}
		}
		if len(source.words) >= copiedWords && found*10 >= len(source.words)*9 {
			return true
		}
	}
	return false
}

// strange counts the words of a statement that none of some others has.
func (p *statement) strange(others []*statement) (n int) {
	for i := range p.words {
		if !slices.ContainsFunc(others, func(o *statement) bool { return o.find(&p.words[i]) >= 0 }) {
			n++
		}
	}
	return n
}

// clausesOf cuts a sentence at its marks and at the words that join clauses.
func clausesOf(read *text.Text) []string {
	var out []string
	from := 0
	cut := func(at int) {
		if s := strings.TrimSpace(read.Text[from:at]); s != "" {
			out = append(out, s)
		}
		from = at
	}
	for i, w := range read.Words {
		joins := read.Class(w).Has(text.Connective) || text.IsSubordinator(w.Fold)
		if i > 0 && (joins || endsClause(read.Text[read.Words[i-1].End:w.Start])) {
			cut(w.Start)
		}
	}
	cut(len(read.Text))
	return out
}
