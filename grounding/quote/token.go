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
	counted := s.text.Is(i, text.TokenDigit) || i > 0 && s.text.Is(i-1, text.TokenDigit)
	if counted && otherUnit(source, snippet) {
		return differs(changed, source, snippet)
	}
	switch flags := s.text.Tokens[i].Flags | s.snippet.Tokens[j].Flags; {
	case flags&text.TokenLossy != 0 && s.respelt(i, j):
		return differs(changed, source, snippet)
	case flags&text.TokenMixed != 0 && !strings.EqualFold(source, snippet):
		return differs(drifted, source+" (as it is spelt)", snippet+" (in letters that look alike)")
	}
	return finding{}
}

// otherUnit reports whether another case made another unit of one (mg, Mg), which may be
// glued to its number.
func otherUnit(source, snippet string) bool {
	const number = "0123456789.,-+"
	source, snippet = strings.TrimLeft(source, number), strings.TrimLeft(snippet, number)
	return source != snippet && text.IsUnitSymbol(source) && text.IsUnitSymbol(snippet) && text.CaseMatters(source)
}

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
		return strings.ContainsFunc(s.text.Raw(i), unicode.IsLower) && strings.ContainsFunc(s.snippet.Raw(j), unicode.IsLower)
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
