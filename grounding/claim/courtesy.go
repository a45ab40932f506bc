package claim

import (
	"maps"
	"strings"

	"vouchsafe/grounding/text"
)

// isCourtesy reports whether a sentence is no more than what opens or ends a
// letter: "Dear [Name],", "Mit freundlichen Grüßen", "Thank you for your time."
// Drafts of letters are full of them, and they state nothing.
func isCourtesy(t *text.Text, cs []clause, sign rune) bool {
	const most = 14 // words
	if len(t.Words) == 0 || len(t.Words) > most || !courtesyStarts[t.Words[0].Fold] {
		return false
	}
	if thanks(t) {
		return true
	}
	if anyStates(cs) {
		return false
	}
	var whole strings.Builder
	for i := range t.Words {
		if i > 0 && !t.Words[i].Flags.Has(text.Glued) {
			whole.WriteByte(' ')
		}
		whole.WriteString(t.Words[i].Fold)
	}
	_, closes := wholePhrases[whole.String()]
	return closes || opensLetter(t, sign)
}

// opensLetter reports whether a sentence only names whom a letter is for.
func opensLetter(t *text.Text, sign rune) bool {
	const ends = ",:،：，"
	const longest = 6 // words: "Sehr geehrte Frau Dr. …"
	body := strings.TrimRight(t.Text, ends+" *_\n")
	if len(t.Words) > longest || !strings.ContainsRune(ends, sign) || strings.ContainsAny(body, ends) {
		return false
	}
	first := 0
	if t.Words[0].Fold == "sehr" && len(t.Words) > 1 {
		first = 1
	}
	return letterOpenings[t.Words[first].Fold]
}

var letterOpenings = wordSet("letterOpenings")

// thanks reports whether a sentence thanks the reader and does nothing else.
func thanks(t *text.Text) bool {
	verbs := 0
	for i := range t.Words {
		switch w := t.Words[i].Fold; {
		case thanksVerbs[w]:
			verbs++
		case !thanksWords[w]:
			return false
		}
	}
	return verbs == 1
}

// thanksVerbs are verbs of thanks; thanksWords are all else that such a sentence may
// have: anything else may state something.
var (
	thanksVerbs = wordSet("thanksVerbs")
	thanksWords = wordSet("thanksWords")
)

// courtesyStarts are the first words of courtesies; nearly all other sentences are
// told from them by their first word.
var courtesyStarts = firstWords()

func firstWords() map[string]bool {
	out := map[string]bool{}
	for phrase := range wholePhrases {
		out[text.Read(phrase).Words[0].Fold] = true
	}
	for _, list := range []map[string]bool{letterOpenings, thanksVerbs, thanksWords} {
		maps.Copy(out, list)
	}
	out["sehr"] = true
	return out
}
