package repair

import (
	"maps"
	"slices"
	"strings"
)

// Refusal is the text that replaces an answer that could not be grounded.
// language is a two-letter code, or "" where it is not known; byLanguage maps
// language tags to texts, and message serves all others. A tag with a region
// ("pt-BR") serves its language where that has no tag of its own; of several
// the first in alphabetical order.
func Refusal(message string, byLanguage map[string]string, language string) string {
	if language == "" {
		return message
	}
	if text := byLanguage[language]; text != "" {
		return text
	}
	for _, tag := range slices.Sorted(maps.Keys(byLanguage)) {
		primary, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
		if strings.EqualFold(primary, language) && byLanguage[tag] != "" {
			return byLanguage[tag]
		}
	}
	return message
}
