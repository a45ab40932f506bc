package text

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// The words of all languages are data: one file a language in lang/, where each
// key names what its words do. The first part of a file is YAML of one form, a key and
// a block of words, so that it is read in one pass at start. The second part, behind a
// line "---", tells what words do between a claim and its source: package claim reads it.

//go:embed lang/*.yaml
var langFiles embed.FS

// langData is the words of a language by key.
type langData map[string][]string

// langs holds the words of every file by its ISO 639-1 code, grammars the second parts.
var langs, grammars = readLangs()

func readLangs() (words map[string]langData, grammars map[string]string) {
	entries, err := langFiles.ReadDir("lang")
	if err != nil {
		panic("BUG: the language files are embedded: " + err.Error())
	}
	words, grammars = map[string]langData{}, map[string]string{}
	for _, entry := range entries {
		content, err := langFiles.ReadFile(path.Join("lang", entry.Name()))
		if err != nil {
			panic("BUG: the language files are embedded: " + err.Error())
		}
		code := strings.TrimSuffix(entry.Name(), ".yaml")
		first, second, _ := strings.Cut(string(content), "\n---\n")
		words[code], grammars[code] = parseLang(first+"\n"), second
	}
	return words, grammars
}

// Grammar is the second part of the language's file, "" where it has none.
func (l Language) Grammar() string { return grammars[l.String()] }

// parseLang reads a file of keys ("negators: >-") with indented words below them.
func parseLang(content string) langData {
	out, key := langData{}, ""
	for line := range strings.Lines(content) {
		switch {
		case line[0] == '#':
		case line[0] != ' ' && line[0] != '\n':
			key, _, _ = strings.Cut(line, ":")
		default:
			out[key] = append(out[key], strings.Fields(line)...)
		}
	}
	return out
}

// WordSet returns the words of a key of all languages as a set. An underscore in
// a word stands for the space of a phrase.
func WordSet(key string) map[string]bool {
	out := map[string]bool{}
	for _, data := range langs {
		for _, word := range data[key] {
			out[word] = true
		}
	}
	return out
}

// WordList returns the words of a key of one language, in their order.
func (l Language) WordList(key string) []string { return langs[l.String()][key] }

// Pairs returns the pairs "word=value" of a key of all languages.
func Pairs(key string) map[string]string {
	out := map[string]string{}
	for _, code := range slices.Sorted(maps.Keys(langs)) {
		maps.Copy(out, langs[code].pairs(key))
	}
	return out
}

func (d langData) pairs(key string) map[string]string {
	out := map[string]string{}
	for _, pair := range d[key] {
		word, value, _ := strings.Cut(pair, "=")
		out[word] = value
	}
	return out
}

// powersOf returns the pairs of a key whose values are powers of ten.
func powersOf(key string) map[string]int {
	out := map[string]int{}
	for word, value := range Pairs(key) {
		power, err := strconv.Atoi(value)
		if err != nil {
			panic("BUG: " + key + " of " + word + " is no number: " + value)
		}
		out[word] = power
	}
	return out
}

// DataHash returns a hash of all data that texts are read by: the languages and
// the common words.
func DataHash() string {
	sum := sha256.New()
	entries, _ := langFiles.ReadDir("lang")
	for _, entry := range entries {
		content, _ := langFiles.ReadFile(path.Join("lang", entry.Name()))
		sum.Write([]byte(entry.Name()))
		sum.Write(content)
	}
	sum.Write([]byte(commonText))
	return hex.EncodeToString(sum.Sum(nil))
}
