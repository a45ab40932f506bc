package verify

import (
	"encoding/binary"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
)

// Parts verifies an answer that is released while it is written: each citation
// as it comes, each sentence, and in the end the whole. What was found of a
// citation or a claim in a part is taken over where it comes again, so that the
// whole costs little once its parts are known. Results are those of Check. It
// is not for concurrent use.
type Parts struct{ c checker }

// kept is what is known of an answer's parts. All maps are nil where an answer is
// checked once: nothing is found in them, and nothing is put there.
type kept struct {
	citations map[written]settled
	claims    map[string]claim.Judgement // by what judged returns
	sentences map[string][]claim.Sentence
	accounted map[string]bool // texts that are no claims and may be shown
}

// NewParts prepares for the parts of one answer.
func NewParts(ev Evidence, r Rules) *Parts {
	p := &Parts{checker{ev: ev, rules: r, hearing: new(claim.Hearing)}}
	if !r.AgainstAll { // there, what comes before a claim tells on it
		p.c.kept = kept{map[written]settled{}, map[string]claim.Judgement{}, map[string][]claim.Sentence{}, map[string]bool{}}
	}
	return p
}

// Check verifies a part of the answer, or all of it.
func (p *Parts) Check(a answer.Answer) Result {
	if p.c.rules.AgainstAll {
		return Check(a, p.c.ev, p.c.rules)
	}
	return p.c.check(a)
}

// written is all that decides how a citation that quotes fares.
type written struct{ chunk, doc, file, marker, snippet string }

// settled is how it fared, and what was found.
type settled struct {
	citation Citation
	findings []Finding
}

// citation checks the answer's ith citation, or takes over what was found of the
// same in a part.
func (c *checker) citation(i int) {
	cit := &c.res.Citations[i]
	key := written{cit.ChunkID, cit.DocID, cit.Filename, cit.Marker, cit.Snippet}
	repeats := cit.Quoted && cit.Candidates == nil // others depend on more than their own words
	if known, ok := c.kept.citations[key]; ok && repeats {
		known.citation.Citation = cit.Citation
		*cit = known.citation
		for _, f := range known.findings {
			c.find(f.Code, i, f.Claim, f.Detail)
		}
		return
	}
	from := len(c.res.Findings)
	c.cite(i)
	if c.kept.citations != nil && repeats {
		found := c.res.Findings[from:]
		c.kept.citations[key] = settled{*cit, found[:len(found):len(found)]}
	}
}

// split cuts a stretch of the answer into sentences.
func (c *checker) split(text string) []claim.Sentence {
	known, ok := c.kept.sentences[text]
	if !ok {
		known = c.hearing.Split(text)
	}
	if !ok && c.kept.sentences != nil {
		known = append([]claim.Sentence(nil), known...) // the hearing uses its room again
		c.kept.sentences[text] = known
	}
	return known
}

// judgement holds a claim against what it cites.
func (c *checker) judgement(cl *Claim, ev claim.Evidence, rules claim.Rules) claim.Judgement {
	if c.kept.claims == nil {
		return c.hear(cl, ev, rules)
	}
	var room [256]byte
	key := c.judged(room[:0], cl)
	known, ok := c.kept.claims[string(key)]
	if !ok {
		known = c.hear(cl, ev, rules)
		c.kept.claims[string(key)] = known
	}
	return known
}

// judged appends all that decides how a claim fares, beside the evidence and the
// rules that all claims of the answer share: the places that it cites, in their
// order, and its words.
func (c *checker) judged(key []byte, cl *Claim) []byte {
	key = append(key, byte(len(cl.Citations)))
	for _, i := range cl.Citations {
		cit := &c.res.Citations[i]
		key = binary.AppendVarint(key, int64(cit.Chunk))
		if cit.Quoted {
			key = binary.AppendVarint(key, int64(cit.Match.Start))
			key = binary.AppendVarint(key, int64(cit.Match.End))
			continue
		}
		key = binary.AppendVarint(key, -1)
	}
	return append(key, cl.Text...)
}
