package verify

import (
	"cmp"
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// settle writes down what came of a claim: what words made of it, whether it
// is supported, who decided, and the source sentences it was judged against.
func (c *checker) settle(index int) {
	cl := &c.res.Claims[index]
	cl.Outcome, cl.By = report.Outcome(cl.Judgement.Outcome), report.ByWords
	c.hold(index)
	proven := cl.Stands && cl.Outcome == report.Carried
	if !cl.failedByWords() && (cl.Outcome == report.Open || cl.Outcome == report.Unjudged && cl.Stands) {
		cl.By = report.ByRisk
	}
	if cl.Supported = nil; proven || !cl.Stands {
		cl.Supported = new(proven)
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
	case cl.Outcome == report.Open && c.rules.Near && !c.near(cl):
		cl.Stands = false
		c.find(report.ClaimUnsupported, -1, index, "it is told in other words than its source's")
	case cl.Outcome == report.Unjudged && c.rules.HoldUnjudged:
		cl.Stands = false
		c.find(report.ClaimUnsupported, -1, index, "words alone cannot judge it")
	}
}

// sources lists the source sentences of a claim's citations, each once.
func (c *checker) sources(cl *Claim) (out []SourceSentence) {
	for _, i := range cl.Citations {
		s := &c.res.Citations[i].Sentence
		if s.End > 0 && !slices.ContainsFunc(out, s.same) {
			out = append(out, *s)
		}
	}
	return out
}

// same reports whether another source sentence stands in the same place.
func (s *SourceSentence) same(o SourceSentence) bool {
	return s.Chunk == o.Chunk && s.Start == o.Start && s.End == o.End
}

// Statement is what a claim says to someone who sees nothing else of the answer.
func (c *Claim) Statement() string {
	return cmp.Or(c.Said, c.Text)
}

// failedByWords reports whether words say that a claim is wrong, or that it has a figure or
// name that nothing vouches for.
func (c *Claim) failedByWords() bool {
	wrong := func(f claim.Finding) bool { return f.Code != claim.CodeUnsupported }
	return c.Outcome == report.Refuted || slices.ContainsFunc(c.Judgement.Findings, wrong)
}

// Unproven reports whether a claim passed although words alone do not prove it.
func (c *Claim) Unproven() bool {
	return c.Stands && c.Supported == nil && (c.Outcome == report.Open || c.Outcome == report.Unjudged)
}

// RejectUnproven holds it against the claims that words alone do not prove.
func (r *Result) RejectUnproven(detail string) {
	for i := range r.Claims {
		if r.Claims[i].Unproven() {
			r.Reject(i, report.ClaimUnsupported, detail)
		}
	}
}

// Opine takes over a judge's opinion of a claim. A judge may carry an open or
// unjudged claim, and fail any; it cannot carry what words refute, nor a figure or
// name that nothing vouches for.
func (r *Result) Opine(index int, o report.Opinion, carries bool, detail string) {
	cl := &r.Claims[index]
	cl.Judge = &o
	if carries && cl.failedByWords() {
		return
	}
	cl.By = report.ByJudge
	if !carries {
		r.Reject(index, report.JudgeRejected, detail)
		return
	}
	cl.Supported, cl.Stands = new(true), true
}

// Reject holds something against a claim that stood: an opinion from outside.
func (r *Result) Reject(claim int, code report.Code, detail string) {
	c := &r.Claims[claim]
	c.Stands, c.Supported = false, new(false)
	if c.Segment >= 0 {
		r.Segments[c.Segment].Stands = false
	}
	r.Findings = append(r.Findings, Finding{Code: code, Citation: -1, Claim: claim, Detail: detail})
}

// quotation takes source sentences that stand in the place of what the model
// wrote for one claim. They are the source's own words: nothing is judged.
func (c *checker) quotation(segment int, seg answer.Segment) Segment {
	text := strings.TrimSpace(seg.Text)
	start := strings.Index(seg.Text, text)
	stands := c.keepQuotation(Claim{Text: text, Segment: segment, Start: start, End: start + len(text)}, seg.Citations)
	return Segment{Text: seg.Text, Attached: seg.Citations, Citations: c.standing(seg.Citations), Stands: stands, Quotation: true}
}

// keepQuotation keeps a claim that is a quotation. It stands where a citation of it does.
func (c *checker) keepQuotation(cl Claim, citations []int) bool {
	cl.Citations = slices.Clone(c.standing(citations))
	stands := len(cl.Citations) > 0
	cl.Cited, cl.Stands, cl.Supported = stands, stands, &stands
	cl.Outcome, cl.By = report.QuotedOutcome, report.ByWords
	cl.Judgement = claim.Judgement{Supported: &stands, Support: 1}
	cl.Sources = c.sources(&cl)
	c.res.Claims = append(c.res.Claims, cl)
	if !stands {
		c.find(report.ClaimUncited, -1, len(c.res.Claims)-1, "none of its quotations stands in a source")
	}
	return stands
}
