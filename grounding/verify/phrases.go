package verify

import (
	_ "embed" // of the phrases that state nothing
	"strings"
	"sync"

	"vouchsafe/grounding/text"
)

//go:embed phrases.txt
var phrasesText string

// phrases are the phrases that state nothing, by their first word, and the
// single words.
type phrases struct {
	words map[string]bool
	long  map[string][][]string
}

// idle reads the phrases when they are first asked for.
var idle = sync.OnceValue(func() *phrases { return readPhrases(phrasesText) })

func readPhrases(data string) *phrases {
	p := &phrases{words: map[string]bool{}, long: map[string][][]string{}}
	single := false
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			single = strings.HasSuffix(line, "words")
		case single:
			for _, word := range folds(line) {
				p.words[word] = true
			}
		default:
			words := folds(line)
			p.long[words[0]] = append(p.long[words[0]], words)
		}
	}
	return p
}

// folds are the words of a text in the form in which they are compared.
func folds(s string) []string {
	read := text.Read(s)
	out := make([]string, len(read.Words))
	for i, w := range read.Words {
		out[i] = w.Fold
	}
	return out
}

// covered marks the words of a text that belong to a phrase which states nothing,
// in the room of out where there is enough.
func (p *phrases) covered(words []text.Word, out []bool) []bool {
	out = append(out[:0], make([]bool, len(words))...)
	for i := range words {
		if p.words[words[i].Fold] {
			out[i] = true
		}
		for _, phrase := range p.long[words[i].Fold] {
			if opensWith(words[i:], phrase) {
				for k := range phrase {
					out[i+k] = true
				}
			}
		}
	}
	return out
}

// opensWith reports whether words begin with those of a phrase.
func opensWith(words []text.Word, phrase []string) bool {
	if len(words) < len(phrase) {
		return false
	}
	for i := range phrase {
		if words[i].Fold != phrase[i] {
			return false
		}
	}
	return true
}
