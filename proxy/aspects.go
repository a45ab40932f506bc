package proxy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// sameStem is how many first letters make two words one, so that an aspect may
// inflect the question's words.
const sameStem = 5

// openAspects keeps, of the parts of the question that a model says it left
// open, those that are told in the question's own words. Anything else would
// be a statement that nobody verified, in the midst of a report.
func openAspects(aspects []string, question string) []string {
	kept := []string{}
	asked := map[string]bool{}
	for word := range strings.FieldsFuncSeq(question, notOfWord) {
		asked[stem(word)] = true
	}
	language := lexis.LanguageOf(question)
	for _, aspect := range aspects {
		known := true
		for word := range strings.FieldsFuncSeq(aspect, notOfWord) {
			known = known && (asked[stem(word)] || language.IsStop(lexis.Fold(word)))
		}
		if known {
			kept = append(kept, aspect)
		}
	}
	return kept
}

func notOfWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// stem is the beginning of a word; a number is itself whole.
func stem(word string) string {
	word = lexis.Fold(word)
	if strings.ContainsFunc(word, unicode.IsDigit) {
		return word
	}
	end := 0
	for n := 0; n < sameStem && end < len(word); n++ {
		_, size := utf8.DecodeRuneInString(word[end:])
		end += size
	}
	return word[:end]
}
