package ownschema

import (
	"net/url"
	"strings"
	"unicode"
)

// states tells whether a text is long enough to state something: three
// content words, or a number.
func states(text string) bool {
	content, han := 0, 0
	for _, word := range strings.FieldsFunc(text, notWordRune) {
		for _, r := range word {
			if unicode.IsDigit(r) {
				return true
			}
			if unboundedScript(r) {
				han++
			}
		}
		if !isFunctionWord(strings.ToLower(word)) {
			content++
		}
	}
	// Scripts without spaces: about two characters make a word.
	return content >= minContentWords || han >= 2*minContentWords
}

func notWordRune(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

func unboundedScript(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// isFunctionWord knows the commonest words that carry no content, in the
// languages that write with spaces and are met most. A word that is missing
// here only makes a text count as a claim sooner.
func isFunctionWord(word string) bool {
	switch word {
	case "a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "per", "and", "or", "as", "is", "are",
		"was", "were", "be", "been", "it", "its", "this", "that", "these", "those",
		"der", "die", "das", "ein", "eine", "einer", "und", "oder", "von", "im", "zu", "zum", "zur", "mit", "für", "ist", "sind",
		"le", "la", "les", "un", "une", "de", "des", "du", "et", "ou", "en", "dans", "est", "sont",
		"el", "los", "las", "una", "y", "o", "del", "es", "son", "il", "lo", "gli", "e", "di", "da", "che":
		return true
	}
	return false
}

// wordsOf reads a key as words: "maxDailyDose" and "max_daily_dose" alike.
func wordsOf(key string) string {
	var out strings.Builder
	var last rune
	for _, r := range key {
		switch {
		case notWordRune(r):
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(last):
			out.WriteByte(' ')
		}
		if r != ' ' || (last != ' ' && out.Len() > 0) {
			out.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	return strings.TrimSpace(out.String())
}

// keyword is what the name of a member tells of its value.
type keyword struct {
	id        bool // the value is an identifier or an address
	reference bool // a number here points at a passage or grades the answer, and says nothing of the subject
	quote     bool // a text here claims to be the source's own words
	sentence  bool // the name is as long as a sentence
}

// Words from which a name is as long as a sentence; one with a number in it
// says more with fewer.
const (
	sentenceWords        = 6
	numericSentenceWords = 4
)

// isSentence tells whether the words of a name may state something by
// themselves: "Adults take 50 mg daily" does, "maximum daily dose" does not.
func isSentence(words string) bool {
	n := len(strings.Fields(words))
	return n >= sentenceWords || n >= numericSentenceWords && strings.ContainsFunc(words, unicode.IsDigit) || hasUnbounded(words)
}

// hasUnbounded tells whether a text has as much of a script without spaces as
// a sentence of it.
func hasUnbounded(text string) bool {
	n := 0
	for _, r := range text {
		if unboundedScript(r) {
			n++
		}
	}
	return n >= 2*sentenceWords
}

// IsName tells whether a text can be an identifier or an address: one word,
// whatever signs are in it.
func IsName(text string) bool {
	return !strings.ContainsFunc(text, unicode.IsSpace) && !hasUnbounded(text)
}

func keywordOf(key string) keyword {
	words := wordsOf(key)
	k := keyword{reference: isReference(words), quote: isQuote(words), sentence: isSentence(words)}
	switch words[strings.LastIndexByte(words, ' ')+1:] {
	case "id", "ids", "uuid", "guid", "slug", "url", "uri", "href", "filename", "sourcefile":
		k.id = true
	}
	return k
}

func isReference(words string) bool {
	switch words {
	case "source", "sources", "citation", "citations", "reference", "references", "ref", "refs", "index", "indices",
		"source number", "source numbers", "source index", "document", "documents", "doc", "docs", "chunk", "chunks",
		"page", "page number", "confidence", "confidence score":
		return true
	}
	return false
}

func isQuote(words string) bool {
	switch words {
	case "quote", "quotes", "quotation", "snippet", "snippets", "relevant quote", "cited text", "excerpt", "verbatim":
		return true
	}
	return false
}

// isAddress tells whether a text is nothing but an address on the web.
func isAddress(text string) bool {
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return false
	}
	parsed, err := url.Parse(text)
	return err == nil && parsed.Host != "" && !strings.ContainsAny(text, " \t\r\n")
}
