package proxy

import (
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

// verifyOwn verifies an answer in the client's own form: every leaf of it that
// states something is a claim.
func (x *exchange) verifyOwn(c *choice) verify.Result {
	leaves, fault := x.leavesOf(c.reply, x.chat.Schema, x.form.schema)
	if c.reply.Answer != nil && x.promisesObject() && !gjson.ParseBytes(c.reply.Answer).IsObject() {
		fault = "the answer is no JSON object"
	}
	r := verify.CheckOwn(c.reply, leaves, x.evidence, x.rules())
	if fault != "" {
		r.Findings = append(r.Findings, verify.Finding{Code: report.MalformedOutput, Citation: -1, Claim: -1, Detail: fault})
	}
	c.content = string(c.reply.Answer)
	return r
}

// promisesObject reports whether the client asked for json_object: a form that
// has no schema, and promises an object all the same.
func (x *exchange) promisesObject() bool {
	return x.ownForm() && !x.form.demanded && x.chat.Schema == ""
}

// leavesOf lists what an answer states, and tells what is wrong with its form:
// "" for nothing. schema may be "", and compiled nil.
func (x *exchange) leavesOf(own ownschema.Own, schema string, compiled *ownschema.Schema) (leaves []ownschema.Leaf, fault string) {
	if own.Answer == nil {
		return nil, ""
	}
	leaves, err := ownschema.Leaves(own.Answer, []byte(schema), x.app.Policy.Verify.IgnorePaths)
	if err != nil {
		return nil, err.Error()
	}
	if compiled != nil {
		if err := compiled.Validate(own.Answer); err != nil {
			return leaves, "the answer does not meet the schema: " + err.Error()
		}
	}
	return leaves, ""
}
