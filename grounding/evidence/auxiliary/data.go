package auxiliary

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

var (
	//go:embed rules.yaml
	rulesFile []byte
	//go:embed words.yaml
	wordsFile []byte

	builtin = readRules()
	lexicon = readWords()

	asserting      = set("asserting")
	asking         = set("asking")
	askingFirst    = set("asking_first")
	requesting     = set("requesting")
	requestingWith = set("requesting_with")
	askedFor       = set("asked_for")
	listOpenings   = set("list_openings")
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
		kind, list, _ := strings.Cut(r.Form, ":")
		form := Form{Kind: Kind(kind), Prose: r.Prose}
		if list != "" {
			var err error
			form, err = ParseForm(r.Form)
			must(err)
			form.Prose = r.Prose
		}
		rules[i] = Rule{Name: r.Name, Role: r.Role, Head: r.Head, Tail: r.Tail, Last: r.Last, Form: form}
	}
	return rules
}

func readWords() (lists map[string]map[string][]string) {
	must(yaml.Unmarshal(wordsFile, &lists))
	return lists
}

// must stops the start of the program: the data are part of it.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("cannot read the data of auxiliary calls: %v", err))
	}
}

// words are the words of a list in all languages.
func words(list string) []string {
	var all []string
	for _, some := range lexicon[list] {
		all = append(all, some...)
	}
	return all
}

func set(list string) map[string]bool {
	in := map[string]bool{}
	for _, word := range words(list) {
		in[word] = true
	}
	return in
}
