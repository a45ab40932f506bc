package verify

import (
	"cmp"
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

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
