package redact

import (
	"strings"
	"unicode"

	"vouchsafe/lexis"
)

// cues are what the words of one sentence tell of its neighbours.
type cues struct {
	leans   bool // it needs the sentence before it: "It …", "Therefore …", "The latter …"
	limits  bool // it limits what stands before it: "However, …", "This does not apply to …"
	wide    bool // it speaks of several things said before: "both", "these", "in all cases"
	ranks   bool // it has a place in an order: "First, …", "Then …"
	heads   bool // it speaks of what follows: "the following"
	affirms bool // it opens with yes or no
	bound   bool // it holds under a condition: "if", "only", "except"
	counts  bool // it says how many or which of several: "three", "all of"
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
	wide, whole, rank, head, yesNo                string
}

// byRole gives each list its role.
func (c cueList) byRole() map[role]string {
	return map[role]string{
		leanOpening: c.leanOpening, leanEarly: c.leanEarly, limitOpening: c.limitOpening, limitAny: c.limitAny,
		leanAny: c.leanAny, revoking: c.revoking, wholeAny: c.whole,
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
	counts := false
	for i, w := range words {
		seen |= indices[l].at(words, i)
		if l == lexis.Arabic && i < early && suffixed(w) {
			seen |= leanEarly
		}
		counts = counts || l.Class(w).Has(lexis.NumberWord) && !articles[w] || isCount(w)
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

// articles are number words that count nothing where they lead a list.
var articles = set("a an one ein eine un une uno una um uma een")

// told turns the roles seen into cues.
func told(seen role) cues {
	return cues{
		leans:   seen&(leanOpening|leanEarly|leanAny|limitOpening|limitAny) != 0,
		limits:  seen&(limitOpening|limitAny) != 0,
		wide:    seen&wideAny != 0,
		ranks:   seen&rankOpening != 0,
		heads:   seen&headAny != 0,
		affirms: seen&yesNo != 0,
		bound:   seen&conditional != 0,
		counts:  seen&wholeAny != 0,
	}
}

// isCount reports whether a word is a number such as may count items: "3", and
// no year and no dose of 500.
func isCount(w string) bool { return len(w) <= 2 && strings.Trim(w, "0123456789") == "" }

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
	r := limitAny | leanAny | revoking | wholeAny | conditional | wideAny | headAny
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
