package audit

import (
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire/prompt"
)

// own is an answer in a form of the app's own, and the schema it was to meet.
type own struct {
	ownschema.Own
	schema string // raw JSON, "" where the form was asked for without one
}

// ownForm reads an answer as one in the app's own form: JSON whose citations
// have paths into it, or a reply that wraps such JSON with its citations.
func (r *row) ownForm(answer string) (own, bool) {
	v := gjson.Parse(answer)
	if !prompt.IsJSON(answer) || !v.IsObject() && !v.IsArray() {
		return own{}, false
	}
	if r.citations == "" {
		read := ownschema.Read(answer, nil)
		form := v.Get("answer")
		return own{Own: read}, !read.Bare && (form.IsObject() || form.IsArray())
	}
	if !gjson.Get(r.citations, "#(path)").Exists() {
		return own{}, false
	}
	return own{Own: enveloped(answer, r.citations)}, true
}

// enveloped puts an answer and its citations together as a model would have,
// and reads them. A citation without a snippet cites without quoting.
func enveloped(body, citations string) ownschema.Own {
	read := ownschema.Read(reply(json.RawMessage(body), citations, nil), nil)
	read.Problems = slices.DeleteFunc(read.Problems, missing)
	for i := range read.Citations {
		read.Citations[i].Quoted = read.Citations[i].Snippet != ""
	}
	byAddress(read.Citations)
	return read
}

// check verifies every leaf of the answer that states something.
func (a *own) check(ev verify.Evidence, p policy.Policy, rules verify.Rules) verify.Result {
	if rules.AgainstAll {
		a.Problems = slices.DeleteFunc(a.Problems, func(p answer.Problem) bool { return p.Code == string(report.MissingCitations) })
	}
	leaves, fault := a.leaves(p.Verify.IgnorePaths)
	result := verify.CheckOwn(a.Own, leaves, ev, rules)
	if fault != "" {
		result.Findings = append(result.Findings, verify.Finding{Code: report.MalformedOutput, Citation: -1, Claim: -1, Detail: fault})
	}
	return result
}

// leaves lists what the answer states, and tells what is wrong with its form.
func (a *own) leaves(ignore []string) ([]ownschema.Leaf, string) {
	if a.Answer == nil {
		return nil, "" // told already: malformed
	}
	var schema *ownschema.Schema
	var err error
	if a.schema != "" {
		if schema, err = ownschema.Compile([]byte(a.schema)); err == nil {
			err = schema.Validate(a.Answer)
		}
	}
	leaves, broken := ownschema.Leaves(a.Answer, schema, ignore)
	switch {
	case broken != nil:
		return nil, broken.Error()
	case err != nil:
		return leaves, "the answer does not meet the schema: " + err.Error()
	}
	return leaves, ""
}
