package claim

import (
	_ "embed"
	"strings"

	"github.com/goccy/go-yaml"
)

// place says where a phrase gives its kind to a sentence; words.yaml tells what
// each means. The places keep apart "the documents do not contain it" and "the
// tablets do not contain it".
type place string

const (
	anywhere    place = "anywhere"
	atOpening   place = "opening"
	wholeClause place = "clause"
)

// phrase is a fixed run of words that tells what a clause does.
type phrase struct {
	words []string
	kind  Kind
	where place
}

// boilerplate holds the phrases by which answers greet, offer help, hedge and lead in, by
// their first word. A clause is what its phrase says; what it
// states beside is found apart from that.
var boilerplate = clausePhrases()

func clausePhrases() map[string][]phrase {
	out := make(map[string][]phrase)
	for _, list := range wordLists.Phrases {
		for line := range strings.Lines(list.List) {
			p := phrase{words: strings.Fields(line), kind: list.Kind, where: list.Where}
			out[p.words[0]] = append(out[p.words[0]], p)
		}
	}
	return out
}

// phraseAt returns the longest phrase that begins at a word of a clause and holds
// there; one without words for none.
func (c clauseWords) phraseAt(i int) (longest phrase) {
	for _, p := range boilerplate[c[i].fold] {
		if len(p.words) > len(longest.words) && c[i:].beginWith(p.words) && p.holds(c, i) {
			longest = p
		}
	}
	return longest
}

// holds reports whether the phrase's condition is met where it stands.
func (p phrase) holds(c clauseWords, i int) bool {
	before, after := c[:i], c[i+len(p.words):]
	switch p.where {
	case atOpening:
		return before.all(hollowPart) && (p.kind != Claim || i == 0)
	case wholeClause:
		return i == 0 && len(after) == 0
	}
	return true
}

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
