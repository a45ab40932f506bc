package evidence

import (
	"strings"
	"unicode/utf8"
)

// FoldName makes names of chunks comparable, as prompts show them and as models
// write them: case and runs of white space do not tell them apart.
func FoldName(s string) string {
	if isFolded(s) {
		return s
	}
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}

// isFolded tells whether folding would leave a name as it is: it is in small
// letters, digits and signs of ASCII with no white space, as most ids are.
func isFolded(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}
