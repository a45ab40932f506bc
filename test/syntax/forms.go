package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"vouchsafe/grounding/text/syntax"
)

// table tells how often each form has each tag.
type table map[string]map[syntax.Tag]float64

func (t table) add(form string, tag syntax.Tag, count float64) {
	if t[form] == nil {
		t[form] = map[syntax.Tag]float64{}
	}
	t[form][tag] += count
}

// How the forms of a verb and of a noun share its count, roughly.
var (
	baseForms   = map[syntax.Tag]float64{syntax.Base: .3, syntax.Present: .12}
	pastForms   = map[syntax.Tag]float64{syntax.Past: .2, syntax.Participle: .2}
	singular    = map[syntax.Tag]float64{syntax.Noun: .7}
	plural      = map[syntax.Tag]float64{syntax.Nouns: .3}
	personForms = map[syntax.Tag]float64{syntax.PresentS: .1}
	ingForms    = map[syntax.Tag]float64{syntax.Ing: .15}
)

// compared is the share of an adjective's count that each of its other forms has.
const compared = .05

func (t table) addAll(form string, shares map[syntax.Tag]float64, count float64) {
	for tag, share := range shares {
		t.add(form, tag, share*count)
	}
}

// formsOf lists the forms of all words.
func formsOf(w *wordnet) table {
	t := table{}
	plurals := w.plurals()
	for word, u := range w.counts {
		if u.verb > 0 {
			t.addVerb(word, u.verb, w.forms['v'][word])
		}
		if plurals[word] {
			t.addAll(word, plural, u.noun)
		} else if u.noun > 0 {
			t.addNoun(word, u.noun, w.forms['n'][word])
		}
		if u.adjective > 0 {
			t.add(word, syntax.Adjective, u.adjective)
			for _, form := range w.compared(word) {
				t.add(form, syntax.Adjective, compared*u.adjective)
			}
		}
		if u.adverb > 0 {
			t.add(word, syntax.Adverb, u.adverb)
		}
	}
	return t
}

func (t table) addNoun(word string, count float64, irregular []string) {
	t.addAll(word, singular, count)
	forms := irregular
	if len(forms) == 0 {
		forms = []string{withS(word)}
	}
	for _, form := range forms {
		t.addAll(form, plural, count)
	}
}

// plurals are the plurals of nouns: WordNet has some of them as words of their own, such
// as "words" and "women".
func (w *wordnet) plurals() map[string]bool {
	out := map[string]bool{}
	for word, u := range w.counts {
		for _, form := range append([]string{withS(word)}, w.forms['n'][word]...) {
			if p := w.counts[form]; p != nil && len(word) > 2 && u.noun > 0 && u.noun >= p.noun {
				out[form] = true
			}
		}
	}
	return out
}

// compared is the forms of an adjective such as "bigger" and "biggest". What is longer
// has none, as a rule.
func (w *wordnet) compared(word string) []string {
	const longest = 6
	if forms := w.forms['a'][word]; len(forms) > 0 || len(word) > longest {
		return forms
	}
	stem := strings.TrimSuffix(word, "e")
	return []string{stem + "er", stem + "est"}
}

// addVerb adds the forms of a verb. The list of irregular forms has all that are not
// made by adding to the word: "stopped", "stopping", "took".
func (t table) addVerb(word string, count float64, irregular []string) {
	t.addAll(word, baseForms, count)
	t.addAll(withS(word), personForms, count)
	ing, past := false, false
	for _, form := range irregular {
		switch {
		case strings.HasSuffix(form, "ing") && len(form) > len(word):
			ing = true
			t.addAll(form, ingForms, count)
		case strings.HasSuffix(form, "s"):
		default:
			past = true
			t.addAll(form, pastForms, count)
		}
	}
	stem := strings.TrimSuffix(word, "e")
	if !ing {
		t.addAll(stem+"ing", ingForms, count)
	}
	if !past {
		t.addAll(regularPast(word), pastForms, count)
	}
}

func regularPast(word string) string {
	if before, found := strings.CutSuffix(word, "y"); found && !endsInVowel(before) {
		return before + "ied"
	}
	return strings.TrimSuffix(word, "e") + "ed"
}

// withS is the plural of a regular noun and the third person of a verb.
func withS(word string) string {
	if before, found := strings.CutSuffix(word, "y"); found && !endsInVowel(before) {
		return before + "ies"
	}
	for _, ending := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(word, ending) {
			return word + "es"
		}
	}
	return word + "s"
}

func endsInVowel(s string) bool { return s != "" && strings.ContainsRune("aeiou", rune(s[len(s)-1])) }

const notice = `# What English words may be, and how often they are it: shares of the most frequent tag,
# which has 64. Made by "go run ./test/syntax -dict FOLDER" from WordNet 3.0 of Princeton
# University: the counts of its senses in tagged texts, its lists of irregular forms.
#
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Princeton
# permits to use, copy, modify and distribute this database for any purpose and without
# fee, provided that this notice stays; it comes "as is", without any warranty.
# The whole licence: https://wordnet.princeton.edu/license-and-commercial-use
`

// writeOpen writes the words of open classes, those with the same tags on one line.
func writeOpen(dict, closed, path string) error {
	w, err := readWordNet(dict)
	if err != nil {
		return err
	}
	endings, err := readEndings(closed)
	if err != nil {
		return err
	}
	lines := map[string][]string{}
	for form, tags := range formsOf(w) {
		if !endings.tell(form, tags) {
			head := heading(tags)
			lines[head] = append(lines[head], form)
		}
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.WriteString(file, notice); err != nil {
		return err
	}
	for _, head := range slices.Sorted(maps.Keys(lines)) {
		slices.Sort(lines[head])
		if _, err := fmt.Fprintf(file, "%s: %s\n", head, strings.Join(lines[head], " ")); err != nil {
			return err
		}
	}
	return nil
}

// most is the share of a word's most frequent tag.
const most = 64

// heading writes the tags of a word with their shares, as powers of two.
func heading(tags map[syntax.Tag]float64) string {
	best := slices.Max(slices.Collect(maps.Values(tags)))
	var fields []string
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		share := math.Exp2(math.Round(math.Log2(most * tags[tag] / best)))
		if share >= 1 {
			fields = append(fields, fmt.Sprintf("%s=%.0f", tag, share))
		}
	}
	return strings.Join(fields, " ")
}
