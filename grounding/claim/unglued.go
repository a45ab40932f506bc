package claim

import (
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/text"
)

// unglued is a claim with a space where one is missing behind a small word, as where two pieces of an answer
// were joined: "It is not true thatBackups are kept". Words that a source has so stay.
func unglued(claim string, ev Evidence) string {
	if !mixesCase(claim) {
		return claim
	}
	words := strings.Split(claim, " ")
	for i, word := range words {
		at := strings.IndexFunc(word, unicode.IsUpper)
		if at < 2 || ev.has(word) {
			continue
		}
		if text.IsPlainStop(word[:at]) {
			words[i] = word[:at] + " " + word[at:]
		}
	}
	return strings.Join(words, " ")
}

// has reports whether a source has a word as it is written.
func (ev *Evidence) has(word string) bool {
	return slices.ContainsFunc(ev.Sources, func(s *Source) bool { return strings.Contains(s.page.text, word) })
}

// mixesCase reports whether a capital stands behind a small letter.
func mixesCase(s string) bool {
	small := false
	return strings.ContainsFunc(s, func(r rune) bool {
		behind := small && unicode.IsUpper(r)
		small = unicode.IsLower(r)
		return behind
	})
}
