package verify

import "testing"

// TestABooleanWasInverted where its sentence had a word of leave, or one more word than its name:
// the lie left as verified, and the honest value was refused for its negation.
func TestABooleanWasInverted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source, name string
		is           bool
	}{
		{"Dogs are not allowed in the park.", "dogs_allowed", false},
		{"Dogs are not allowed in the park.", "are_dogs_allowed", false},
		{"Dogs are not allowed in the park.", "dogs_prohibited", true},
		{"Dogs are allowed in the park.", "dogsAllowed", true},
		{"Smoking is prohibited on the terrace.", "smoking_allowed", false},
		{"Smoking is prohibited on the terrace.", "smoking_prohibited", true},
		{"Parking is not free for guests.", "parking_free", false},
		{"Refunds are not possible after a month.", "refund_possible_after_a_month", false},
		{"Entry is forbidden at night.", "entry_allowed_at_night", false},
		{"The pool is closed in winter.", "pool_open_in_winter", false},
		{"Aspirin is contraindicated in pregnancy.", "aspirin_safe_in_pregnancy", false},
		{"Les chiens ne sont pas autorisés.", "chiens_autorisés", false},
		{"Hunde sind nicht erlaubt.", "hunde_erlaubt", false},
		{"Dogs allowed: no", "dogs_allowed", false},
		{"Breakfast and parking are included.", "breakfast_included", true},
		{"No dogs are admitted.", "no_dogs", true},
		{"Cats are kept in the hall, which is not heated.", "cats_kept_in_the_hall", true},
	} {
		for _, strict := range []bool{false, true} {
			for _, value := range []string{"true", "false"} {
				said := typed{c.source, `"` + c.name + `":{"type":"boolean"}`, `{"` + c.name + `":` + value + `}`}
				if stands, want := said.stands(t, strict), (value == "true") == c.is; stands != want {
					t.Errorf("%s: %s stands %t, strict %t", c.source, said.body, stands, strict)
				}
			}
		}
	}
}

// TestABooleanThatNoSourceDecidesIsNotVerified: what binds the sentence, or what it joins, may turn it.
func TestABooleanThatNoSourceDecidesIsNotVerified(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, body string }{
		{"Dogs are allowed and cats are not.", `{"cats_allowed":true}`},
		{"Cats are lovely and dogs are allowed.", `{"cats_allowed":true}`},
		{"Dogs are welcome and smoking is not allowed.", `{"dogs_allowed":false}`},
		{"Dogs not on a leash are allowed nowhere.", `{"dogs_allowed":false}`},
		{"Some dogs are allowed.", `{"dogs_allowed":true}`},
		{"Refunds are possible if the form is complete.", `{"refunds_possible":true}`},
		{"The pool might not be heated.", `{"pool_heated":false}`},
		{"Are dogs allowed?", `{"dogs_allowed":true}`},
		{"The pool is open in winter.", `{"pool_open_in_summer":false}`},
		{"Dogs are allowed in the park. Dogs are not allowed in the hall.", `{"dogs_allowed":true}`},
	} {
		if said := (typed{c.source, "", c.body}); said.stands(t, true) {
			t.Errorf("%s: %s stands", c.source, c.body)
		}
	}
}

// TestAValueOfAnotherMemberLeftAsVerified: a figure in the place of a text had no unit, a bare one
// was any member's, and a name was whoever's the sentence names.
func TestAValueOfAnotherMemberLeftAsVerified(t *testing.T) {
	t.Parallel()
	const hall, staff = "The hall seats 300 people and is 12 m high.", "The manager is Eve Hale and the deputy is Adam Moss."
	for _, c := range []struct {
		source, body     string
		balanced, strict bool
	}{
		{"A missed dose may be taken within 24 hours.", `{"max_grams":"24"}`, false, false},
		{"Adults take 5 mg of apixaban twice daily.", `{"dose_g":"5"}`, false, false},
		{"Adults take 5 mg of apixaban twice daily.", `{"dose_mg":"5"}`, true, true},
		{hall, `{"height_m":"300"}`, false, false},
		{hall, `{"seats":"12"}`, false, false},
		{hall, `{"seats":"300"}`, true, true},
		{hall, `{"height_m":12}`, true, true},
		{"The bridge was founded in 1987.", `{"employees":1987}`, true, false},
		{"The bridge was founded in 1987.", `{"founded":1987}`, true, true},
		{"The bridge was founded in 1987.", `{"year":1987}`, true, true},
		{staff, `{"manager":"Adam Moss"}`, false, false},
		{staff, `{"deputy":"Eve Hale"}`, false, false},
		{staff, `{"manager":"Eve Hale"}`, true, true},
		{"Eve Hale is the manager; Adam Moss is the deputy.", `{"manager":"Adam Moss"}`, false, false},
		{"Eve Hale, the deputy of Adam Moss, is also the manager.", `{"manager":"Eve Hale"}`, true, false},
		{"The manager of Eve Hale is Adam Moss.", `{"manager":"Adam Moss"}`, true, false},
		{"Guests park for free.", `{"title":"Overdose is harmless"}`, false, false},
		{"Guests park for free.", `{"rating":"overdose is harmless"}`, false, false},
		{"Guests park for free.", `{"id":"dogs-are-allowed"}`, false, false},
	} {
		for _, strict := range []bool{false, true} {
			said, want := typed{c.source, "", c.body}, c.balanced
			if strict {
				want = c.strict
			}
			if stands := said.stands(t, strict); stands != want {
				t.Errorf("%s: %s stands %t, strict %t", c.source, c.body, stands, strict)
			}
		}
	}
}
