package verify

import (
	"slices"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// fail fails a text that is no claim.
func (r *Result) fail(cl Claim, code report.Code, detail string) {
	outcome := claim.Refuted
	if code == report.TextUnaccounted {
		outcome = claim.Unjudged
	}
	cl.Unaccounted, cl.Supported = true, new(false)
	cl.Judgement = claim.Judgement{Outcome: outcome, Risk: 1}
	cl.Outcome, cl.By = report.Outcome(outcome), report.ByWords
	r.Claims = append(r.Claims, cl)
	r.find(code, -1, len(r.Claims)-1, detail)
}

// keepQuotation keeps a claim that is a quotation. It stands where a citation of it does.
func (r *Result) keepQuotation(cl Claim, citations []int) bool {
	cl.Citations = slices.Clone(r.standing(citations))
	stands := len(cl.Citations) > 0
	cl.Cited, cl.Stands, cl.Supported = stands, stands, &stands
	cl.Outcome, cl.By = report.QuotedOutcome, report.ByWords
	cl.Judgement = claim.Judgement{Supported: &stands, Support: 1}
	cl.Sources = r.sources(&cl)
	r.Claims = append(r.Claims, cl)
	if !stands {
		r.find(report.ClaimUncited, -1, len(r.Claims)-1, "none of its quotations stands in a source")
	}
	return stands
}

// sources lists the source sentences of a claim's citations, each once.
func (r *Result) sources(cl *Claim) (out []SourceSentence) {
	for _, i := range cl.Citations {
		s := &r.Citations[i].Sentence
		if s.End > 0 && !slices.ContainsFunc(out, s.same) {
			out = append(out, *s)
		}
	}
	return out
}

// standing returns those of a segment's citations that stand, each once.
func (r *Result) standing(citations []int) []int {
	var out []int
	for _, i := range citations {
		if r.Citations[i].Stands && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// standingInside are the markers inside a text, with what they cite as far as it stands.
func (r *Result) standingInside(inner []answer.Inner) (out []answer.Inner) {
	for _, in := range inner {
		if in.Citations = r.standing(in.Citations); len(in.Citations) > 0 {
			out = append(out, in)
		}
	}
	return out
}

func (r *Result) anyStands(citations []int) bool {
	return slices.ContainsFunc(citations, func(i int) bool { return r.Citations[i].Stands })
}

// take takes over what came of holding a claim against its evidence.
func (r *Result) take(index int, j claim.Judgement) {
	r.Claims[index].Judgement = j
	for _, f := range j.Findings {
		r.find(report.Code(f.Code), -1, index, f.Detail)
	}
}
