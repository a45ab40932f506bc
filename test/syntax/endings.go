package main

import (
	"bufio"
	"os"
	"strings"

	"vouchsafe/grounding/text/syntax"
)

// endings tells what a word of no list is by its ending: a set of tags, the first the
// likeliest.
type endings map[string][]string

func readEndings(path string) (endings, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	e := endings{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		head, words, _ := strings.Cut(lines.Text(), ": ")
		for word := range strings.FieldsSeq(words) {
			if ending, found := strings.CutPrefix(word, "-"); found {
				e[ending] = tagsOf(head)
			}
		}
	}
	return e, lines.Err()
}

// tagsOf reads the tags of a heading; none if all are as likely, but for the two of a
// regular verb.
func tagsOf(head string) (out []string) {
	shares := map[string]bool{}
	for field := range strings.FieldsSeq(head) {
		tag, share, _ := strings.Cut(field, "=")
		out, shares[share] = append(out, tag), true
	}
	if len(out) > 1 && len(shares) == 1 && out[0] != "Participle" {
		return nil
	}
	return out
}

// tell reports whether the ending of a word, or that it has no telling one, says all
// that is to be said of its tags.
func (e endings) tell(form string, tags map[syntax.Tag]float64) bool {
	known := []string{"Noun"}
	for length := min(len(form)-1, 5); length > 0; length-- {
		if list, ok := e[form[len(form)-length:]]; ok {
			known = list
			break
		}
	}
	if known == nil {
		return false
	}
	total, told := 0.0, 0.0
	for tag, count := range tags {
		total += count
		if tag.String() == known[0] {
			told += count
		}
	}
	const nearlyAll = 0.97
	if len(tags) == 1 {
		return told == total
	}
	regular := len(tags) == 2 && len(known) == 2 && tags[syntax.Past] > 0 && tags[syntax.Participle] > 0
	return regular && known[0] == "Participle" || told > nearlyAll*total && total > 10
}
