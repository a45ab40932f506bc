package repair

import (
	"embed"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	lexis "vouchsafe/grounding/text"
)

//go:embed lang/*.yaml
var files embed.FS

// language is what one language's file says: the words by which a sentence
// tells of its neighbours, and the texts that readers get.
type language struct {
	LeansOpening   []string `yaml:"leans_opening"`
	LeansEarly     []string `yaml:"leans_early"`
	LeansAnywhere  []string `yaml:"leans_anywhere"`
	LimitsOpening  []string `yaml:"limits_opening"`
	LimitsAnywhere []string `yaml:"limits_anywhere"`
	Binds          []string `yaml:"binds"`
	Leads          []string `yaml:"leads"`
	Loose          []string `yaml:"loose"`
	Steps          []string `yaml:"steps"`
	Prefixes       []string `yaml:"prefixes"`

	Mark           string    `yaml:"mark"`
	Notice         string    `yaml:"notice"`
	Says           string    `yaml:"says"`
	QuotationMarks [2]string `yaml:"quotation_marks"`
	InnerMarks     [2]string `yaml:"inner_marks"`
}

// languages are all files, by two-letter code.
var languages = func() map[string]*language {
	out := map[string]*language{}
	entries, err := files.ReadDir("lang")
	for _, e := range entries {
		l := new(language)
		var raw []byte
		if raw, err = files.ReadFile("lang/" + e.Name()); err == nil {
			err = yaml.UnmarshalWithOptions(raw, l, yaml.Strict())
		}
		if err != nil {
			break
		}
		out[strings.TrimSuffix(e.Name(), ".yaml")] = l
	}
	if err != nil {
		panic(fmt.Errorf("cannot read the words of a language: %w", err)) // the files are part of the program
	}
	return out
}()

// textsOf returns the texts of a language, those of English where it has none.
func textsOf(code string) *language {
	if l, ok := languages[strings.ToLower(code)]; ok {
		return l
	}
	return languages["en"]
}

// MarkText is what stands behind a sentence that nothing carries.
func MarkText(l lexis.Language) string { return textsOf(l.String()).Mark }

// Notice tells a reader that an answer ends here because its rest could not be
// verified, in the language with that two-letter code.
func Notice(code string) string { return textsOf(code).Notice }
