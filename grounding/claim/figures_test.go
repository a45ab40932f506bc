package claim

import (
	"strings"
	"testing"

	"vouchsafe/grounding/text"
	"vouchsafe/internal/growth"
)

// TestFiguresLoseNoNumber: what a look through all numbers of a source finds, their order by amount
// finds, too.
func TestFiguresLoseNoNumber(t *testing.T) {
	said := []string{
		"2018", "16 April 2018", "04/03/2024", "April 2018", "2018-04-16", "the 16th", "8:30", "20:00", "8", "eight", "1/2", "50 %", "25 %", "a quarter",
		"1,500 mg", "1.5 g", "1.500", "2,000", "2", "2.0", "about 3", "3.4", "at least 300", "more than 290", "307", "EUR 5", "500 cents", "$5.00", "5 to 7 days", "6 days",
		"168 hours", "-4 °C", "4 °C", "A-12", "12-34", "3:2", "83/100", "1 h", "60 minutes", "0", "zero", "5 million", "5,000,000", "20 m/s", "1e3", "½", "3 km", "3,000 m",
	}
	numbers := text.Numbers(strings.Join(said, ". It was "))
	for _, one := range said {
		s := Prepare("It was " + one + " then.")
		for i := range numbers {
			for _, want := range bothEnds(&numbers[i]) {
				slow, fast := carriesIn(s, &want, 0, len(s.page.text)), false
				for have := range s.figures().mayCarry(&want) {
					fast = fast || carries(have, &want, s.page.lang)
				}
				if slow != fast {
					t.Errorf("source %q, claim %q: %v, by their amounts %v", one, want.Text, slow, fast)
				}
			}
		}
	}
}

// TestNumbersOfManyClaimsAreLookedUp: each number of an answer was compared with each of its source.
func TestNumbersOfManyClaimsAreLookedUp(t *testing.T) {
	growth.Linear(t, "numbers", growth.Repeat("The fee was paid in case %d. "), func(s string) {
		var h Hearing
		source := Prepare(s)
		for sentence := range strings.SplitSeq(s, ". ") {
			h.Locate("A bill was written for number 7"+sentence[strings.LastIndexByte(sentence, ' ')+1:]+".", source)
		}
	})
}
