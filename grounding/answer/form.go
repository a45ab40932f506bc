package answer

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

//go:embed forms.yaml
var formsFile []byte

// form is one way in which apps ask for citations.
type form struct {
	Marker  string `yaml:"marker"`
	Pattern string `yaml:"pattern"`
	Example string `yaml:"example"`

	matches *regexp.Regexp
}

// forms are all of them, and the words one of which stands beside each.
var forms = func() (read struct {
	Cues  []string `yaml:"cues"`
	Signs []string `yaml:"signs"`
	Forms []form   `yaml:"forms"`
}) {
	if err := yaml.UnmarshalWithOptions(formsFile, &read, yaml.Strict()); err != nil {
		panic(fmt.Errorf("cannot read the forms of citation: %w", err)) // the file is part of the program
	}
	for i := range read.Forms {
		read.Forms[i].matches = regexp.MustCompile(read.Forms[i].Pattern)
	}
	cue = regexp.MustCompile("(?i)" + strings.Join(read.Cues, "|"))
	return read
}()

// cue matches a word that speaks of citing.
var cue *regexp.Regexp

// Bounds, in bytes, on the lines of a prompt that are looked at, and on all of
// them: an instruction is a sentence or two, and more is somebody's text.
const (
	maxFormLine = 2000
	maxFormText = 16 << 10
)

// FormAskedFor returns the style of markers that a prompt's own words ask for,
// as package render reads it; "" where they ask for none.
func FormAskedFor(instructions string) string {
	for line := range strings.Lines(instructions[:min(len(instructions), maxFormText)]) {
		if len(line) > maxFormLine || !hasSign(line) || !cue.MatchString(line) {
			continue
		}
		for i := range forms.Forms {
			f := &forms.Forms[i]
			if at := f.matches.FindStringSubmatchIndex(line); at != nil {
				return string(f.matches.ExpandString(nil, f.Marker, line, at))
			}
		}
	}
	return ""
}

// hasSign tells whether a line holds one of the signs without which no pattern fits:
// most lines have none, and patterns are slow to try.
func hasSign(line string) bool {
	return slices.ContainsFunc(forms.Signs, func(sign string) bool { return strings.Contains(line, sign) })
}
