package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// wordSort is a sort of words: those that mostly have one of some senses, or, where deep
// tells so, a sense below one of them.
type wordSort struct {
	name   string
	deep   bool
	senses string // "deny.v1" is the first sense of the verb
}

var wordSorts = [...]wordSort{
	{"doubt", true, `falsehood.n1 misconception.n1 fiction.n1 fiction.n2 rumor.n1 hypothesis.n1 hypothesis.n3 proposal.n1
		prediction.n1 prediction.n2 fantasy.n1 fantasy.n2 fantasy.n3 myth.n1 error.n3 error.n7 mistake.n2 joke.n1 allegation.n1
		allegation.n2 dream.n1 superstition.n1 assumption.n1 assumption.n2 accusation.n1 deception.n1 fraud.n3 lie.n1 doubt.n1
		deny.v1 deny.v2 disprove.v1 reject.v1 reject.v2 revoke.v2 cancel.v1 cancel.v3 cancel.v5 abolish.v1 withdraw.v5 retract.v1
		doubt.v1 doubt.v2 dispute.v1 contradict.v1 contradict.v2 suppose.v1 suppose.v2 suppose.v3 predict.v1 propose.v1 propose.v2
		pretend.v1 imagine.v1 fabricate.v2 joke.v1 allege.v1 accuse.v1 dream.v1 invalidate.v1 supersede.v1
		false.a1 false.a2 false.a9 untrue.a1 incorrect.a1 wrong.a1 invalid.a2 mistaken.a1 obsolete.a1 former.a2 former.a3
		hypothetical.a1 fictional.a1 fictional.a2 imaginary.a1 alleged.a1 alleged.a2 unproved.a1 dubious.a1 dubious.a2 doubtful.a2
		disputed.a1 outdated.a1 outmoded.a1`},
	{"together", false, `connect.v1 connect.v2 connect.v3 join.v2 join.v4 separate.v1 separate.v2 separate.v3 compare.v1 compare.v3
		exchange.v1 exchange.v2 exchange.v5 mix.v1 mix.v5 unite.v1 unite.v2 unite.v6 combine.v2 combine.v3 balance.v1 divide.v1`},
}

// writeSorts writes the words of each sort behind its name.
func writeSorts(out io.Writer, dict, common string) func(database) error {
	return func(db database) error {
		words, err := readUses(dict)
		if err != nil {
			return err
		}
		s := synonyms{words: words, common: map[string]bool{}, forms: map[string]bool{}}
		if err := eachLine(common, func(f []string) { s.common[f[0]] = true }); err != nil {
			return err
		}
		for _, part := range [...]string{"verb", "noun"} {
			if err := eachLine(filepath.Join(dict, part+".exc"), func(f []string) { s.forms[f[0]] = true }); err != nil {
				return err
			}
		}
		for _, sort := range wordSorts {
			synsets, err := sort.synsets(dict, db)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s: %s\n", sort.name, strings.Join(s.mostlyIn(synsets, db), " "))
		}
		return nil
	}
}

// synsets returns the senses of a sort, with those below them.
func (w wordSort) synsets(dict string, db database) (map[string]bool, error) {
	senses := map[string]bool{}
	for sense := range strings.FieldsSeq(w.senses) {
		senses[sense] = true
	}
	found := map[string]bool{}
	for name, part := range partsOfSpeech {
		err := eachLine(filepath.Join(dict, "index."+name), func(f []string) {
			pointers, _ := strconv.Atoi(f[3])
			for i, offset := range f[4+pointers+2:] {
				if senses[fmt.Sprint(f[0], ".", part, i+1)] {
					w.add(part+offset, db, found)
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// add adds a synset, and those below it or, of adjectives, like it.
func (w wordSort) add(id string, db database, found map[string]bool) {
	if found[id] {
		return
	}
	found[id] = true
	for _, p := range db[id].pointers {
		if w.deep && (p.sign == "~" || p.sign == "&") {
			w.add(strings.Replace(p.to, "s", "a", 1), db, found)
		}
	}
}

// mostlyIn returns the words that are used in some synsets at least as often as in others.
// Forms of other words are left out, and rare words of many meanings.
func (s *synonyms) mostlyIn(synsets map[string]bool, db database) []string {
	const shortest, fewMeanings = 4, 2
	out := map[string]bool{}
	for id := range synsets {
		for _, word := range db[id].words {
			uses := s.words[plain(word)]
			in := 0.0
			for synset, count := range uses {
				if synsets[synset] {
					in += count
				}
			}
			known := s.common[plain(word)] || uses.all() >= fewestUses || len(uses) <= fewMeanings
			if len(plain(word)) >= shortest && known && 2*in >= uses.all() && !s.isForm(plain(word)) {
				out[plain(word)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(out))
}
