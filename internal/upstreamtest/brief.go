package upstreamtest

import "strings"

// briefWords is how many words of a sentence are quoted: enough to be found
// once, few enough to cost little.
const briefWords = 4

// turns are words that change what the words beside them say: a quote is not
// cut near them.
var turns = map[string]bool{"not": true, "no": true, "never": true, "except": true, "unless": true, "only": true, "without": true, "provided": true, "if": true}

// briefly is a part of a sentence: the words around its first number, else its
// last words. A sentence that turns on a word is quoted whole.
func briefly(sentence string) string {
	words := strings.Fields(sentence)
	at := len(words)
	for i, w := range words {
		if turns[strings.ToLower(strings.Trim(w, ",.;:"))] {
			return sentence
		}
		if at == len(words) && strings.ContainsAny(w, "0123456789") {
			at = i
		}
	}
	from := max(0, min(at-1, len(words)-briefWords))
	return strings.Trim(strings.Join(words[from:min(len(words), from+briefWords)], " "), ",.;:")
}
