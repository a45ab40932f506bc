package quote

import (
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// isName guesses a name: a capital that no sentence start explains and no
// common word has.
func (s *search) isName(t *Text, i int) bool {
	if t.tokens[i].flags&upperCase == 0 {
		return false
	}
	starts := i == 0 || t.tokens[i].gap&(gapStop|gapAsk|gapBreak|gapCell) != 0
	word := t.word(i)
	if s.text.language() == lexis.German && (germanNoun(word) || utf8.RuneCountInString(word) >= 9 && !s.follows(t, i)) {
		return false
	}
	return !lexis.Known(word) && (!starts || !s.text.plays(word, lexis.Stop))
}

// follows reports whether a capital stands right in front of token i, as in
// names of persons ("Herr Müller").
func (s *search) follows(t *Text, i int) bool {
	return i > 0 && t.tokens[i].gap == gapSpace && t.tokens[i-1].flags&upperCase != 0 && !s.text.plays(t.word(i-1), lexis.Stop)
}

// germanNoun reports whether a long word ends like a common noun of German,
// which writes all nouns with a capital.
func germanNoun(word string) bool {
	if len(word) < 10 {
		return false
	}
	for _, ending := range []string{"ung", "ungen", "heit", "heiten", "keit", "keiten", "schaft", "schaften", "tion",
		"tionen", "ismus", "tät", "täten", "nis", "nisse", "nissen", "ment", "mente"} {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}
