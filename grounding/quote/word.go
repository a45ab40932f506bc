package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vouchsafe/grounding/text"
)

// word judges one word that stands in for another.
func (s *search) word(i, j int) severity {
	source, snippet := s.text.Word(i), s.snippet.Word(j)
	language := s.text.language()
	switch {
	case s.ungrouped(source, snippet), s.unaccented(i, j):
		return same
	case s.slipInRole(i, j):
		return loose
	case s.decisive(s.text, i), s.decisive(s.snippet, j):
		return changed
	case s.evidentSlip(source, snippet):
		return loose
	case articles[source] && articles[snippet], variant(source, snippet) && !language.IsStop(source):
		return drifted
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
	return critical(word) || strings.HasSuffix(word, "n't") || s.isName(t, i)
}

// isName guesses a name: a capital that no sentence start explains and no
// common word has. German writes all nouns with a capital.
func (s *search) isName(t *Text, i int) bool {
	word := t.Word(i)
	if !t.Is(i, text.TokenCapital) || text.Known(word) {
		return false
	}
	if s.text.language() == text.German && isNoun(word) && !s.followsName(t, i) {
		return false
	}
	starts := i == 0 || t.Parted(i, text.GapStop|text.GapAsk|text.GapBreak|text.GapCell)
	return !starts || !s.text.class(word).Has(text.Stop)
}

// followsName reports whether a capital stands right in front of token i, as in
// names of persons ("Herr Müller").
func (s *search) followsName(t *Text, i int) bool {
	return t.Follows(i) && t.Is(i-1, text.TokenCapital) && !s.text.class(t.Word(i-1)).Has(text.Stop)
}

// isNoun reports whether a word is as long as compounds of German are.
func isNoun(word string) bool {
	const shortest = 9 // letters
	return utf8.RuneCountInString(word) >= shortest
}

// articles can replace each other without more than a drift.
var articles = text.WordSet("articles")

// respelling writes -ise and -yse as -ize and -yze, and colour as color.
var respelling = strings.NewReplacer("is", "iz", "ys", "yz", "our", "or")

// wordEndings are the endings that make another form of a word.
var wordEndings = text.WordSet("word_endings")

// variant reports whether two words are forms of one: a plural, an ending, a
// spelling (colour, color). They may be snapped, and never verify.
func variant(a, b string) bool {
	const shortest = 4 // letters
	if utf8.RuneCountInString(a) < shortest || utf8.RuneCountInString(b) < shortest {
		return false
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	ending, ok := strings.CutPrefix(a, b)
	return ok && wordEndings[ending] || respelling.Replace(a) == respelling.Replace(b)
}

// unaccented reports whether the snippet writes a word without its accents where
// that is customary: in French capitals, and in Italian with an apostrophe (citta').
func (s *search) unaccented(i, j int) bool {
	source, snippet := s.text.Word(i), s.snippet.Word(j)
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(source))
	if plain == source || plain != snippet {
		return false
	}
	if s.text.language() == text.Italian {
		first, _ := utf8.DecodeRuneInString(s.snippet.GapText(j + 1))
		return text.IsApostrophe(first)
	}
	return s.text.language() == text.French && shouts(s.snippet.Original)
}

// commaGroups are the languages in which a comma between digits sets off thousands and
// does nothing else. Arabic has a sign of its own for that.
var commaGroups = map[text.Language]bool{text.English: true, text.Chinese: true, text.Japanese: true, text.Arabic: true}

// ungrouped reports whether two words are one number, of which one sets off its
// thousands by commas and the other does not.
func (s *search) ungrouped(source, snippet string) bool {
	return commaGroups[s.text.language()] && strings.ReplaceAll(source, ",", "") == strings.ReplaceAll(snippet, ",", "") &&
		inThousands(source) && inThousands(snippet)
}

// inThousands reports whether commas and spaces stand in a number only where they set
// off its thousands.
func inThousands(number string) bool {
	groups := strings.FieldsFunc(number, func(r rune) bool { return r == ',' || r == ' ' })
	for k, group := range groups {
		digits := len(group) - len(strings.TrimLeft(group, "0123456789"))
		if k > 0 && digits != 3 {
			return false
		}
		lead := len(group) - len(strings.TrimRight(group, "0123456789"))
		if k == 0 && len(groups) > 1 && (lead == 0 || lead > 3 || group[len(group)-lead] == '0') {
			return false
		}
	}
	return true
}

// regrouped reports whether two spans are one number whose thousands are set off in
// two ways: "136 000" and "136,000".
func (s *search) regrouped(e edit) bool {
	source, snippet := s.text.Passage(e.source), s.snippet.Passage(e.snippet)
	plain := strings.NewReplacer(",", "", " ", "")
	return s.text.Is(e.source.First, text.TokenDigit) && plain.Replace(source) == plain.Replace(snippet) &&
		inThousands(source) && inThousands(snippet)
}
