package verify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
)

// turning are the roles of words that turn a sentence round or bind it.
const turning = lexis.Negator | lexis.Exception

// addedTurn returns the first word of denial or exception that a healed
// snippet has and the model's own did not, "" for none.
func addedTurn(from, to string) string {
	lang := lexis.LanguageOf(to)
	had := map[string]bool{}
	for _, word := range words(from) {
		had[word] = true
	}
	for _, word := range words(to) {
		if !had[word] && (lang.Class(word).Has(turning) || lexis.IsRefuting(word)) {
			return word
		}
	}
	for _, word := range forbidding {
		if strings.Contains(to, word) && !strings.Contains(from, word) {
			return word
		}
	}
	return ""
}

// forbidding are words of a script without spaces that forbid what follows
// them, and denying the characters of which one stands in what denies.
var forbidding = []string{"禁止", "严禁", "嚴禁", "不得", "不可", "不能", "切勿", "请勿", "請勿"}

const denying = "不禁勿没沒未非无無莫"

// turned holds a claim to the words that a heal had to add to its quote: a
// quote that was cut in front of an "unless" proves only a claim that has one.
func (c *checker) turned(index int) {
	cl := &c.res.Claims[index]
	for _, i := range cl.Citations {
		cit := &c.res.Citations[i]
		added := cit.turned
		if added == "" || turns(cl.Text, added, cit.Snippet) {
			continue
		}
		cl.Stands = false
		cl.Judgement.Outcome = claim.Refuted
		c.find(report.ClaimNegation, -1, index, fmt.Sprintf("the quote was cut beside %.100q, and the claim has no such word", added))
	}
}

// turns reports whether a text binds what it says as the added word does, by a word
// that the quote did not have before: a denial asks for any word that turns a
// sentence, an exception or condition for one that binds it.
func turns(text, added, quoted string) bool {
	if slices.Contains(forbidding, added) {
		return strings.ContainsAny(text, denying)
	}
	lang := lexis.LanguageOf(text)
	denial := lang.Class(added).Has(lexis.Negator) && !lang.Class(added).Has(lexis.Exception)
	had := map[string]int{}
	for _, word := range words(quoted) {
		had[word]++
	}
	for _, word := range words(text) {
		if had[word]--; had[word] >= 0 {
			continue
		}
		class := lang.Class(word)
		if class.Has(lexis.Exception) || lexis.IsRefuting(word) || denial && (class.Has(lexis.Negator) || strings.HasSuffix(word, "n't")) {
			return true
		}
	}
	return false
}

// words are a text's words, folded.
func words(text string) []string {
	fields := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' && !unicode.IsMark(r) })
	for i := range fields {
		fields[i] = lexis.Fold(strings.ReplaceAll(fields[i], "’", "'"))
	}
	return fields
}
