package layout

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"

	"github.com/goccy/go-yaml"
)

// data holds what is known of prompts and is no program: words by language, the
// keys of records, the layouts of known systems.
//
//go:embed *.yaml
var data embed.FS

// DataHash tells one state of the data from another.
func DataHash() string {
	sum := sha256.New()
	for _, name := range [...]string{"fields.yaml", "layouts.yaml", "markers.yaml", "words.yaml"} {
		text, _ := data.ReadFile(name)
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// readData reads one file of the data. They are a part of the program, so a file
// that cannot be read stops its start; tests read them all.
func readData(name string, into any) {
	text, err := data.ReadFile(name)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		panic(name + ": " + err.Error())
	}
}

var wordLists = func() (lists map[string]map[string][]string) {
	readData("words.yaml", &lists)
	return lists
}()

// words are the words of one list of words.yaml in all languages.
func words(list string) []string {
	var all []string
	for _, some := range wordLists[list] {
		all = append(all, some...)
	}
	if len(all) == 0 {
		panic("words.yaml has no list " + list)
	}
	return all
}
