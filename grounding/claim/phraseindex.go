package claim

import (
	"slices"
	"strings"
)

// phrase is a fixed run of words that tells what a clause does.
type phrase struct {
	words    []string
	kind     Kind
	bound    binding
	evidence bool // it has a word for the evidence itself
}

// binding says under what condition a phrase makes its clause a refusal. The
// conditions keep apart "the documents do not contain it" and "the tablets do
// not contain it".
type binding int

const (
	free    binding = iota // wherever it stands
	subject                // only behind words for the evidence
	passive                // only with a word for the evidence, or at the clause's end
	doubt                  // the same, or behind a clause that speaks of nothing else: "Based on the passages, …"
	opening                // only at the start of the clause
	apology                // it says sorry and excuses nothing else in the clause
)

// phraseIndex finds phrases by their first word.
type phraseIndex map[string][]phrase

// newPhraseIndex reads one phrase a line for each kind. Words are in lower
// case and without apostrophes, as clauses are.
func newPhraseIndex(byKind map[Kind]string) phraseIndex {
	idx := make(phraseIndex)
	for kind, list := range byKind {
		for l := range strings.SplitSeq(list, "\n") {
			if words := strings.Fields(l); len(words) > 0 {
				idx[words[0]] = append(idx[words[0]], phrase{words: words, kind: kind})
			}
		}
	}
	for bound, list := range refusals {
		for l := range strings.SplitSeq(list, "\n") {
			if words := strings.Fields(l); len(words) > 0 {
				idx[words[0]] = append(idx[words[0]], phrase{words, Refusal, bound, slices.ContainsFunc(words, func(w string) bool { return evidenceNouns[w] })})
			}
		}
	}
	return idx
}

// at returns the longest phrase that starts at words[i] and holds there; one
// without words for none.
// told tells that a clause in front speaks of the evidence.
func (idx phraseIndex) at(words run, i int, told bool) (longest phrase) {
	for _, p := range idx[string(words.word(i))] {
		if len(p.words) > len(longest.words) && words.from(i).opens(p.words) && (p.holds(words, i) || told && p.bound == doubt) {
			longest = p
		}
	}
	return longest
}

// holds reports whether the phrase's condition is met where it stands.
func (p phrase) holds(words run, i int) bool {
	before, after := words.before(i), words.from(i+len(p.words))
	switch p.bound {
	case subject:
		return speaksOfEvidence(before) && allHollow(before)
	case passive, doubt:
		return len(after.spans) == 0 || speaksOfEvidence(after) || p.evidence
	case opening:
		return allHollow(before)
	}
	return true
}

// speaksOfEvidence reports whether a word for the evidence is among some words.
func speaksOfEvidence(words run) bool {
	for _, p := range words.parts {
		if p&evident != 0 {
			return true
		}
	}
	return false
}

// allHollow reports whether no word says anything by itself.
func allHollow(words run) bool {
	for _, p := range words.parts {
		if p&(says|fills|evident) == 0 {
			return false
		}
	}
	return true
}
