package claim

import (
	"strings"

	"vouchsafe/lexis"
)

// manner is a set of things that a word may do between a claim and the words
// quoted for it. It is looked up once for every word; the checks of a quote
// ask it many times.
type manner uint8

const (
	turnsManner    manner = 1 << iota // turns a sentence, or binds it to a condition
	bindsManner                       // tells that what follows is not said to be so
	widensManner                      // widens a statement to everything or for ever
	classManner                       // belongs to a closed class
	relationManner                    // sets one thing against another: "before"
	limitManner                       // holds in one case only
	exceptManner                      // holds but for one case
	deniesManner                      // denies, and is no exception: "not", not "without"
)

// manners gathers the word lists.
var manners = func() map[string]manner {
	out := map[string]manner{}
	add := func(m manner, words map[string]bool) {
		for w := range words {
			out[w] |= m
		}
	}
	add(turnsManner, turnWords)
	add(bindsManner, binders)
	add(widensManner, universal)
	add(limitManner, limitWords)
	add(exceptManner, exceptWords)
	for w := range strictNegators {
		if !exceptWords[w] {
			out[w] |= deniesManner
		}
	}
	for w := range closedClasses {
		out[w] |= classManner
	}
	for w := range relatives {
		out[w] |= relationManner
	}
	return out
}()

// mannersOf looks up the folded words of some tokens. A word denies only where
// the language of the text has it as a negator: "mai" is May in German.
func mannersOf(words []string, tokens []token) []manner {
	out := make([]manner, len(words))
	for i, w := range words {
		out[i] = manners[w]
		if out[i]&deniesManner != 0 && !tokens[i].role.Has(lexis.Negator) && !strings.HasSuffix(w, "n't") {
			out[i] &^= deniesManner
		}
	}
	return out
}

// manner is what the claim's ith word may do.
func (r *reading) manner(i int) manner { return r.allManners()[i] }

func (r *reading) allManners() []manner {
	if r.manners == nil && len(r.tokens) > 0 {
		r.word(0)
		r.manners = mannersOf(r.folded, r.tokens)
	}
	return r.manners
}

// allOf gathers what some words do.
func allOf(manners []manner) (all manner) {
	for _, m := range manners {
		all |= m
	}
	return all
}
