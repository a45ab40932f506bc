package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// isTitle accepts one short line that states nothing with a verb.
func isTitle(text string) bool {
	return isQuery(text) && countWords(unquoted(text)) <= maxTitleWords
}

// isQuery accepts one question or search phrase.
func isQuery(text string) bool {
	text = unquoted(text)
	return text != "" && !strings.ContainsAny(text, "\n\r") && asks(text)
}

// isQueries accepts a JSON list of queries, or one a line, numbered or not,
// after at most one introductory line that ends in a colon.
func isQueries(text string) bool {
	lines, ok := listed(text)
	if !ok && text[0] == '[' {
		return false
	}
	if !ok {
		lines = strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
		if leadsIn(strings.TrimSpace(lines[0])) {
			lines = lines[1:]
		}
	}
	count := 0
	for _, line := range lines {
		if line = strings.TrimSpace(line); line == "" && !ok {
			continue
		}
		if count++; count > maxQueries || !isQuery(unlabelled(unnumbered(line))) {
			return false
		}
	}
	return count > 0
}

// listed reads a JSON list of texts, or one with the marks of Python.
func listed(text string) (texts []string, ok bool) {
	if texts, ok = decode[[]string](text); !ok && strings.HasPrefix(text, "['") && strings.HasSuffix(text, "']") {
		return strings.Split(text[2:len(text)-2], "', '"), true
	}
	return texts, ok
}

// leadsIn accepts the line with which a model introduces a list.
func leadsIn(line string) bool {
	if !strings.HasSuffix(line, ":") || countWords(line) > maxTitleWords || strings.ContainsFunc(line, unicode.IsDigit) {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(line), " ")
	return is(strings.Trim(first, ",!:"), "list_openings")
}

// isKeywords accepts terms with commas, semicolons or line breaks between them.
func isKeywords(text string) bool {
	terms, ok := listed(text)
	if !ok {
		terms = strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;，、；\n", r) })
	}
	for _, term := range terms {
		term = unnumbered(strings.TrimSpace(term))
		if term != "" && (countWords(term) > maxTermWords || strings.HasSuffix(term, ".") && countWords(term) > maxStopped || !asks(strings.TrimSuffix(term, "."))) {
			return false
		}
	}
	return len(terms) > 0 && len(terms) <= maxKeywords
}

// countWords counts words; a script that writes without spaces counts two
// characters as one.
func countWords(text string) int {
	dense := 0
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			dense++
		}
	}
	return len(strings.Fields(text)) + dense/2
}

var (
	// sentence fits up to an end mark that white space, or in Chinese anything, follows.
	sentence = regexp.MustCompile(`(?s)\S.*?(?:[。？！]|[.?!](?:\s|$)|$)`)
	citation = regexp.MustCompile(`[【†\x{e202}]|\[[\^0-9]`) // no query carries one
	wordSign = regexp.MustCompile(`[\pL\p{Nd}]`)
)

func hasMarker(text string) bool { return citation.MatchString(text) }

// asks tells whether a text could be a question or the words to search for,
// and could not be a statement that answers one. Sentences after the first
// must be questions too.
func asks(text string) bool {
	if len(text) > maxLineBytes || countWords(text) > maxQueryWords || hasMarker(text) || !wordSign.MatchString(text) {
		return false
	}
	sentences := sentence.FindAllString(text, -1)
	return !slices.ContainsFunc(sentences, func(s string) bool {
		question := strings.ContainsAny(s, "?？؟")
		return !question && (len(sentences) > 1 || countWords(s) > maxPhrase) || !asksOrNames(strings.TrimSpace(s))
	})
}

// asksOrNames refuses a sentence in which something is asserted before
// anything is asked: "the dose is 50 mg", also with a question mark behind it.
func asksOrNames(sentence string) bool {
	if holds(sentence, "copula_signs") && !holds(sentence, "question_signs") {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(sentence), notWord)
	if len(words) > 0 && beginsAsking(words) {
		return true
	}
	for _, word := range words {
		if asks := is(word, "asking"); asks || is(word, "asserting") {
			return asks
		}
	}
	return !strings.HasSuffix(sentence, ".") // a fragment that ends like a sentence answers
}

// beginsAsking tells whether the first words ask for something. "Give" and its
// like need the person who asks: "give 50 mg" is an order.
func beginsAsking(words []string) bool {
	if is(words[0], "requesting_with") {
		return len(words) > 1 && is(words[1], "asked_for")
	}
	return is(words[0], "asserting") || is(words[0], "asking_first") || is(words[0], "requesting")
}

func notWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\''
}
