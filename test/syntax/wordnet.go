package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// wordnet is what WordNet says of single English words in lower case.
type wordnet struct {
	counts map[string]*uses
	forms  map[byte]map[string][]string // by part of speech: irregular forms of a word
}

// uses tells how often a word was found as each part of speech in the texts that
// WordNet's authors tagged.
type uses struct{ noun, verb, adjective, adverb float64 }

// unseen is the count of a sense that was never found.
const unseen = 0.3

func readWordNet(dict string) (*wordnet, error) {
	w := &wordnet{counts: map[string]*uses{}, forms: map[byte]map[string][]string{}}
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		if err := w.readIndex(dict, part); err != nil {
			return nil, err
		}
		if err := w.readIrregular(dict, part); err != nil {
			return nil, err
		}
	}
	return w, w.readCounts(dict)
}

// use is where the count of a part of speech stands; nil for one that is none.
func (u *uses) use(part byte) *float64 {
	switch part {
	case 'n', '1':
		return &u.noun
	case 'v', '2':
		return &u.verb
	case 'a', '3', '5':
		return &u.adjective
	case 'r', '4':
		return &u.adverb
	}
	return nil
}

// readIndex counts each sense of a word once.
func (w *wordnet) readIndex(dict, part string) error {
	return eachLine(filepath.Join(dict, "index."+part), func(fields []string) error {
		if len(fields) < 3 || !isPlain(fields[0]) {
			return nil
		}
		senses, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil // the licence
		}
		if w.counts[fields[0]] == nil {
			w.counts[fields[0]] = &uses{}
		}
		*w.counts[fields[0]].use(fields[1][0]) += unseen * float64(min(senses, 2))
		return nil
	})
}

// readCounts adds how often each sense was found.
func (w *wordnet) readCounts(dict string) error {
	return eachLine(filepath.Join(dict, "cntlist.rev"), func(fields []string) error {
		word, key, _ := strings.Cut(fields[0], "%")
		u := w.counts[word]
		if u == nil {
			return nil
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			return fmt.Errorf("no count: %v", fields)
		}
		if at := u.use(key[0]); at != nil {
			*at += float64(n)
		}
		return nil
	})
}

func (w *wordnet) readIrregular(dict, part string) error {
	forms := map[string][]string{}
	w.forms[part[0]] = forms
	if part == "adj" {
		w.forms['a'] = forms
	}
	return eachLine(filepath.Join(dict, part+".exc"), func(fields []string) error {
		for _, lemma := range fields[1:] {
			if isPlain(fields[0]) && isPlain(lemma) {
				forms[lemma] = append(forms[lemma], fields[0])
			}
		}
		return nil
	})
}

func eachLine(path string, do func(fields []string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read WordNet: %w", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) > 0 {
			if err := do(fields); err != nil {
				return fmt.Errorf("cannot read %s: %w", path, err)
			}
		}
	}
	return lines.Err()
}

// isPlain reports whether a word is two or more letters of ASCII in lower case.
func isPlain(word string) bool {
	return len(word) > 1 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}
