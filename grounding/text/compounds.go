package text

import (
	"strconv"
	"strings"
)

// compound tells how a language writes the numbers from 21 to 99 in one word.
type compound struct {
	units, tens string // one to nine, twenty to ninety, in order
	join        string // between unit and ten; with it the unit comes first
}

// compounds are the languages that do.
var compounds = map[Language]compound{
	German:  {"ein zwei drei vier fünf sechs sieben acht neun", "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", "und"},
	Dutch:   {"een twee drie vier vijf zes zeven acht negen", "twintig dertig veertig vijftig zestig zeventig tachtig negentig", "en"},
	Italian: {"uno due tre quattro cinque sei sette otto nove", "venti trenta quaranta cinquanta sessanta settanta ottanta novanta", ""},
}

// addCompounds lists them: they are too many to write out.
func (lex *lexicon) addCompounds(c compound) {
	for t, ten := range strings.Fields(c.tens) {
		for u, unit := range strings.Fields(c.units) {
			word, value := unit+joint(c.join, unit)+ten, strconv.Itoa(10*(t+2)+u+1)
			if c.join == "" {
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
