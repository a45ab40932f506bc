package replay

import (
	"fmt"

	"vouchsafe/grounding/report"
)

// storedClaim is what a trace tells of a claim and of the judge that was asked
// about it.
type storedClaim struct {
	Text      string
	By        report.Decider
	Judge     *report.Opinion
	Supported *bool
}

// opinion is what a judge said of a claim, as it was recorded.
type opinion struct {
	report.Opinion
	carries bool
}

// record keeps the opinions on claims, by the judge's name and the claim's text.
func (t *Trace) record(claims []storedClaim) {
	for _, c := range claims {
		if c.Judge == nil || c.By != report.ByJudge {
			continue
		}
		if t.opinions == nil {
			t.opinions = map[[2]string]opinion{}
		}
		t.opinions[[2]string{c.Judge.Name, c.Text}] = opinion{*c.Judge, c.Supported != nil && *c.Supported}
	}
}

// hear takes the recorded opinions of the policy's judge over. It reports
// whether there is one on every claim that the judge would be asked about.
func (c *checked) hear(t *Trace) (all bool) {
	all = true
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		if !cl.Stands || len(cl.Sources) == 0 || !c.policy.Asks(cl.Outcome, false) {
			continue
		}
		o, recorded := t.opinions[[2]string{c.policy.Verify.Judge, cl.Text}]
		if !recorded {
			all = false
			continue
		}
		c.result.Opine(i, o.Opinion, o.carries, fmt.Sprintf("the judge %s gave it %.2f", o.Name, o.Score))
	}
	return all
}
