package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// writeForms writes the irregular forms of common verbs and nouns behind their lemma. A
// form that is a word of its own too ("found", "leaves") is left out.
func writeForms(out io.Writer, dict, common string) func(database) error {
	return func(db database) error {
		words, err := readUses(dict)
		if err != nil {
			return err
		}
		known := map[string]bool{}
		if err := eachLine(common, func(f []string) { known[f[0]] = true }); err != nil {
			return err
		}
		for _, part := range [...]string{"verb", "noun"} {
			lines := map[string][]string{}
			err := eachLine(filepath.Join(dict, part+".exc"), func(f []string) {
				form, lemma := f[0], f[1]
				const short = 4 // letters, from which on the list of common words has them
				if plain(form) == form && (known[lemma] || len(lemma) < short && words[lemma].all() >= fewestUses) && !isOwnWord(words, form, lemma) {
					lines[lemma] = append(lines[lemma], form)
				}
			})
			if err != nil {
				return err
			}
			for _, lemma := range slices.Sorted(maps.Keys(lines)) {
				fmt.Fprintf(out, "%s %s %s\n", part, lemma, strings.Join(lines[lemma], " "))
			}
		}
		return nil
	}
}

// isOwnWord reports whether a form is a noun or a verb by itself, or a regular form of one.
func isOwnWord(words map[string]uses, form, lemma string) bool {
	for synset := range words[form] {
		if synset[0] == 'n' || synset[0] == 'v' {
			return true
		}
	}
	for _, ending := range [...]string{"s", "es", "ed", "d"} {
		if base, cut := strings.CutSuffix(form, ending); cut && base != lemma && words[base] != nil {
			return true
		}
	}
	return false
}
