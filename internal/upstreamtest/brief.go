package upstreamtest

import (
	_ "embed" // the words
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed words.yaml
var wordsYAML []byte

// known are the words that the small model knows.
var known = sync.OnceValue(func() (all struct{ Empty, Turns, Begins []string }) {
	if err := yaml.Unmarshal(wordsYAML, &all); err != nil {
		panic(fmt.Errorf("words.yaml: %w", err))
	}
	return all
})

// Bounds on the words of a sentence that are quoted: enough to be found once,
// few enough to cost little.
const (
	leastWords = 4
	mostWords  = 14
)

// shortQuote is the clause of a sentence that has its first number, else its first
// clause of some length. A sentence that turns on a word is quoted whole.
func shortQuote(sentence string) string {
	for _, w := range strings.Fields(sentence) {
		if slices.Contains(known().Turns, strings.ToLower(strings.Trim(w, ",.;:"))) {
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
		if len(parts[last]) >= leastWords && slices.Contains(known().Begins, w) {
			parts, last = append(parts, nil), last+1
		}
		parts[last] = append(parts[last], w)
		if strings.HasSuffix(w, ",") {
			parts = append(parts, nil)
		}
	}
	return parts
}
