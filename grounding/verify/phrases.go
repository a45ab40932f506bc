package verify

import (
	_ "embed" // of the phrases that state nothing
	"strings"
	"sync"

	"vouchsafe/grounding/text"
)

//go:embed phrases.txt
var phrasesText string

// phrases are those that state nothing, by their first word.
type phrases map[string][][]string

// idle reads the phrases when they are first asked for.
var idle = sync.OnceValue(func() phrases { return readPhrases(phrasesText) })

// readPhrases reads sections of single words and sections of one phrase a line.
func readPhrases(data string) phrases {
	p, single := phrases{}, false
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			single = strings.HasSuffix(line, "words")
		case single:
			for word := range strings.FieldsSeq(line) {
				p.add(word)
			}
		default:
			p.add(line)
		}
	}
	return p
}

func (p phrases) add(phrase string) {
	var folds []string
	for _, w := range text.Read(phrase).Words {
		folds = append(folds, w.Fold)
	}
	p[folds[0]] = append(p[folds[0]], folds)
}

// covered tells which words of a text belong to a phrase that states nothing.
func (p phrases) covered(words []text.Word) []bool {
	out := make([]bool, len(words))
	for i := range words {
		for _, phrase := range p[words[i].Fold] {
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
