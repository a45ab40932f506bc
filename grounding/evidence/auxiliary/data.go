package auxiliary

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

var (
	//go:embed rules.yaml
	rulesFile []byte
	//go:embed words.yaml
	wordsFile []byte

	lexicon = readWords()
	builtin = readRules()

	outputLabel = regexp.MustCompile(`(?i)^(?:` + strings.Join(lexicon["output_labels"], "|") + `)[ *]*:[ *\n]*`)
)

// Builtin lists the auxiliary calls of common apps and frameworks, as their
// prompts stood in the projects' repositories. A prompt that its operator has
// changed is no longer recognised and needs a rule of its own.
func Builtin() []Rule { return builtin }

func readRules() []Rule {
	var rows []struct {
		Name, Role, Head, Tail, Last, Form string
		Prose                              []string
	}
	must(yaml.Unmarshal(rulesFile, &rows))
	rules := make([]Rule, len(rows))
	for i, r := range rows {
		form := Form{Kind: Kind(r.Form)}
		if form.Kind != Object {
			var err error
			form, err = ParseForm(r.Form)
			must(err)
		}
		form.Prose = r.Prose
		rules[i] = Rule{Name: r.Name, Role: r.Role, Head: r.Head, Tail: r.Tail, Last: r.Last, Form: form}
	}
	return rules
}

// readWords reads the lists of words.yaml, each with its words in all languages.
func readWords() map[string][]string {
	var lists map[string]map[string][]string
	must(yaml.Unmarshal(wordsFile, &lists))
	all := map[string][]string{}
	for name, languages := range lists {
		for _, words := range languages {
			all[name] = append(all[name], words...)
		}
	}
	return all
}

// is tells whether a word is in a list.
func is(word, list string) bool { return slices.Contains(lexicon[list], word) }

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
