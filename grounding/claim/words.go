package claim

import (
	_ "embed"
	"strings"

	"github.com/goccy/go-yaml"
)

// wordsYAML holds the words and phrases by which sentences of an answer are
// told apart.
//
//go:embed words.yaml
var wordsYAML []byte

// wordLists is that file, read once.
var wordLists = readWordLists()

type wordFile struct {
	Words   map[string]string `yaml:"words"`
	Phrases []phraseList      `yaml:"phrases"`
}

// phraseList is the phrases of one kind that hold in one place.
type phraseList struct {
	Kind  Kind   `yaml:"kind"`
	Where place  `yaml:"where"`
	List  string `yaml:"list"`
}

func readWordLists() (file wordFile) {
	if err := yaml.UnmarshalWithOptions(wordsYAML, &file, yaml.Strict()); err != nil {
		panic("claim: words.yaml: " + err.Error())
	}
	return file
}

// wordSet returns the list with a name. A list that is missing is a mistake of
// the program.
func wordSet(name string) map[string]bool {
	list, ok := wordLists.Words[name]
	if !ok {
		panic("claim: words.yaml has no list " + name)
	}
	out := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
