package proxy

import (
	"vouchsafe/ownschema"
	"vouchsafe/report"
	"vouchsafe/verify"
)

// readsOwn reports whether a choice is to be read in the client's own form.
// A form that was asked for in words only is a hint: a reply that has not that
// form is prose. The reply that was read is kept for verifyOwn.
func (x *exchange) readsOwn(c *choice) bool {
	c.own = false
	if x.ownForm() {
		c.reply = ownschema.Read(contentOf(c))
		c.own = !x.form.demanded || c.reply.Answer != nil
	}
	return c.own
}

// verifyOwn verifies an answer in the client's own form: every leaf of it that
// states something is a claim.
func (x *exchange) verifyOwn(c *choice) verify.Result {
	own := c.reply
	var leaves []ownschema.Leaf
	var fault string
	if own.Answer != nil {
		var err error
		leaves, err = ownschema.Leaves(own.Answer, []byte(x.chat.Schema), x.app.Policy.Verify.IgnorePaths)
		if err != nil {
			fault = err.Error()
		} else if x.form.schema != nil {
			if err := x.form.schema.Validate(own.Answer); err != nil {
				fault = "the answer does not meet the schema: " + err.Error()
			}
		}
	}
	r := verify.CheckOwn(own, leaves, x.evidence, x.rules())
	if fault != "" {
		r.Findings = append(r.Findings, verify.Finding{Code: report.MalformedOutput, Citation: -1, Claim: -1, Detail: fault})
	}
	c.content = string(own.Answer)
	return r
}
