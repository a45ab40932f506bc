package repair

import (
	"embed"
	"strings"

	"vouchsafe/grounding/text"
)

//go:embed lang/*.yaml
var files embed.FS

// language is one language's file: the words that connect a sentence with its
// neighbours, and the texts that readers get.
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
	DropsSubject   bool     `yaml:"drops_subject"`

	Letters        string    `yaml:"letters"` // that tell it: of no other language here
	Mark           string    `yaml:"mark"`
	Notice         string    `yaml:"notice"`
	Says           string    `yaml:"says"`
	Sources        string    `yaml:"sources"`
	QuotationMarks [2]string `yaml:"quotation_marks"`
	InnerMarks     [2]string `yaml:"inner_marks"`
}

// languages are all files, by two-letter code. Readers of a language without a file
// get English texts, and its sentences have no cues.
var languages = func() map[string]*language {
	out := map[string]*language{}
	entries, _ := files.ReadDir("lang") // the files are part of the program
	for _, e := range entries {
		raw, _ := files.ReadFile("lang/" + e.Name())
		l := parsed[language](raw)
		out[strings.TrimSuffix(e.Name(), ".yaml")] = &l
	}
	return out
}()

// stepNames are words in names of arrays whose order matters.
var stepNames = func() (names []string) {
	for _, l := range languages {
		names = append(names, l.Steps...)
	}
	return names
}()

// introduced puts the introducing words in front of a quotation.
func (l *language) introduced(text string) string {
	if strings.HasSuffix(l.Says, "：") {
		return l.Says + text
	}
	return l.Says + " " + text
}

// textsOf returns the texts of a language, those of English where it has none.
func textsOf(code string) *language {
	if l, ok := languages[strings.ToLower(code)]; ok {
		return l
	}
	return languages["en"]
}

// textsIn returns the texts in the language of some texts, of as many from the first on as it takes to tell it.
func textsIn(texts ...string) *language {
	const most = 1 << 10 // bytes of each
	joined := ""
	for _, t := range texts {
		joined += " " + t[:min(len(t), most)]
		for _, l := range languages {
			if l.Letters != "" && l.spells(joined) {
				return l
			}
		}
		if lang := text.LanguageOf(joined); lang != text.Unknown {
			return textsOf(lang.String())
		}
	}
	return languages["en"]
}

// spells reports whether a text is full of a language's letters.
func (l *language) spells(s string) bool {
	const share = 60 // bytes with one of them
	n := 0
	for _, r := range s {
		if strings.ContainsRune(l.Letters, r) {
			n++
		}
	}
	return n > 1 && n*share >= len(s)
}

// MarkText is the mark behind a sentence that no evidence supports, in the language of some texts.
func MarkText(texts ...string) string { return textsIn(texts...).Mark }

// Notice tells a reader that an answer ends here because its rest could not be
// verified, in the language of some texts.
func Notice(texts ...string) string { return textsIn(texts...).Notice }

// Heading is that of a list of sources, in the language of some texts.
func Heading(texts ...string) string { return textsIn(texts...).Sources }
