package proxy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
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

// confidences are the words in which a model may say how sure it is of a claim.
var confidences = map[string]bool{"high": true, "medium": true, "low": true}

// hushConfidence takes out of a report what a model wrote in the place of how
// sure it is of a claim, unless it is one of the words that it was to choose
// from.
func hushConfidence(r *report.Report) {
	for i := range r.Claims {
		if c := r.Claims[i].Confidence; c != nil && !confidences[*c] {
			r.Claims[i].Confidence = nil
		}
	}
}

// toldWhole are the codes of findings on an answer as a whole whose words are
// the gateway's own, or the app's.
var toldWhole = map[report.Code]bool{
	report.UntrustedContext: true, report.TruncatedOutput: true, report.BudgetExhausted: true, report.MissingCitations: true, report.ToolNotOffered: true,
}

// hushWhole takes the words out of findings that belong to no citation and no
// claim: they may repeat of the answer what the client does not get.
func hushWhole(r *report.Report) {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Citation == nil && f.Claim == nil && !toldWhole[f.Code] {
			f.Detail = ""
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
	if len(aspects) == 0 {
		return kept
	}
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
