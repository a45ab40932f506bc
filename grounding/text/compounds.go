package text

import (
	"strconv"
	"strings"
)

// addCompounds lists the numbers from 21 to 99 of a language that writes them in
// one word: they are too many to write out. With a word between unit and ten the
// unit comes first.
func (lex *lexicon) addCompounds(data langData) {
	join := strings.Join(data["compound_join"], "")
	for t, ten := range data["compound_tens"] {
		for u, unit := range data["compound_units"] {
			word, value := unit+joint(join, unit)+ten, strconv.Itoa(10*(t+2)+u+1)
			if join == "" {
				word = elided(ten, unit) + unit
			}
			lex.classes[word] |= NumberWord
			lex.values[word] = value
		}
	}
}

// joint is what Dutch and German write between unit and ten: behind an e Dutch
// parts the two.
func joint(join, unit string) string {
	if join == "en" && strings.HasSuffix(unit, "e") {
		return "ën"
	}
	return join
}

// elided drops the last letter of an Italian ten before a vowel: "ventuno".
func elided(ten, unit string) string {
	if unit[0] == 'u' || unit[0] == 'o' {
		return ten[:len(ten)-1]
	}
	return ten
}
