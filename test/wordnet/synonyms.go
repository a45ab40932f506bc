package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Two words may stand for each other if they are spellings of one word, or if each of them
// mostly means what the other means: at least so much of their uses in the texts that
// WordNet's authors tagged is of one common synset.
const mostUses, fewestUses = 0.65, 2

// Topics of nouns that name parties: a commission is not taken for a committee.
var partyTopics = map[string]bool{"14": true, "15": true, "18": true}

// uses are how often a word was found in the sense of each synset.
type uses map[string]float64

// unseen is the count of a sense that was never found, by its place among the senses.
func unseen(sense int) float64 { return 0.5 / float64(sense) }

var partsOfSpeech = map[string]string{"noun": "n", "verb": "v", "adj": "a", "adv": "r"}

// readUses reads the indexes and the counts of senses.
func readUses(dict string) (map[string]uses, error) {
	senses, words := map[string]string{}, map[string]uses{} // by word, part of speech and sense: the synset
	for name, part := range partsOfSpeech {
		err := eachLine(filepath.Join(dict, "index."+name), func(f []string) {
			pointers, _ := strconv.Atoi(f[3])
			for i, offset := range f[4+pointers+2:] {
				if words[f[0]] == nil {
					words[f[0]] = uses{}
				}
				words[f[0]][part+offset] += unseen(i + 1)
				senses[fmt.Sprint(f[0], " ", part, i+1)] = part + offset
			}
		})
		if err != nil {
			return nil, err
		}
	}
	parts := map[byte]string{'1': "n", '2': "v", '3': "a", '4': "r", '5': "a"}
	return words, eachLine(filepath.Join(dict, "cntlist.rev"), func(f []string) {
		word, key, _ := strings.Cut(f[0], "%")
		count, _ := strconv.ParseFloat(f[2], 64)
		if synset := senses[fmt.Sprint(word, " ", parts[key[0]], f[1])]; synset != "" {
			words[word][synset] += count
		}
	})
}

// eachLine calls do with the fields of each line that is not the licence's.
func eachLine(path string, do func([]string)) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read WordNet: %w", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "  ") {
			do(strings.Fields(lines.Text()))
		}
	}
	return lines.Err()
}

// all is how often a word was found.
func (u uses) all() (sum float64) {
	for _, count := range u {
		sum += count
	}
	return sum
}

// synonyms collects pairs of words.
type synonyms struct {
	words  map[string]uses
	common map[string]bool
	forms  map[string]bool // irregular ones
	pairs  map[string]map[string]bool
}

// writeSynonyms writes each word with those that may stand for it, once for both.
func writeSynonyms(out io.Writer, dict, common string) func(database) error {
	return func(db database) error {
		words, err := readUses(dict)
		if err != nil {
			return err
		}
		s := synonyms{words, map[string]bool{}, map[string]bool{}, map[string]map[string]bool{}}
		err = errors.Join(
			eachLine(common, func(f []string) { s.common[f[0]] = true }),
			eachLine(filepath.Join(dict, "verb.exc"), func(f []string) { s.forms[f[0]] = true }),
		)
		if err != nil {
			return err
		}
		for id, synset := range db {
			for _, a := range synset.words {
				for _, b := range synset.words {
					if x, y := plain(a), plain(b); x != "" && x < y && a == x && b == y && s.same(x, y, id, synset.topic) {
						s.add(x, y)
					}
				}
			}
		}
		for _, word := range slices.Sorted(maps.Keys(s.pairs)) {
			fmt.Fprintf(out, "%s %s\n", word, strings.Join(slices.Sorted(maps.Keys(s.pairs[word])), " "))
		}
		return nil
	}
}

func (s *synonyms) add(x, y string) {
	if s.pairs[x] == nil {
		s.pairs[x] = map[string]bool{}
	}
	s.pairs[x][y] = true
}

// same reports whether two words of a synset may stand for each other.
func (s *synonyms) same(x, y, synset, topic string) bool {
	if spelling(x) == spelling(y) {
		return s.common[x] || s.common[y] || s.words[x].all()+s.words[y].all() >= fewestUses
	}
	for _, word := range [...]string{x, y} {
		if all := s.words[word].all(); all < fewestUses || s.words[word][synset] < mostUses*all || s.isForm(word) {
			return false
		}
	}
	return !partyTopics[topic] || synset[0] != 'n'
}

// isForm reports whether a word is a form of another one too: "observed", "works".
func (s *synonyms) isForm(word string) bool {
	if s.forms[word] {
		return true
	}
	for _, ending := range [...]string{"s", "es", "ed", "d", "ing", "er", "r", "est"} {
		base, cut := strings.CutSuffix(word, ending)
		if cut && (s.words[base] != nil || ending == "ing" && s.words[base+"e"] != nil) {
			return true
		}
	}
	return false
}

// spelling writes a word as American English does, as far as endings and the like tell.
func spelling(word string) string {
	for _, r := range spellings {
		word = r.from.ReplaceAllString(word, r.to)
	}
	return word
}

var spellings = func() (out []struct {
	from *regexp.Regexp
	to   string
}) {
	for _, rule := range []string{
		"our/or", "([iy])s(e|a|i)/${1}z$2", "([tb])re$/${1}er", "ll/l", "pp/p", "tt/t", "ae/e", "oe/e", "gue$/g", "mme$/m",
		"ce$/se", "grey/gray", "minium/minum", "mould/mold", "plough/plow", "gement/gment", "xion$/ction", "sulph/sulf",
	} {
		from, to, _ := strings.Cut(rule, "/")
		out = append(out, struct {
			from *regexp.Regexp
			to   string
		}{regexp.MustCompile(from), to})
	}
	return out
}()
