package verify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
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
		if added == "" {
			added = lost(cl.Text, cit.Match)
		}
		if added == "" || turns(cl.Text, added, cit.Snippet) {
			continue
		}
		cl.Stands = false
		cl.Judgement.Outcome = claim.Refuted
		c.find(report.ClaimNegation, -1, index, fmt.Sprintf("the quote was cut beside %.100q, and the claim has no such word", added))
	}
}

// lost returns what a claim leaves out with its quote, though that does not hold
// without it: "work starts in May" of "if the state agrees, work starts in May". A
// claim that has any of its words is taken to say it, one in another language cannot
// be told.
func lost(text string, place quote.Result) string {
	if place.Governed == "" {
		return ""
	}
	lang := lexis.LanguageOf(place.Source)
	if own := lexis.LanguageOf(text); own != lang && own != lexis.Unknown {
		return ""
	}
	has := map[string]bool{}
	for _, word := range words(text) {
		has[root(word)] = true
	}
	content := false
	for _, word := range words(place.Governed) {
		if utf8.RuneCountInString(word) < 2 || lang.Class(word).Has(lexis.Stop|lexis.Auxiliary|lexis.Modal|lexis.Approximate) && !quote.Binds(word) {
			continue
		}
		if content = true; has[root(word)] || sharesCharacters(text, word) {
			return ""
		}
	}
	if !content {
		return ""
	}
	return place.Governed
}

// root is the start of a word, which its forms have in common.
func root(word string) string {
	const letters = 5
	n := 0
	for i := range word {
		if n++; n > letters {
			return word[:i]
		}
	}
	return word
}

// sharesCharacters reports whether a text has two neighbouring characters of a word
// of a script without spaces.
func sharesCharacters(text, word string) bool {
	const first = '\u2e80'
	runes := []rune(word)
	for i := 1; i < len(runes); i++ {
		if runes[i] >= first && runes[i-1] >= first && strings.Contains(text, string(runes[i-1:i+1])) {
			return true
		}
	}
	return false
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
		if class.Has(lexis.Exception) || quote.Binds(word) || lexis.IsRefuting(word) || denial && (class.Has(lexis.Negator) || strings.HasSuffix(word, "n't")) {
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
