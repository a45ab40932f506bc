package claim

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// evidenceNouns are words for what an answer draws on.
var evidenceNouns = wordSet("evidenceNouns")

// boilerplate holds the phrases by which answers greet, offer help, hedge,
// lead in and refuse. A clause is what its phrase says; what it states beside
// is found apart from that (see classify).
var boilerplate = newPhraseIndex()

// hollow are words that state nothing about the world: they speak of the
// answer, its evidence and the talk itself.
var hollow = wordSet("hollow")

// turningWords are words that open a new clause, one that may state what the clause
// before did not: "I am sorry, but the dose is 50 mg".
var turningWords = wordSet("turningWords")

// joiners are words with which a list goes on after a comma.
var joiners = wordSet("joiners")

// verbs are finite verbs that make a clause a statement.
var verbs = wordSet("verbs")

// askers open a question or a title that is one.
var askers = wordSet("askers")

// phrase is a fixed run of words that tells what a clause does.
type phrase struct {
	words    []string
	kind     Kind
	bound    binding
	evidence bool // it has a word for the evidence itself
}

// binding says under what condition a phrase makes its clause a refusal. The
// conditions keep apart "the documents do not contain it" and "the tablets do
// not contain it".
type binding string

const (
	free    binding = ""        // wherever it stands
	subject binding = "subject" // only behind words for the evidence
	passive binding = "passive" // only with a word for the evidence, or at the clause's end
	doubt   binding = "doubt"   // the same, or behind a clause that speaks of nothing else: "Based on the passages, …"
	opening binding = "opening" // only at the start of the clause
	apology binding = "apology" // it says sorry and excuses nothing else in the clause
)

// phraseIndex finds phrases by their first word.
type phraseIndex map[string][]phrase

// newPhraseIndex reads one phrase a line for each kind, and those of refusal for
// each condition. Words are in lower case and without apostrophes, as clauses are.
func newPhraseIndex() phraseIndex {
	idx := make(phraseIndex)
	for kind, list := range wordLists.Phrases {
		idx.add(list, phrase{kind: kind})
	}
	for bound, list := range wordLists.Refusals {
		idx.add(list, phrase{kind: Refusal, bound: bound})
	}
	return idx
}

func (idx phraseIndex) add(list string, p phrase) {
	for line := range strings.Lines(list) {
		p.words = strings.Fields(line)
		p.evidence = p.bound != free && slices.ContainsFunc(p.words, func(w string) bool { return evidenceNouns[w] })
		idx[p.words[0]] = append(idx[p.words[0]], p)
	}
}

// at returns the longest phrase that starts at words[i] and holds there; one
// without words for none.
// told tells that a clause in front speaks of the evidence.
func (idx phraseIndex) at(words run, i int, told bool) (longest phrase) {
	for _, p := range idx[string(words.word(i))] {
		if len(p.words) > len(longest.words) && words.from(i).opens(p.words) && (p.holds(words, i) || told && p.bound == doubt) {
			longest = p
		}
	}
	return longest
}

// holds reports whether the phrase's condition is met where it stands.
func (p phrase) holds(words run, i int) bool {
	before, after := words.before(i), words.from(i+len(p.words))
	switch p.bound {
	case subject:
		return speaksOfEvidence(before) && allHollow(before)
	case passive, doubt:
		return len(after.spans) == 0 || speaksOfEvidence(after) || p.evidence
	case opening:
		return allHollow(before)
	}
	return true
}

// speaksOfEvidence reports whether a word for the evidence is among some words.
func speaksOfEvidence(words run) bool {
	for _, p := range words.parts {
		if p&evident != 0 {
			return true
		}
	}
	return false
}

// allHollow reports whether no word says anything by itself.
func allHollow(words run) bool {
	for _, p := range words.parts {
		if p&(says|fills|evident) == 0 {
			return false
		}
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
	Words      map[string]string  `yaml:"words"`
	Phrases    map[Kind]string    `yaml:"phrases"`
	Refusals   map[binding]string `yaml:"refusals"`
	Scripts    map[Kind]string    `yaml:"scripts"`
	LetterEnds string             `yaml:"letter_ends"`
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
	return set(list)
}
