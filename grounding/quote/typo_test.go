package quote

import "testing"

// TestNegatorOfAnotherLanguageLosesItsComma: "point" denies in French, and is a noun
// here, behind which a comma may be left out.
func TestNegatorOfAnotherLanguageLosesItsComma(t *testing.T) {
	verdicts(t, "The slot prevents a loop from shrinking to a point, while others shrink.", Verified,
		"from shrinking to a point while others shrink")
	verdicts(t, "Asked whether it leaked, he said no, one fears the worst.", Falsified, "he said no one fears the worst")
}
