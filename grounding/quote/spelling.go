package quote

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	lexis "vouchsafe/grounding/text"
)

// token compares two tokens of the same folded characters by what folding hid.
func (s *search) token(i, j int, sn *Text) finding {
	a, b := s.text.tokens[i], sn.tokens[j]
	if found := s.acronym(i, j, sn); found.severity != same {
		return found
	}
	if (a.flags|b.flags)&(mixed|lossy) == 0 && (i == 0 || s.text.tokens[i-1].flags&hasDigit == 0) && a.flags&hasDigit == 0 {
		return finding{}
	}
	source, snippet := s.text.raw(i), sn.raw(j)
	if _, _, bracketed := inBracket(sn, j); !bracketed && accounts(s.text, i) {
		return differs(changed, "("+source+")", snippet)
	}
	if source == snippet || norm.NFKC.String(source) == norm.NFKC.String(snippet) {
		return finding{}
	}
	if level := unitCase(source, snippet); level == changed && !oneLetter(source) || level >= drifted && !s.recased(i, j, sn) {
		return differs(level, source, snippet)
	}
	if a.flags&lossy != 0 && b.flags&lossy != 0 && resigned(source, snippet) || b.flags&lossy != 0 &&
		splitByYo[sn.word(j)] && !strings.ContainsAny(source, "ёЁ") {
		return differs(changed, source, snippet)
	}
	if (a.flags^b.flags)&lossy != 0 && sharp(source) != sharp(snippet) && !shouts(source) && !shouts(snippet) {
		return differs(changed, source, snippet)
	}
	if (a.flags|b.flags)&mixed != 0 && !sameLetters(source, snippet) {
		return differs(drifted, source+" (as it is spelt)", snippet+" (in letters that look alike)")
	}
	return finding{}
}

// longestAcronym is the greatest length of a word whose case can make another
// word of it.
const longestAcronym = 4

// acronym reports a word in capitals on one side only, where case makes another
// word or symbol of it: CO and Co, IT and it. It is no such change where the words
// beside it changed their case as well, nor in words that turn a sentence, which
// many write in capitals to stress them.
func (s *search) acronym(i, j int, sn *Text) finding {
	word := s.text.word(i)
	if len(word) < 2 || len(word) > longestAcronym || (s.text.tokens[i].flags|sn.tokens[j].flags)&upperCase == 0 {
		return finding{}
	}
	source, snippet := s.text.raw(i), sn.raw(j)
	if source == snippet || shouts(source) == shouts(snippet) || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return finding{}
	}
	other := len(word) == 2 || lexis.Known(word) && !critical(word)
	if !other || critical(word) || s.recasedBeside(i, j, sn) || s.recased(i, j, sn) {
		return finding{}
	}
	return differs(drifted, source, snippet)
}

// recasedBeside reports whether a word next to token j is in another case as well.
func (s *search) recasedBeside(i, j int, sn *Text) bool {
	for _, k := range []int{-2, -1, 1, 2} {
		if i+k < 0 || j+k < 0 || i+k >= len(s.text.tokens) || j+k >= len(sn.tokens) {
			continue
		}
		if s.text.word(i+k) == sn.word(j+k) && shouts(s.text.raw(i+k)) != shouts(sn.raw(j+k)) {
			return true
		}
	}
	return false
}

// oneLetter reports whether a token has a single letter, as room numbers have:
// its case is a unit's only where no other case was changed.
func oneLetter(word string) bool {
	letters := 0
	for _, r := range word {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters == 1
}

// unitCase compares the case of a unit, which may be glued to its number.
func unitCase(source, snippet string) severity {
	source, snippet = strings.TrimLeft(source, "0123456789.,-+"), strings.TrimLeft(snippet, "0123456789.,-+")
	if source == snippet || !lexis.IsUnitSymbol(source) && !lexis.IsUnitSymbol(snippet) || !strings.EqualFold(source, snippet) {
		return same
	}
	switch {
	case !lexis.IsUnitSymbol(snippet) || !lexis.IsUnitSymbol(source):
		return drifted
	case lexis.CaseMatters(source):
		return changed
	}
	return same // l and L
}

// recased reports whether the snippet is all in capitals or all in small
// letters, or the source in capitals, and words next to token j show that one
// was turned so; then the case of a unit tells nothing, unless it makes another
// unit.
func (s *search) recased(i, j int, sn *Text) bool {
	source := s.quote(s.text, max(0, i-nearby, i-j), min(len(s.text.tokens)-1, i+nearby, i+len(sn.tokens)-1-j))
	if strings.ToLower(sn.original) != sn.original && !shouts(sn.original) && !shouts(source) {
		return false
	}
	for k := -nearby; k <= nearby; k++ {
		if k == 0 || i+k < 0 || j+k < 0 || i+k >= len(s.text.tokens) || j+k >= len(sn.tokens) {
			continue
		}
		if s.text.word(i+k) == sn.word(j+k) && s.text.raw(i+k) != sn.raw(j+k) && !lexis.IsUnitSymbol(s.text.raw(i+k)) {
			return true
		}
	}
	return false
}

// nearby is how many tokens around a unit are looked at for a change of case.
const nearby = 24

// signs returns the vowel signs of a word.
func signs(word string) string {
	return strings.Map(func(r rune) rune {
		if isVowelSign(r) {
			return r
		}
		return -1
	}, word)
}

// resigned reports whether two spellings of a word both have optional signs, and
// others: vowel signs, or the hamza of an alef.
func resigned(a, b string) bool {
	if x, y := signs(a), signs(b); x != "" && y != "" && x != y {
		return true
	}
	x, y := []rune(alefs(a)), []rune(alefs(b))
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] && x[i] != 'ا' && y[i] != 'ا' {
			return true
		}
	}
	return false
}

// alefs returns the alefs of a word.
func alefs(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("اأإآٱ", r) {
			return r
		}
		return -1
	}, word)
}

// splitByYo are the Russian words that the two dots make another word of.
var splitByYo = lexis.WordSet("spellings_split")

// accounts reports whether token i is an amount in brackets, as accounts write
// what is lost.
func accounts(t *Text, i int) bool {
	before, money, ok := inBracket(t, i)
	return ok && (money || t.tokens[i].gap&gapCell != 0 || columned(before) || strings.ContainsAny(t.raw(i), ".,"))
}

// inBracket reports whether brackets close around the number that token i is, and
// returns what stands in front of them; money tells of a currency sign on either side.
func inBracket(t *Text, i int) (before string, money, ok bool) {
	token := t.tokens[i]
	if token.flags&hasDigit == 0 || !strings.HasPrefix(t.original[token.end:], ")") {
		return "", false, false
	}
	all := t.original[:token.start]
	inner := strings.TrimRight(all, "$€£¥")
	before, ok = strings.CutSuffix(inner, "(")
	outer := strings.TrimRight(before, "$€£¥")
	return before, len(inner) < len(all) || len(outer) < len(before), ok
}

// columned reports whether what follows a text stands in a column of its own: behind a
// tab or several blanks, not at the start of a line.
func columned(before string) bool {
	rest := strings.TrimRight(before, " \t")
	blanks := before[len(rest):]
	return rest != "" && rest[len(rest)-1] != '\n' && (len(blanks) > 1 || blanks == "\t")
}

// sharp counts the sharp s of a word.
func sharp(word string) int { return strings.Count(word, "ß") + strings.Count(word, "ẞ") }

// shouts reports whether a word is in capitals, where ß is written SS.
func shouts(word string) bool { return strings.ToUpper(word) == word }

// sameLetters compares two words without case.
func sameLetters(a, b string) bool { return strings.EqualFold(a, b) }
