package verify

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// quotation takes source sentences that stand in the place of what the model
// wrote for one claim. They are the source's own words: nothing is judged.
func (c *checker) quotation(segment int, seg answer.Segment) Segment {
	text := strings.TrimSpace(seg.Text)
	start := strings.Index(seg.Text, text)
	stands := c.keepQuotation(Claim{Text: text, Segment: segment, Start: start, End: start + len(text)}, seg.Citations)
	return Segment{Text: seg.Text, Attached: seg.Citations, Citations: c.standing(seg.Citations), Stands: stands, Quotation: true}
}

// quotedLeaf is the same for a text in an answer of the client's own form.
func (c *checker) quotedLeaf(text, path string, citations []int) {
	c.keepQuotation(Claim{Text: text, Segment: -1, Path: path}, citations)
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
		c.find(report.ClaimUncited, -1, len(c.res.Claims)-1, "nothing that stands is quoted")
	}
	return stands
}
