package verify

import (
	"fmt"
	"strings"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// A sentence that is copied from its source lends its sound to whatever is
// spliced to it. So where an open claim holds a whole source sentence, each of
// its clauses must at least speak of what the cited chunks or the question
// speak of.

// copiedWords is from how many content words a sentence counts as copied, and
// splicedWords from how many a clause counts as spliced to it.
const copiedWords, splicedWords = 3, 2

// unspliced fails an open claim with a clause that nothing accounts for.
func (c *checker) unspliced(index int) {
	cl := &c.res.Claims[index]
	if !c.rules.Accounted || !cl.Stands || cl.Judgement.Outcome != claim.Open {
		return
	}
	if clause := c.spliced(cl); clause != "" {
		cl.Stands = false
		c.find(report.ClaimUnsupported, -1, index, fmt.Sprintf("no source speaks of %.100q, which follows a copied sentence", clause))
	}
}

// spliced returns the clause of a claim that nothing accounts for, "" for none.
func (c *checker) spliced(cl *Claim) string {
	if !c.outgrows(cl) {
		return ""
	}
	clauses := clausesOf(cl.Text)
	if len(clauses) < 2 {
		return ""
	}
	sources := c.piecesOf(cl)
	if !copies(readPiece(cl.Text), sources) {
		return ""
	}
	for _, s := range clauses {
		if p := readPiece(s); len(p.content) >= splicedWords && c.strangers(p, sources)*3 >= len(p.content)*2 {
			return s
		}
	}
	return ""
}

// outgrows reports whether a claim is longer than a sentence that it cites.
func (c *checker) outgrows(cl *Claim) bool {
	const clause = 10 // bytes of the shortest that says something
	for _, i := range cl.Citations {
		if s := &c.res.Citations[i].Sentence; s.End > 0 && len(cl.Text) >= len(s.Text)+clause {
			return true
		}
	}
	return false
}

// copies reports whether a claim holds nearly all words of a source sentence, in
// their order.
func copies(p *piece, sources []*piece) bool {
	for _, source := range sources {
		if len(source.content) < copiedWords {
			continue
		}
		at, found := 0, 0
		for i := range source.content {
			for k := at; k < len(p.content); k++ {
				if p.content[k].fold == source.content[i].fold {
					at, found = k+1, found+1
					break
				}
			}
		}
		if found*10 >= len(source.content)*9 {
			return true
		}
	}
	return false
}

// piecesOf are the sentences and the metadata of the chunks that a claim cites.
func (c *checker) piecesOf(cl *Claim) []*piece {
	var out []*piece
	for _, i := range cl.Citations {
		at := c.res.Citations[i].Chunk
		out = append(out, c.ev.Passages[at].pieces()...)
		for _, title := range c.titles(nil, at) {
			out = append(out, readPiece(title))
		}
	}
	return out
}

// strangers counts the words of a clause that neither the sources nor the
// question have.
func (c *checker) strangers(p *piece, sources []*piece) int {
	n := 0
	for i := range p.content {
		w := &p.content[i]
		known := c.asked().find(w) != nil
		for k := 0; k < len(sources) && !known; k++ {
			known = sources[k].find(w) != nil
		}
		if !known {
			n++
		}
	}
	return n
}

// clausesOf cuts a sentence at its marks and at the words that join clauses.
func clausesOf(sentence string) []string {
	read := text.Read(sentence)
	var out []string
	from := 0
	cut := func(at int) {
		if s := strings.TrimSpace(read.Text[from:at]); s != "" {
			out = append(out, s)
		}
		from = at
	}
	for i, w := range read.Words {
		if i > 0 && (endsClause(read.Text[read.Words[i-1].End:w.Start]) || read.Class(w).Has(text.Connective) || text.IsSubordinator(w.Fold)) {
			cut(w.Start)
		}
	}
	cut(len(read.Text))
	return out
}
