package proxy

// refusalTemplate is the policy's refusal in the client's own form, "" where
// there is none, or where it does not meet the schema that the client sent:
// code that reads one form must not be given another.
func (x *exchange) refusalTemplate() string {
	template := x.app.Policy.Refusal.SchemaTemplate
	if template == "" || x.form.schema == nil || x.form.demanded || !x.ownForm() {
		return ""
	}
	if err := x.form.schema.Validate([]byte(template)); err != nil {
		return ""
	}
	return template
}
