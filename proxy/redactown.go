package proxy

import (
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

// cutOwn takes what failed out of an answer in the client's own form, or puts
// source sentences in its place, as far as that form allows it, and returns the
// defects of what has gone. It reports whether something is left. Nothing is
// marked there: a mark would be a value that the client's code reads.
func (x *exchange) cutOwn(c *choice) ([]verify.Finding, report.Verdict, bool) {
	cut, err := repair.Own(c.reply, []byte(x.chat.Schema), &c.result, x.resort(c.decision.Action))
	if err != nil {
		return nil, "", false
	}
	reply := c.reply
	c.reply, c.unmarked = cut.Own, nil
	c.result = x.verifyOwn(c)
	if len(c.result.Claims) == 0 {
		c.reply = reply
		return nil, "", false
	}
	return cut.Gone, cut.Verdict(), true
}
