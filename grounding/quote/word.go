package quote

import (
	"regexp"
	"strings"

	"vouchsafe/grounding/text"
)

// word judges one word that stands in for another.
func (s *search) word(i, j int) severity {
	source, snippet := s.text.Word(i), s.snippet.Word(j)
	class := text.Unknown.Class(source)
	const exact = text.Negator | text.Exception | text.NumberWord | text.OrdinalWord | text.Month
	bends := class.Has(text.Critical) && !class.Has(exact) && !text.IsUnit(source) // "shuold" is misspelt, and still that word
	switch {
	case s.ungrouped(source, snippet):
		return same
	case s.decisive(s.text, i) && !bends, s.decisive(s.snippet, j):
		return changed
	case s.evidentSlip(source, snippet):
		return loose
	}
	return changed
}

// decisive reports whether a token decides the meaning: a number, a sign, a
// unit, a character of a script without spaces, a word with a role, a name.
func (s *search) decisive(t *Text, i int) bool {
	const telling = text.TokenDigit | text.TokenSign | text.TokenUnspaced
	if t.Is(i, telling) || i > 0 && t.Is(i-1, text.TokenDigit) && text.IsUnit(t.Raw(i)) {
		return true
	}
	word := t.Word(i)
	return critical(word) || strings.HasSuffix(word, "n't") || t.Is(i, text.TokenCapital) && !text.Known(word)
}

// In these languages a comma between digits sets off thousands and does nothing else;
// Arabic has a sign of its own for that.
var (
	commaGroups = map[text.Language]bool{text.English: true, text.Chinese: true, text.Japanese: true, text.Arabic: true}
	grouped     = regexp.MustCompile(`^[^\d,]*(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?[^\d,]*$`)
)

// ungrouped reports whether two words are one number, of which one sets off its
// thousands by commas and the other does not.
func (s *search) ungrouped(source, snippet string) bool {
	return commaGroups[s.text.language()] && strings.ReplaceAll(source, ",", "") == strings.ReplaceAll(snippet, ",", "") &&
		grouped.MatchString(source) && grouped.MatchString(snippet)
}
