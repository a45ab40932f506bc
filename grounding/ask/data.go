package ask

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

var (
	//go:embed words.yaml
	wordsFile []byte

	lists   = readWords() // by language
	lexicon = joined(lists)

	outputLabel = regexp.MustCompile(`(?i)^(?:` + strings.Join(lexicon["output_labels"], "|") + `)[ *]*:[ *\n]*`)
)

// readWords reads the lists of words.yaml.
func readWords() (lists map[string]map[string][]string) {
	must(yaml.Unmarshal(wordsFile, &lists))
	return lists
}

// joined gives each list with its words in all languages.
func joined(lists map[string]map[string][]string) map[string][]string {
	all := map[string][]string{}
	for name, languages := range lists {
		for _, words := range languages {
			all[name] = append(all[name], words...)
		}
	}
	return all
}

// sets are the lists, to look words up in.
var sets = func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for name, words := range lexicon {
		all[name] = map[string]bool{}
		for _, word := range words {
			all[name][word] = true
		}
	}
	return all
}()

// is tells whether a word is in a list.
func is(word, list string) bool { return sets[list][word] }

// holds tells whether a text holds one of the words of a list.
func holds(text, list string) bool {
	return slices.ContainsFunc(lexicon[list], func(word string) bool { return strings.Contains(text, word) })
}

// must stops the start of the program: the data are part of it.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("cannot read the data of auxiliary calls: %v", err))
	}
}
