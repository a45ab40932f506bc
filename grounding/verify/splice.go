package verify

import (
	"fmt"
	"strings"
	"unicode"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// A sentence that is copied from its source lends its sound to whatever is
// spliced to it. So where an open claim holds a whole source sentence, each of
// its clauses must at least speak of what the cited chunks or the question
// speak of.

// copiedWords is from how many content words a sentence counts as copied, and
// splicedWords from how many a clause counts as spliced to it.
const copiedWords, splicedWords = 3, 2

// hear holds a claim against what it cites. What words leave open is looked at
// once more: for a negation on one side only, and for a spliced clause.
func (c *checker) hear(cl *Claim, ev claim.Evidence, rules claim.Rules) claim.Judgement {
	j := c.hearing.Judge(cl.Text, ev, rules)
	if j.Outcome != claim.Open || len(j.Findings) > 0 {
		return j
	}
	if s := c.opposite(cl); s != "" {
		j.Outcome = claim.Refuted
		j.Findings = []claim.Finding{{Code: claim.CodeNegation, Detail: fmt.Sprintf("the source says %.150q", s)}}
	} else if clause := c.spliced(cl); c.accounts() && clause != "" {
		detail := fmt.Sprintf("no source speaks of %.100q, which follows a copied sentence", clause)
		j.Findings = []claim.Finding{{Code: claim.CodeUnsupported, Detail: detail}}
	}
	return j
}

// opposite returns a cited source sentence that has every word of a claim, with
// a negation on one side only, "" for none or where another sentence agrees.
func (c *checker) opposite(cl *Claim) string {
	var said *piece
	opposite := ""
	for _, i := range cl.Citations {
		cit := &c.res.Citations[i]
		if !mayDeny(cl.Text) && !mayDeny(cit.Sentence.Text) || !alike(strings.ToLower(cl.Text), strings.ToLower(cit.Sentence.Text)) {
			continue
		}
		if said == nil {
			said = readPiece(cl.Text)
		}
		switch said.denialAgainst(c.reading(cit)) {
		case aligned:
			return ""
		case turned:
			opposite = cit.Sentence.Text
		}
	}
	return opposite
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

// mayDeny reports whether a text may have a negation. It is cheap: any word that
// is one in some language will do, and any script without spaces.
func mayDeny(s string) bool {
	for word := range strings.FieldsSeq(s) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		if word == "" {
			continue
		}
		if word[0] >= 0xe0 || strings.ContainsAny(word, "'’") || text.Unknown.Class(strings.ToLower(word)).Has(text.Negator) {
			return true
		}
	}
	return false
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
	chunks := make([]int, 0, len(cl.Citations))
	for _, i := range cl.Citations {
		chunks = append(chunks, c.res.Citations[i].Chunk)
	}
	return c.piecesOfChunks(chunks)
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
		joins := read.Class(w).Has(text.Connective) || text.IsSubordinator(w.Fold)
		if i > 0 && (joins || endsClause(read.Text[read.Words[i-1].End:w.Start])) {
			cut(w.Start)
		}
	}
	cut(len(read.Text))
	return out
}
