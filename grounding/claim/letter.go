package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// longestForm is how long what opens or ends a letter may be, in bytes.
const longestForm = 120

// letterForm reports whether a sentence is no more than what opens or ends a
// letter: "Dear [Name],", "Mit freundlichen Grüßen", "Thank you for your time."
// Drafts of letters are full of them, and they state nothing.
func letterForm(s string) bool {
	if len(s) > longestForm {
		return false
	}
	var room [longestForm]byte
	if !letterBegins[string(lexis.AppendFold(room[:0], leadingWord(s)))] { // as nearly all
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(s), notLetter)
	return letterEnds[strings.Join(words, " ")] || opensLetter(s, words) || thanks(words)
}

// leadingWord returns the letters that a text begins with, behind any marks.
func leadingWord(s string) string {
	s = strings.TrimLeftFunc(s, notLetter)
	if end := strings.IndexFunc(s, notLetter); end >= 0 {
		return s[:end]
	}
	return s
}

// letterBegins are the words that such a sentence begins with.
var letterBegins = func() map[string]bool {
	out := set("sehr i we so")
	for _, list := range []map[string]bool{letterEnds, letterOpenings, thanksVerbs} {
		for phrase := range list {
			out[leadingWord(phrase)] = true
		}
	}
	return out
}()

// letterEnds end a letter; each is the whole of its line.
var letterEnds = phraseSet(wordLists.LetterEnds)

// letterOpenings open a letter, before a name and a comma.
var letterOpenings = wordSet("letterOpenings")

// opensLetter reports whether a sentence only names whom a letter is for.
func opensLetter(s string, words []string) bool {
	const longest = 6 // words: "Sehr geehrte Frau Dr. …"
	const ends = ",:،：，"
	body := strings.TrimRight(s, ends+" *_\n")
	if body == s || strings.ContainsAny(body, ends) || !strings.ContainsRune(ends, lastSign(s)) || len(words) > longest || states(s) {
		return false
	}
	return letterOpenings[words[0]] || len(words) > 1 && words[0] == "sehr" && letterOpenings[words[1]]
}

// thanksWords are all that a sentence of thanks may have, beside one of
// thanksVerbs: anything else may state something.
var thanksWords = wordSet("thanksWords")

var thanksVerbs = wordSet("thanksVerbs")

// thanks reports whether a sentence thanks the reader and does nothing else.
func thanks(words []string) bool {
	verbs := 0
	for _, w := range words {
		switch {
		case thanksVerbs[w]:
			verbs++
		case !thanksWords[w]:
			return false
		}
	}
	return verbs == 1
}

// phraseSet reads one phrase a line.
func phraseSet(list string) map[string]bool {
	out := make(map[string]bool)
	for l := range strings.SplitSeq(list, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out[l] = true
		}
	}
	return out
}
