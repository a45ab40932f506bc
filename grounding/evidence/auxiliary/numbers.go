package auxiliary

import (
	"regexp"
	"strings"
)

var (
	integersPattern = regexp.MustCompile(`^[\s\[(]*\d{1,5}([\s,;\[\]()]+\d{1,5})*[\s\])]*\.?$`)
	scorePattern    = regexp.MustCompile(`^\d{1,3}(\.\d{1,6})?(\s*/\s*\d{1,3}(\.\d{1,6})?)?\.?$`)
	rankedPattern   = regexp.MustCompile(`(?i)^doc(ument)?\s*:\s*\d{1,3}\s*,\s*relevance\s*:\s*\d{1,3}(\.\d{1,6})?$`)
	orderPattern    = regexp.MustCompile(`^\s*\[\d{1,5}\](\s*>\s*\[\d{1,5}\])*\s*$`)
	tokenPattern    = regexp.MustCompile(`^[\pL\pN_-]{0,40}$`)
)

// isIntegers reads "2, 5, 1", "[2,5]" or one number a line.
func isIntegers(text string) bool {
	return integersPattern.MatchString(text) && len(strings.FieldsFunc(text, notDigit)) <= maxIntegers
}

func notDigit(r rune) bool { return r < '0' || r > '9' }

// isRanking reads lines "Doc: 3, Relevance: 7" or an order "[2] > [1] > [3]".
func isRanking(text string) bool {
	if strings.HasPrefix(text, "[") {
		return orderPattern.MatchString(text) && strings.Count(text, ">") < maxIntegers
	}
	lines := 0
	for line := range strings.Lines(unlabelledLine(text, "answer")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if lines++; lines > maxIntegers || !rankedPattern.MatchString(line) {
			return false
		}
	}
	return lines > 0
}
