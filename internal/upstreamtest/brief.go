package upstreamtest

import (
	"slices"
	"strings"
)

// Bounds on the words of a sentence that are quoted: enough to be found once,
// few enough to cost little.
const (
	leastWords = 4
	mostWords  = 14
)

// turns are words that change what the words beside them say: a quote is not
// cut near them.
var turns = map[string]bool{"not": true, "no": true, "never": true, "except": true,
	"unless": true, "only": true, "without": true, "provided": true, "if": true}

// briefly is the clause of a sentence that has its first number, else its first
// clause of some length. A sentence that turns on a word is quoted whole.
func briefly(sentence string) string {
	for _, w := range strings.Fields(sentence) {
		if turns[strings.ToLower(strings.Trim(w, ",.;:"))] {
			return sentence
		}
	}
	parts := clauses(sentence)
	chosen := slices.IndexFunc(parts, func(c []string) bool { return strings.ContainsAny(strings.Join(c, " "), "0123456789") })
	if chosen < 0 {
		chosen = max(0, slices.IndexFunc(parts, func(c []string) bool { return len(c) >= leastWords }))
	}
	return strings.Trim(strings.Join(parts[chosen][:min(len(parts[chosen]), mostWords)], " "), ",.;:")
}

// clauses are the words of a sentence, parted behind commas and before words
// that begin a clause.
func clauses(sentence string) [][]string {
	parts := [][]string{nil}
	for _, w := range strings.Fields(sentence) {
		last := len(parts) - 1
		if len(parts[last]) >= leastWords && begins[w] {
			parts, last = append(parts, nil), last+1
		}
		parts[last] = append(parts[last], w)
		if strings.HasSuffix(w, ",") {
			parts = append(parts, nil)
		}
	}
	return parts
}

// begins are words that begin a clause.
var begins = map[string]bool{"and": true, "when": true, "where": true, "because": true, "while": true}
