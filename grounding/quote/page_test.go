package quote

import "testing"

// TestThousandsSetOffByASpace: a space that does not break sets off the thousands of
// one number, another one may part two.
func TestThousandsSetOffByASpace(t *testing.T) {
	const source = "We randomised 1\u2009284 patients. The fee is 12\u00a0500 euros and 1\u202f234\u202f567 more."
	verdicts(t, source, Verified, "We randomised 1284 patients.", "The fee is 12500 euros and 1234567 more.", "The fee is 12 500 euros")
	verdicts(t, source, Falsified, "The fee is 12500 euros and 1234 567 more.", "We randomised 1824 patients.")
	verdicts(t, "In 2019 350 people voted and 1 200 rode.", Falsified, "In 2019350 people voted and 1 200 rode.",
		"In 2019 350 people voted and 1200 rode.")
}

// TestRowWithTabsIsQuotedWithBars: a tab between two numbers is a border of cells, and
// no space between thousands.
func TestRowWithTabsIsQuotedWithBars(t *testing.T) {
	const table = "Plan\tFee (CHF)\tMinutes\nBasic\t19.90\t100\t1 month\nPlus\t29.90\t500\t1 month"
	verdicts(t, table, Verified, "Basic | 19.90 | 100 | 1 month", "Plus 29.90 500 1 month")
	verdicts(t, table, Falsified, "Basic | 19.90 | 500 | 1 month")
}

// TestBracketLeftOutOfAQuote: what a source has in brackets may take something out of the rest.
func TestBracketLeftOutOfAQuote(t *testing.T) {
	verdicts(t, "The yearly fee (not due for pupils) is 20 euros for each of them.", Falsified,
		"The yearly fee is 20 euros for each of them")
}

// TestLossInAColumnKeepsItsBrackets: in a table without borders, too, an amount in
// brackets is negative.
func TestLossInAColumnKeepsItsBrackets(t *testing.T) {
	for _, table := range []string{"North   4,210   3,980\nOther     (88)     41\nTotal   5,137   5,123",
		"North\t4,210\t3,980\nOther\t(88)\t41"} {
		verdicts(t, table, Falsified, "Other 88 41", "Other 88")
		verdicts(t, table, Verified, "Other (88) 41", "North 4,210 3,980")
	}
	verdicts(t, "The list:\n  (7) dogs and cats\n  (8) birds", Verified, "7 dogs and cats")
}

// TestYearBesideANumberInATable: 1911 and 412 in two cells are no thousands, and a quote
// without the borders may have them side by side.
func TestYearBesideANumberInATable(t *testing.T) {
	const table = "<table><tr><td>Kestrel</td><td>1911</td><td>412</td></tr><tr><td>Saltway</td><td>12</td><td>220</td></tr></table>"
	verdicts(t, table, Verified, "Kestrel 1911 412")
	verdicts(t, table, Falsified, "Saltway 12 220", "Kestrel 1911 220")
}
