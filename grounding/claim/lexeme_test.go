package claim

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/text"
)

func TestAListedWordHasTheHashesOfItsStem(t *testing.T) {
	for n := 1; n < len(listedWords.lexemes); n++ {
		word := listedWords.index.Word(n)
		stem, root := hashes(stem([]byte(word)))
		if x := listedWords.lexemes[n]; x.stem != stem || x.root != root {
			t.Errorf("%q has %x and %x, want %x and %x", word, x.stem, x.root, stem, root)
		}
	}
}

// Opposites stand once: a line of a language's file adds to the antonyms of WordNet and
// to the lines before it.
func TestEveryLineOfOppositesAddsSome(t *testing.T) {
	var file languageFile
	if err := yaml.Unmarshal([]byte(text.English.Grammar()), &file); err != nil {
		t.Fatal(err)
	}
	lines := file.Opposites
	file.Opposites = nil
	v := compileVocabulary(&file)
	v.addAntonyms(antonyms)
	for _, line := range lines {
		before := len(v.opposed)
		if v.addPairs([]string{line}, strings.Fields); len(v.opposed) == before {
			t.Errorf("%q adds nothing", line)
		}
	}
}
