package proxy

import "vouchsafe/policy"

// refusalTemplate is the refusal in the client's own form: the policy's, or,
// where it asks for one, an instance of the client's schema that states nothing.
// It is "" where there is none, or where it does not meet the schema that the
// client sent: code that reads one form must not be given another.
func (x *exchange) refusalTemplate() string {
	if x.form.schema == nil || x.form.demanded || !x.ownForm() {
		return ""
	}
	refusal := &x.app.Policy.Refusal
	template := refusal.SchemaTemplate
	if template == "" && refusal.OwnSchema == policy.OwnSchemaTemplate {
		empty, _ := x.form.schema.Empty()
		template = string(empty)
	}
	if template == "" || x.form.schema.Validate([]byte(template)) != nil {
		return ""
	}
	return template
}
