package quote

import "testing"

// TestSlipOfTheSourceThatTheQuotePutsRight holds quotes by writers who mend the
// spelling of what they quote: that is no change of what it says, and the source's
// words may take their place. Another word is one.
func TestSlipOfTheSourceThatTheQuotePutsRight(t *testing.T) {
	const source = "We recieve the goods at the depot. Its cation exchange failed."
	verdicts(t, source, Drifted, "We receive the goods at the depot.")
	verdicts(t, source, Falsified, "Its action exchange failed.")
	verdicts(t, "The harbour comittee shall report in writing to the Board.", Drifted,
		"The harbour committee shall report in writing to the Board.")
	verdicts(t, "Ravens weigh twice as much as jackdaws and rooks do.", Falsified, "Ravens weigh twice as much as jackdaws and rocks do.")
	verdicts(t, "The court of Witbout sat in May.", Falsified, "The court of Without sat in May.")
}

// TestNegatorOfAnotherLanguageLosesItsComma: "point" denies in French, and is a noun
// here, behind which a comma may be left out.
func TestNegatorOfAnotherLanguageLosesItsComma(t *testing.T) {
	verdicts(t, "The slot prevents a loop from shrinking to a point, while others shrink.", Verified,
		"from shrinking to a point while others shrink")
	verdicts(t, "Asked whether it leaked, he said no, one fears the worst.", Falsified, "he said no one fears the worst")
}
