package policy

import "vouchsafe/grounding/evidence/auxiliary"

// CheckForm reports what is wrong with the form of an exempt rule: a kind's
// name, "label: a | b" or "object: key, key".
func CheckForm(form string) error {
	_, err := auxiliary.ParseForm(form)
	return err
}

// FormNames lists the kinds of forms.
func FormNames() []string { return auxiliary.FormNames() }
