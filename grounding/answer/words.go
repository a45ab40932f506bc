package answer

import (
	_ "embed"
	"fmt"

	"github.com/goccy/go-yaml"
)

//go:embed words.yaml
var wordsFile []byte

// words are those by which citations are told from other text.
var words = func() (read struct {
	Passages         []string `yaml:"passages"`
	SourceWords      []string `yaml:"source_words"`
	Labels           []string `yaml:"labels"`
	FileEndings      []string `yaml:"file_endings"`
	ListHeadings     []string `yaml:"list_headings"`
	DoubtfulHeadings []string `yaml:"doubtful_headings"`
	Abbreviations    []string `yaml:"abbreviations"`
	OrdinalBefore    []string `yaml:"ordinal_before"`
}) {
	if err := yaml.UnmarshalWithOptions(wordsFile, &read, yaml.Strict()); err != nil {
		panic(fmt.Errorf("cannot read the words of citations: %w", err)) // the file is part of the program
	}
	return read
}()
