package repair

import (
	"strings"
	"unicode"

	lexis "vouchsafe/grounding/text"
)

// cues are what the words of one sentence tell of its neighbours.
type cues struct {
	leans   bool // it needs the sentence before it: "It …", "Therefore …", "The latter …"
	limits  bool // it limits what stands before it: "However, …", "It is not …", "This does not apply to …"
	excepts bool // it does so by its own words, not by leaning on it
	wide    bool // it speaks of several things said before: "both", "these", "in all cases"
	ranks   bool // it has a place in an order: "First, …", "Then …"
	heads   bool // it speaks of what follows: "the following"
	affirms bool // it opens with yes or no
	bound   bool // it holds under a condition: "if", "only", "except"
	counts  bool // it says how many or which of several: "three", "all of"
	loose   bool // what it leads to are tips, reasons, examples: no procedure
}

// role is what a phrase tells, by where it stands.
type role uint16

const (
	leanOpening  role = 1 << iota // at the start: needs what stood before
	leanEarly                     // among the first words: needs what stood before
	limitOpening                  // at the start: limits what stood before
	limitAny                      // anywhere: limits what stood before
	conditional                   // anywhere: binds to a condition
	wideAny                       // anywhere: speaks of several things
	leanAny                       // anywhere: needs what stood before
	revoking                      // anywhere: takes back what it leans on
	wholeAny                      // anywhere: what it leads to holds as a whole only
	looseAny                      // anywhere: what it leads to has no order that matters
	rankOpening                   // at the start: has a place in an order
	headAny                       // anywhere: speaks of what follows
	yesNo                         // at the start: answers
)

// early is how many words at a sentence's start may hold a pronoun that
// points back. Further on it mostly points into the sentence itself.
const early = 6

// earlyWide is the same in characters, for scripts without spaces.
const earlyWide = 12

// phrase is a run of folded words and its roles.
type phrase struct {
	words []string
	roles role
}

// cueList holds the phrases of a language, space separated, words of one
// phrase joined by "_".
type cueList struct {
	leanOpening, leanEarly, leanAny               string
	limitOpening, limitAny, conditional, revoking string
	wide, whole, loose, rank, head, yesNo         string
}

// byRole gives each list its role.
func (c cueList) byRole() map[role]string {
	return map[role]string{
		leanOpening: c.leanOpening, leanEarly: c.leanEarly, limitOpening: c.limitOpening, limitAny: c.limitAny,
		leanAny: c.leanAny, revoking: c.revoking, wholeAny: c.whole, looseAny: c.loose,
		conditional: c.conditional, wideAny: c.wide, rankOpening: c.rank, headAny: c.head, yesNo: c.yesNo,
	}
}

// index finds the phrases of a language by their first word.
type index map[string][]phrase

func newIndex(lists ...cueList) index {
	idx := index{}
	for _, l := range lists {
		for r, list := range l.byRole() {
			for written := range strings.FieldsSeq(list) {
				words := strings.Split(written, "_")
				idx[words[0]] = append(idx[words[0]], phrase{words, r})
			}
		}
	}
	return idx
}

// indices are made once. A language that is not known is read by the lists of
// all languages in Latin letters together: more leans than has to.
var indices = func() map[lexis.Language]index {
	out := map[lexis.Language]index{lexis.Unknown: newIndex(english, german, french, spanish, italian, portuguese, dutch)}
	for l, list := range map[lexis.Language]cueList{
		lexis.English: english, lexis.German: german, lexis.French: french, lexis.Spanish: spanish, lexis.Italian: italian,
		lexis.Portuguese: portuguese, lexis.Dutch: dutch, lexis.Russian: russian, lexis.Arabic: arabic,
	} {
		out[l] = newIndex(list)
	}
	return out
}()

// read reads a sentence's cues.
func read(sentence string, l lexis.Language) cues {
	if l == lexis.Chinese || l == lexis.Japanese {
		return readWide(sentence, l)
	}
	words := fold(sentence, 0)
	var seen role
	counts, within := false, false // within: behind a word that opens a clause
	for i, w := range words {
		roles := indices[l].at(words, i)
		if within {
			roles &^= leanEarly // it points into the sentence itself
		}
		seen |= roles
		within = within || i > 0 && (l.Class(w).Has(lexis.Connective) || clauses[w])
		if l == lexis.Arabic && i < early && suffixed(w) {
			seen |= leanEarly
		}
		counts = counts || l.Class(w).Has(lexis.NumberWord) && !articles[w] || isCount(words, i)
	}
	c := told(seen)
	c.counts = c.counts || counts
	c.limits = c.limits || c.leans && (seen&(conditional|revoking) != 0 || denies(words, l))
	return c
}

// suffixed reports whether an Arabic word ends in a pronoun: "to give it".
func suffixed(w string) bool {
	if len([]rune(w)) < 4 {
		return false
	}
	return strings.HasSuffix(w, "ه") || strings.HasSuffix(w, "ها") || strings.HasSuffix(w, "هم")
}

// clauses are further words that open a clause.
var clauses = set("as that which who since dass da qui que lorsque quand cuando che quando die wanneer который которая которые когда что")

// articles are number words that count nothing where they lead a list.
var articles = set("a an one ein eine un une uno una um uma een")

// told turns the roles seen into cues.
func told(seen role) cues {
	return cues{
		leans:   seen&(leanOpening|leanEarly|leanAny|limitOpening|limitAny) != 0,
		limits:  seen&(limitOpening|limitAny) != 0,
		excepts: seen&(limitOpening|limitAny) != 0,
		wide:    seen&wideAny != 0,
		ranks:   seen&rankOpening != 0,
		heads:   seen&headAny != 0,
		affirms: seen&yesNo != 0,
		bound:   seen&conditional != 0,
		counts:  seen&wholeAny != 0,
		loose:   seen&looseAny != 0,
	}
}

// isCount reports whether a word is a number such as may count items: "3
// documents", and no year, no dose of 500 and no passage 3.
func isCount(words []string, i int) bool {
	w := words[i]
	if len(w) > 2 || strings.Trim(w, "0123456789") != "" || i+1 == len(words) {
		return false
	}
	return i == 0 || !referred[words[i-1]]
}

// referred are words whose number is a name.
var referred = set(`passage passages document documents source sources section page chapter table figure step version dokument quelle abschnitt
	seite kapitel tabelle documento fuente fonte página pagina chapitre section tableau bron pagina документ источник страница глава المقطع المصدر`)

// denies reports whether a sentence has a word that turns it round.
func denies(words []string, l lexis.Language) bool {
	for _, w := range words {
		if l.Class(w).Has(lexis.Negator | lexis.Exception) {
			return true
		}
	}
	return strings.Contains(" "+strings.Join(words, " ")+" ", "n t ")
}

// at returns the roles of all phrases that stand at words[i].
func (idx index) at(words []string, i int) (seen role) {
	forms := []string{words[i]}
	for _, prefix := range []string{"و", "ف"} { // Arabic writes "and" and "so" onto the word
		if rest, ok := strings.CutPrefix(words[i], prefix); ok && len([]rune(rest)) > 1 {
			forms = append(forms, rest)
		}
	}
	for _, first := range forms {
		for _, p := range idx[first] {
			if fits(p.words, words[i:]) {
				seen |= p.roles & allowed(i)
			}
		}
	}
	return seen
}

// allowed are the roles that a phrase may have at some place.
func allowed(i int) role {
	r := limitAny | leanAny | looseAny | revoking | wholeAny | conditional | wideAny | headAny
	if i == 0 {
		r |= leanOpening | limitOpening | rankOpening | yesNo
	}
	if i < early {
		r |= leanEarly
	}
	return r
}

// fits reports whether the words of a phrase, its first apart, stand here.
func fits(phrase, words []string) bool {
	if len(words) < len(phrase) {
		return false
	}
	for i := 1; i < len(phrase); i++ {
		if words[i] != phrase[i] {
			return false
		}
	}
	return true
}

// fold returns the first n words of a text, folded; all of them for n = 0.
// Apostrophes part words.
func fold(s string, n int) []string {
	var out []string
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		if out = append(out, lexis.Fold(w)); len(out) == n {
			break
		}
	}
	return out
}

func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
