package claim

import "strings"

// manner is a set of things that a word may do between a claim and the words
// quoted for it.
type manner uint16

const (
	turnsManner      manner = 1 << iota // turns a sentence, or binds it to a condition
	bindsManner                         // tells that what follows is not said to be so
	widensManner                        // widens a statement to everything or for ever
	classManner                         // belongs to a closed class
	relationManner                      // sets one thing against another: "before"
	limitManner                         // holds in one case only
	exceptManner                        // holds but for one case
	deniesManner                        // denies, and is no exception: "not", not "without"
	contractedManner                    // ends in "n't", and so denies in any language
)

// addManners enters what words may do.
func (v *vocabulary) addManners() {
	for m, words := range map[manner]map[string]bool{
		turnsManner: turnWords, bindsManner: binders, widensManner: universal, limitManner: limitWords, exceptManner: exceptWords,
	} {
		for w := range words {
			v.add(w).manner |= m
		}
	}
	for w := range strictNegators {
		x := v.add(w)
		if !exceptWords[w] {
			x.manner |= deniesManner
		}
		if strings.HasSuffix(w, "n't") {
			x.manner |= contractedManner
		}
	}
	for w, in := range closedClasses {
		v.add(w).manner |= classManner
		v.classes[v.number([]byte(w))] = in
	}
	for w, in := range relatives {
		v.add(w).manner |= relationManner
		v.related[v.number([]byte(w))] = in
	}
}
