package verify

import (
	_ "embed" // of the phrases that state nothing
	"slices"
	"strings"
	"sync"

	"vouchsafe/grounding/text"
)

//go:embed phrases.txt
var phrasesText string

// phrases are those that state nothing, by their first word, and as wholes, those that
// only seem to deny, and the forms in which users' words are repeated.
type phrases struct {
	idle, affirming phraseList
	whole           map[string]bool // whole phrases, their words joined by spaces
	said            []string
}

// phraseList has the words of each phrase, by the first.
type phraseList map[string][][]string

// idle reads the phrases when they are first asked for.
var idle = sync.OnceValue(func() *phrases { return readPhrases(phrasesText) })

// readPhrases reads lists of single words, and of one phrase a line.
func readPhrases(data string) *phrases {
	lists := readLists(data)
	p := &phrases{idle: phraseList{}, affirming: phraseList{}, whole: map[string]bool{}, said: lists["said"]}
	for name, lines := range lists {
		kind, _, _ := strings.Cut(name, " ")
		for _, line := range lines {
			switch kind {
			case "affirming":
				p.affirming.add(line)
				p.idle.add(line)
			case "phrases":
				p.idle.add(line)
				p.whole[strings.Join(folds(line), " ")] = true
			case "words":
				for word := range strings.FieldsSeq(line) {
					p.idle.add(word)
				}
			}
		}
	}
	return p
}

func (l phraseList) add(phrase string) {
	folds := folds(phrase)
	l[folds[0]] = append(l[folds[0]], folds)
}

// folds are the words of a text in the form in which they are compared.
func folds(s string) (out []string) {
	for _, w := range text.Read(s).Words {
		out = append(out, w.Fold)
	}
	return out
}

// covered tells which words of a text belong to a phrase of the list; nil for none.
func (l phraseList) covered(words []text.Word) (out []bool) {
	for i := range words {
		for _, phrase := range l[words[i].Fold] {
			if !opensWith(words[i:], phrase) {
				continue
			}
			if out == nil {
				out = make([]bool, len(words))
			}
			for k := range phrase {
				out[i+k] = true
			}
		}
	}
	return out
}

// opensWith reports whether words begin with those of a phrase.
func opensWith(words []text.Word, phrase []string) bool {
	return len(words) >= len(phrase) && slices.EqualFunc(words[:len(phrase)], phrase, func(w text.Word, p string) bool { return w.Fold == p })
}

// tells reports whether a text without words of content says something all the same: a word of
// some roles stands in it outside of the phrases that state nothing.
func tells(said string, roles text.Class) bool {
	read := text.Read(said)
	covered := idle().idle.covered(read.Words)
	for i, w := range read.Words {
		if (covered == nil || !covered[i]) && (read.Class(w).Has(roles) || text.IsRefuting(w.Fold)) {
			return true
		}
	}
	return false
}
