package layout

import (
	_ "embed"

	"github.com/goccy/go-yaml"
)

// wordsFile holds the words by which prompts speak of their parts.
//
//go:embed words.yaml
var wordsFile []byte

var wordLists = func() (lists map[string]map[string][]string) {
	if err := yaml.Unmarshal(wordsFile, &lists); err != nil {
		panic("words.yaml: " + err.Error()) // a test reads the file before anybody runs it
	}
	return lists
}()

// words are the words of one list in all languages.
func words(list string) []string {
	var all []string
	for _, ws := range wordLists[list] {
		all = append(all, ws...)
	}
	if len(all) == 0 {
		panic("words.yaml has no list " + list)
	}
	return all
}
