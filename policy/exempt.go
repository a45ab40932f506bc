package policy

import "vouchsafe/grounding/ask"

// CheckForm reports what is wrong with the form of an exempt rule: a kind's
// name, "label: a | b" or "object: key, key".
func CheckForm(form string) error {
	_, err := ask.ParseForm(form)
	return err
}

// FormNames lists the kinds of forms.
func FormNames() []string { return ask.FormNames() }
