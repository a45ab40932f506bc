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
type Parts struct {
	c         checker
	citations map[written]settled
	claims    map[string]claim.Judgement // by what judged returns
	sentences map[string][]claim.Sentence
	accounted map[string]bool // texts that are no claims and may be shown
}

// NewParts prepares for the parts of one answer.
func NewParts(ev Evidence, r Rules) *Parts {
	p := &Parts{
		citations: map[written]settled{}, claims: map[string]claim.Judgement{},
		sentences: map[string][]claim.Sentence{}, accounted: map[string]bool{},
	}
	p.c.ev, p.c.rules, p.c.parts = ev, r, p
	if r.AgainstAll { // what comes before a claim tells on it
		p.c.parts = nil
	}
	return p
}

// Check verifies a part of the answer, or all of it.
func (p *Parts) Check(a answer.Answer) Result {
	if p.c.parts == nil {
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

// quotation returns what is known of a citation by; false for one that depends
// on more than its own words.
func quotation(c *answer.Citation) (written, bool) {
	return written{c.ChunkID, c.DocID, c.Filename, c.Marker, c.Snippet}, c.Quoted && c.Candidates == nil
}

// recalled takes over what was found of the answer's ith citation in a part.
func (c *checker) recalled(i int) bool {
	if c.parts == nil {
		return false
	}
	cit := &c.res.Citations[i]
	key, ok := quotation(&cit.Citation)
	if !ok {
		return false
	}
	known, ok := c.parts.citations[key]
	if !ok {
		return false
	}
	own := cit.Citation
	*cit = known.citation
	cit.Citation = own
	for _, f := range known.findings {
		c.find(f.Code, i, f.Claim, f.Detail)
	}
	return true
}

// keep notes how the ith citation fared; its findings are those from the given
// one on.
func (c *checker) keep(i, findings int) {
	if c.parts == nil {
		return
	}
	if key, ok := quotation(&c.res.Citations[i].Citation); ok {
		c.parts.citations[key] = settled{c.res.Citations[i], c.res.Findings[findings:len(c.res.Findings):len(c.res.Findings)]}
	}
}

// split cuts a stretch of the answer into sentences.
func (c *checker) split(text string) []claim.Sentence {
	if c.parts == nil {
		return c.hearing.Split(text)
	}
	known, ok := c.parts.sentences[text]
	if !ok {
		known = append(known, c.hearing.Split(text)...)
		c.parts.sentences[text] = known
	}
	return known
}

// judgement holds a claim against what it cites.
func (c *checker) judgement(cl *Claim, ev claim.Evidence, rules claim.Rules) claim.Judgement {
	if c.parts == nil {
		return c.hear(cl, ev, rules)
	}
	var room [512]byte
	key := c.judged(room[:0], cl)
	known, ok := c.parts.claims[string(key)]
	if !ok {
		known = c.hear(cl, ev, rules)
		c.parts.claims[string(key)] = known
	}
	return known
}

// judged appends all that decides how a claim fares, beside the evidence and
// the rules that all claims of the answer share: its words, and the places
// that it cites, in their order.
func (c *checker) judged(key []byte, cl *Claim) []byte {
	key = binary.AppendVarint(key, int64(len(cl.Text)))
	key = append(key, cl.Text...)
	for _, i := range cl.Citations {
		cit := &c.res.Citations[i]
		start, end := cit.Match.Start, cit.Match.End
		if !cit.Quoted {
			start, end = -1, -1
		}
		key = binary.AppendVarint(key, int64(cit.Chunk))
		key = binary.AppendVarint(key, int64(start))
		key = binary.AppendVarint(key, int64(end))
	}
	return key
}
