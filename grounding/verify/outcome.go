package verify

import (
	"slices"

	"vouchsafe/grounding/report"
)

// settle writes down what came of a claim: what words made of it, whether it
// is supported, who decided, and the source sentences it was judged against.
func (c *checker) settle(index int) {
	cl := &c.res.Claims[index]
	cl.Outcome, cl.By = report.Outcome(cl.Judgement.Outcome), report.ByWords
	if cl.Outcome == "" {
		cl.Outcome = report.Unjudged // nothing that stands is cited
	}
	c.hold(index)
	proven := cl.Stands && cl.Outcome == report.Carried
	if cl.Outcome == report.Open || cl.Outcome == report.Unjudged && cl.Stands {
		cl.By = report.ByRisk
	}
	if cl.Supported = nil; proven || !cl.Stands {
		cl.Supported = decided(proven)
	}
	cl.Sources = c.sources(cl)
}

// hold lets a claim fail that words do not prove, where the rules want that.
func (c *checker) hold(index int) {
	cl := &c.res.Claims[index]
	switch {
	case !cl.Stands:
	case cl.Outcome == report.Open && c.rules.HoldOpen:
		cl.Stands = false
		c.find(report.ClaimUnsupported, -1, index, "words alone do not prove it")
	case cl.Outcome == report.Unjudged && c.rules.HoldUnjudged:
		cl.Stands = false
		c.find(report.ClaimUnsupported, -1, index, "words alone can say nothing about it")
	}
}

// decided points at an outcome that is no longer open.
func decided(supported bool) *bool {
	if supported {
		return &held[1]
	}
	return &held[0]
}

// held are the two outcomes that claims point at. Nobody changes them.
var held = [2]bool{false, true}

// sources lists the source sentences of a claim's citations, each once.
func (c *checker) sources(cl *Claim) []SourceSentence {
	if c.told == nil {
		c.told = make([]SourceSentence, 0, len(c.res.Citations))
	}
	from := len(c.told)
	for _, i := range cl.Citations {
		s := &c.res.Citations[i].Sentence
		if s.End > 0 && !slices.ContainsFunc(c.told[from:], s.same) {
			c.told = append(c.told, *s)
		}
	}
	return c.told[from:len(c.told):len(c.told)]
}

// same reports whether another source sentence stands in the same place.
func (s *SourceSentence) same(o SourceSentence) bool {
	return s.Chunk == o.Chunk && s.Start == o.Start && s.End == o.End
}

// Opine takes over a judge's opinion of a claim. A judge may carry an open or
// unjudged claim, and fail any; it cannot carry what words refute.
func (r *Result) Opine(index int, o report.Opinion, carries bool, detail string) {
	cl := &r.Claims[index]
	cl.Judge = &o
	if carries && cl.Outcome == report.Refuted {
		return
	}
	cl.By = report.ByJudge
	if !carries {
		r.Reject(index, report.JudgeRejected, detail)
		return
	}
	supported := true
	cl.Supported, cl.Stands = &supported, true
}
