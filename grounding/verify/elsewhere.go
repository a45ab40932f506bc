package verify

import "vouchsafe/grounding/report"

// courtesyRisk is the risk below which a sentence that has nothing in common
// with the evidence is a courtesy: "Happy cooking!"
const courtesyRisk = 0.3

// elsewhere turns away an answer that cites nothing and of which no claim has
// anything in common with any passage or the question. One such sentence among
// others may be a remark, and its risk decides; where there is nothing else,
// the answer speaks of something else.
func (c *checker) elsewhere() {
	if !c.rules.AgainstAll || c.rules.MinSupport <= 0 || len(c.res.Claims) == 0 {
		return
	}
	for i := range c.res.Claims {
		if cl := &c.res.Claims[i]; cl.Cited || !cl.Judgement.Alien || cl.Judgement.Risk < courtesyRisk {
			return
		}
	}
	for i := range c.res.Claims {
		if c.res.Claims[i].Stands {
			c.res.Reject(i, report.ClaimUnsupported, "nothing of the answer stands in any passage")
		}
	}
}
