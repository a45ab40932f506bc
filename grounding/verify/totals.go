package verify

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/trust"
)

// totals sums the answer up.
func (c *checker) totals(a answer.Answer) {
	r := &c.res
	c.related()
	r.Coverage, r.Support, r.Risk = c.claims()
	used := c.used()
	r.Verifiable = c.verifiable(a, used)
	r.Trust = c.answerTrust(used)
}

// claims returns the share of claims that carry a citation that stands, their
// mean support and their greatest risk; 1, 1 and 0 where there is no claim.
func (c *checker) claims() (coverage, support, risk float64) {
	if c.claimed() == 0 {
		return 1, 1, 0
	}
	for _, cl := range c.res.Claims {
		if cl.Unaccounted {
			continue
		}
		if cl.Cited {
			coverage++
		}
		support += cl.Judgement.Support
		risk = max(risk, cl.Judgement.Risk)
	}
	n := float64(c.claimed())
	return coverage / n, support / n, risk
}

// claimed counts the claims, without text that is none.
func (c *checker) claimed() int {
	n := 0
	for i := range c.res.Claims {
		if !c.res.Claims[i].Unaccounted {
			n++
		}
	}
	return n
}

// used lists the chunks that citations which stand rest on, each once.
func (c *checker) used() []int {
	out := c.list(len(c.res.Citations))
	for i := range c.res.Citations {
		cit := &c.res.Citations[i]
		if cit.Stands && !slices.Contains(out, cit.Chunk) {
			out = append(out, cit.Chunk)
		}
	}
	return out
}

func (c *checker) verifiable(a answer.Answer, used []int) float64 {
	size := 0
	for _, s := range a.Segments {
		size += len(s.Text)
	}
	var text strings.Builder
	text.Grow(size)
	for _, s := range a.Segments {
		text.WriteString(s.Text)
	}
	if c.rules.AgainstAll && len(used) == 0 {
		used = c.ev.Set.Usable()
	}
	sources := make([]*claim.Source, len(used))
	for i, u := range used {
		sources[i] = c.ev.Passages[u].Source()
	}
	return claim.Verifiable(text.String(), sources)
}

func (c *checker) answerTrust(used []int) *report.AnswerTrust {
	if len(used) == 0 {
		return nil
	}
	scores := make([]trust.Assessment, len(used))
	for i, u := range used {
		scores[i] = *c.score(u)
	}
	t := trust.Answer(scores)
	return &report.AnswerTrust{Score: t.Score, Level: t.Level, BestTier: t.BestTier, NSources: t.Sources, Explanation: t.Explanation}
}
