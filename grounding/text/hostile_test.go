package text

import (
	"strings"
	"testing"
)

// TestHostileText runs long texts of one kind; a super-linear reader would not
// end.
func TestHostileText(t *testing.T) {
	for _, unit := range []string{"1", "1 ", "1.", "1,", "1,000 ", "1 000 ", "one ", "million ", "1 million ", "twenty-", "A", "A ", "A-", "年", "1年", "²", "10²", "10^", "-", "at least ", "²³"} {
		long := strings.Repeat(unit, 100_000/len(unit))
		Numbers(long)
		Names(long)
		LanguageOf(long)
	}
}
