package proxy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/lexis"
	"vouchsafe/report"
)

// longestID is the longest chunk id, in bytes, that a report repeats after a
// model that got it wrong.
const longestID = 64

// hushIDs takes out of a report what a model wrote in the place of a chunk's
// id and that cannot be one: it would be told beside the answer, unverified.
func hushIDs(r *report.Report) {
	for i := range r.Citations {
		c := &r.Citations[i]
		if c.Heal == nil || c.Heal.Kind != "relink" || isID(c.Heal.From) {
			continue
		}
		c.Heal = &report.Heal{Kind: c.Heal.Kind, To: c.Heal.To}
		for j := range r.Findings {
			if f := &r.Findings[j]; f.Citation != nil && *f.Citation == c.Number {
				f.Detail = ""
			}
		}
	}
}

func isID(s string) bool { return len(s) <= longestID && !strings.ContainsFunc(s, unicode.IsSpace) }

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
