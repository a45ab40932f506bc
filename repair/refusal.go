package repair

import "strings"

// Refusal is the text that replaces an answer that could not be grounded.
// language is a two-letter code, or "" where it is not known; byLanguage maps
// such codes to texts, and message serves all others.
func Refusal(message string, byLanguage map[string]string, language string) string {
	if text, ok := byLanguage[strings.ToLower(language)]; ok && text != "" {
		return text
	}
	return message
}
