package auxiliary

import (
	"strings"
	"unicode"
)

// isTitle accepts one short line that states nothing with a verb.
func isTitle(text string) bool {
	text = unquoted(unlabelled(text))
	return oneLine(text) && countWords(text) <= maxTitleWords && asks(text)
}

// isQuery accepts one question or search phrase.
func isQuery(text string) bool {
	text = unquoted(unlabelled(text))
	return oneLine(text) && asks(text)
}

// isQueries accepts a JSON list of queries, or one a line, numbered or not,
// after at most one introductory line that ends in a colon.
func isQueries(text string) bool {
	if text[0] == '[' {
		return isQueryList(text)
	}
	count := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || (count == 0 && leadsIn(line)) {
			continue
		}
		if count++; count > maxQueries || !isQuery(unnumbered(line)) {
			return false
		}
	}
	return count > 0
}

// leadsIn accepts the line with which a model introduces a list.
func leadsIn(line string) bool {
	if !strings.HasSuffix(line, ":") || countWords(line) > maxTitleWords || strings.ContainsFunc(line, unicode.IsDigit) {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(line), " ")
	return listOpenings[strings.Trim(first, ",!:")]
}

// isKeywords accepts terms with commas, semicolons or line breaks between them.
func isKeywords(text string) bool {
	terms := strings.FieldsFunc(unlabelled(text), func(r rune) bool { return strings.ContainsRune(",;，、；\n", r) })
	if len(terms) == 0 || len(terms) > maxKeywords {
		return false
	}
	for _, term := range terms {
		term = unnumbered(strings.TrimSpace(term))
		if term != "" && (countWords(term) > maxTermWords || !asks(strings.TrimSuffix(term, "."))) {
			return false
		}
	}
	return true
}

// isEmoji accepts a few symbols and nothing that could spell a word.
func isEmoji(text string) bool {
	count := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r < 0x80 {
			return false
		}
		if count++; count > 8 {
			return false
		}
	}
	return count > 0
}

func oneLine(text string) bool {
	return text != "" && !strings.ContainsAny(text, "\n\r")
}

// countWords counts words; a script that writes without spaces counts two
// characters as one.
func countWords(text string) int {
	words, dense := 0, 0
	for _, field := range strings.Fields(text) {
		words++
		for _, r := range field {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				dense++
			}
		}
	}
	return words + dense/2
}

// asks tells whether a text could be a question or the words to search for,
// and could not be a statement that answers one. Sentences after the first
// must be questions too.
func asks(text string) bool {
	if len(text) > maxLineBytes || countWords(text) > maxQueryWords || cites(text) {
		return false
	}
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return false
	}
	parts := sentences(text)
	for _, sentence := range parts {
		question := strings.ContainsAny(sentence, "?？؟")
		if len(parts) > 1 && !question {
			return false
		}
		if !question && countWords(sentence) > maxPhrase || !asksOrNames(sentence) {
			return false
		}
	}
	return len(parts) > 0
}

// sentences splits at end marks that white space, or in Chinese anything, follows.
func sentences(text string) []string {
	var out []string
	start, runes := 0, []rune(text)
	for i, r := range runes {
		wide := strings.ContainsRune("。？！", r)
		if !wide && !strings.ContainsRune(".?!", r) {
			continue
		}
		if wide || i+1 == len(runes) || unicode.IsSpace(runes[i+1]) {
			out = appendSentence(out, runes[start:i+1])
			start = i + 1
		}
	}
	return appendSentence(out, runes[start:])
}

func appendSentence(list []string, runes []rune) []string {
	if sentence := strings.TrimSpace(string(runes)); sentence != "" {
		return append(list, sentence)
	}
	return list
}

// asksOrNames refuses a sentence in which something is asserted before
// anything is asked: "the dose is 50 mg", also with a question mark behind it.
func asksOrNames(sentence string) bool {
	if contains(sentence, copulaSigns) && !contains(sentence, questionSigns) {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(sentence), notWord)
	if len(words) > 0 && beginsAsking(words) {
		return true
	}
	for _, word := range words {
		if asking[word] {
			return true
		}
		if asserting[word] {
			return false
		}
	}
	return !strings.HasSuffix(sentence, ".") // a fragment that ends like a sentence answers
}

var (
	copulaSigns   = words("copula_signs")
	questionSigns = words("question_signs")
)

// beginsAsking tells whether the first words ask for something. "Give" and its
// like need the person who asks: "give 50 mg" is an order.
func beginsAsking(words []string) bool {
	if requestingWith[words[0]] {
		return len(words) > 1 && askedFor[words[1]]
	}
	return asserting[words[0]] || askingFirst[words[0]] || requesting[words[0]]
}

func notWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\''
}

// cites tells whether a text carries marks of citation, which no query does.
func cites(text string) bool {
	if strings.ContainsAny(text, "【†\ue202") {
		return true
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '[' && (text[i+1] == '^' || text[i+1] >= '0' && text[i+1] <= '9') {
			return true
		}
	}
	return false
}
