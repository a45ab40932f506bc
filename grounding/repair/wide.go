package repair

import (
	"strings"
	"unicode"

	lexis "vouchsafe/grounding/text"
)

// readWide reads a sentence in a script without spaces.
func readWide(sentence string, l lexis.Language) cues {
	list := chinese
	if l == lexis.Japanese {
		list = japanese
	}
	sentence = strings.TrimLeftFunc(sentence, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	head := sentence
	if r := []rune(sentence); len(r) > earlyWide {
		head = string(r[:earlyWide])
	}
	var seen role
	for r, phrases := range list.byRole() {
		for p := range strings.FieldsSeq(phrases) {
			switch {
			case allowed(1)&^leanEarly&r != 0:
				if strings.Contains(sentence, p) {
					seen |= r
				}
			case r == leanEarly:
				if strings.Contains(head, p) {
					seen |= r
				}
			case strings.HasPrefix(sentence, p):
				seen |= r
			}
		}
	}
	c := told(seen)
	if l == lexis.Japanese && !hasTopic(sentence) {
		c.leans = true
	}
	c.counts = c.counts || strings.ContainsFunc(sentence, unicode.IsDigit) || strings.ContainsAny(sentence, "两兩二三四五六七八九十")
	c.limits = c.limits || c.leans && seen&(conditional|revoking) != 0
	return c
}

// hasTopic reports whether a Japanese sentence names what it speaks of. One
// that does not speaks of what was named before.
func hasTopic(s string) bool {
	if strings.Contains(s, "が") || strings.Contains(s, "も") {
		return true
	}
	for rest := s; ; {
		before, after, found := strings.Cut(rest, "は")
		if !found {
			return false
		}
		if before != "" && !strings.HasSuffix(before, "に") && !strings.HasSuffix(before, "で") && !strings.HasSuffix(before, "と") {
			return true
		}
		rest = after
	}
}
