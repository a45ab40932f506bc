package quote

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vouchsafe/grounding/text"
)

// token compares two tokens of the same folded characters by what folding hid.
func (s *search) token(i, j int) finding {
	source, snippet := s.text.Raw(i), s.snippet.Raw(j)
	if s.text.loses(i) && !s.snippet.bracketed(j) {
		return differs(changed, "("+source+")", snippet)
	}
	if source == snippet {
		return finding{}
	}
	if level := s.caseTurns(i, j); level > same {
		return differs(level, source, snippet)
	}
	switch flags := s.text.Tokens[i].Flags | s.snippet.Tokens[j].Flags; {
	case flags&text.TokenLossy != 0 && s.respelt(i, j):
		return differs(changed, source, snippet)
	case flags&text.TokenMixed != 0 && !strings.EqualFold(source, snippet):
		return differs(drifted, source+" (as it is spelt)", snippet+" (in letters that look alike)")
	}
	return finding{}
}

// caseTurns tells whether another case makes another word or unit of a token: CO and
// Co, IT and it, mg and Mg. It does not where the words beside it changed their
// case as well, nor in words that turn a sentence, which many write in capitals to
// stress them.
func (s *search) caseTurns(i, j int) severity {
	source, snippet, word := s.text.Raw(i), s.snippet.Raw(j), s.text.Word(i)
	level := same
	switch counted := s.text.Is(i, text.TokenDigit) || i > 0 && s.text.Is(i-1, text.TokenDigit); {
	case counted && unitCase(source, snippet) > same:
		level = unitCase(source, snippet)
	case isAcronym(word) && shouts(source) != shouts(snippet) && !critical(word):
		level = drifted
	}
	if level == changed && letters(source) > 1 || level == same || !s.recased(i, j) {
		return level
	}
	return same
}

// isAcronym reports whether a word is as short as acronyms are, and a word as well.
func isAcronym(word string) bool {
	const longest = 4
	return len(word) > 1 && len(word) <= longest && (len(word) == 2 || text.Known(word)) &&
		strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// unitCase compares the case of a unit, which may be glued to its number.
func unitCase(source, snippet string) severity {
	const number = "0123456789.,-+"
	source, snippet = strings.TrimLeft(source, number), strings.TrimLeft(snippet, number)
	isUnit, isOther := text.IsUnitSymbol(source), text.IsUnitSymbol(snippet)
	switch {
	case source == snippet || !isUnit && !isOther || !strings.EqualFold(source, snippet):
		return same
	case !isUnit || !isOther:
		return drifted
	case text.CaseMatters(source):
		return changed
	}
	return same // l and L
}

// letters counts the letters of a token. A token of one letter, as room numbers have,
// is a unit only where no other case was changed.
func letters(word string) (n int) {
	for _, r := range word {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// nearby is how many tokens around a word are looked at for a change of case.
const nearby = 24

// recased reports whether a word near token i was turned into capitals or back, or
// changed its case in a snippet of one case; then the case of a word tells nothing.
func (s *search) recased(i, j int) bool {
	oneCase := !strings.ContainsFunc(s.snippet.Original, unicode.IsUpper) || shouts(s.snippet.Original)
	for k := max(-nearby, -i, -j); k <= nearby && i+k < len(s.text.Tokens) && j+k < len(s.snippet.Tokens); k++ {
		source, snippet := s.text.Raw(i+k), s.snippet.Raw(j+k)
		if k == 0 || source == snippet || s.text.Word(i+k) != s.snippet.Word(j+k) || text.IsUnitSymbol(source) {
			continue
		}
		if oneCase || letters(source) > 1 && shouts(source) != shouts(snippet) {
			return true
		}
	}
	return false
}

// shouts reports whether a word is in capitals, where ß is written SS.
func shouts(word string) bool { return !strings.ContainsFunc(word, unicode.IsLower) }

// splitByYo are the Russian words that the two dots make another word of.
var splitByYo = text.WordSet("spellings_split")

// respelt reports whether two spellings of a word differ in more than what one of
// them leaves out: vowel signs, the hamza of an alef, the dots of ё. A sharp s is
// written ss in capitals only.
func (s *search) respelt(i, j int) bool {
	word := s.text.Word(i)
	source, signs := unsigned(s.text.Raw(i))
	snippet, others := unsigned(s.snippet.Raw(j))
	switch {
	case signs != "" && others != "" && signs != others:
		return true
	case source == snippet:
		return false
	case strings.Contains(source, "ß") != strings.Contains(snippet, "ß"):
		return !shouts(s.text.Raw(i)) && !shouts(s.snippet.Raw(j))
	case splitByYo[word] && snippet != word:
		return true
	}
	return source != word && snippet != word
}

// unsigned parts a word from its vowel signs.
func unsigned(word string) (letters, signs string) {
	var rest strings.Builder
	for _, r := range norm.NFKC.String(strings.ToLower(word)) {
		if text.IsVowelSign(r) {
			signs += string(r)
		} else {
			rest.WriteRune(r)
		}
	}
	return rest.String(), signs
}

// bracketed reports whether brackets close around token i alone, a number.
func (t *Text) bracketed(i int) bool {
	return t.Is(i, text.TokenDigit) && strings.HasPrefix(t.GapText(i+1), ")") && strings.HasSuffix(t.GapText(i), "(")
}

// loses reports whether token i is an amount in brackets, as accounts write what is
// lost: money, or a number in a cell or column of its own.
func (t *Text) loses(i int) bool {
	if !t.bracketed(i) {
		return false
	}
	before := t.GapText(i)
	blank := strings.TrimRight(strings.TrimSuffix(before, "("), " \t")
	column := i > 0 && !strings.HasSuffix(blank, "\n") && len(before)-len(blank) > len("( ")
	money := i > 0 && t.Is(i-1, text.TokenSign) && text.Currency(t.Word(i-1)) != "" || strings.ContainsAny(t.Raw(i), ".,$€£¥")
	return !strings.HasSuffix(t.Word(i), "%") && (column || money || t.Parted(i, text.GapCell))
}
