package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// universal are words that widen a statement to everything or for ever.
var universal = set(`all always everyone everybody everything indefinitely fully completely entirely unconditionally exclusively exactly precisely automatically guaranteed
	alle alles sämtliche immer vollständig tous toutes toujours todos todas siempre tutti tutte sempre altijd`)

// distributive words say of each what the universal ones say of all.
var distributive = set(`each every any nightly daily weekly monthly yearly annually jede jeder jedes jeden jedem jährlich täglich chaque cada ogni
	elke iedere jaarlijks каждый каждая каждую каждое ежегодно ежедневно كل`)

// entire words say of one thing that it is all of it; boundless ones are what
// "any" takes every limit from.
var (
	entire    = set("full whole entire total")
	wholly    = set("exclusively exactly precisely")
	boundless = set("reason reasons time circumstances circumstance case cases purpose condition conditions severity amount kind degree degrees extent")
)

// others reports whether the word at token i is of the rest only: "everyone else".
func (r *reading) others(i int) bool {
	return i+1 < len(r.tokens) && (r.word(i+1) == "else" || r.word(i+1) == "other")
}

// ofOne reports whether the "all" at token i is of one thing: "all your money".
func (r *reading) ofOne(i int) bool {
	return i+1 < len(r.tokens) && (r.tokens[i+1].has(addressTrait) || r.tokens[i+1].has(beforeNounTrait))
}

// recurs reports whether the universal word at token i goes with a time: "tous
// les ans" is "chaque année".
func (r *reading) recurs(i int) bool {
	for k := i + 1; k < len(r.tokens) && k <= i+2; k++ {
		if lexis.IsUnit(r.word(k)) {
			return true
		}
	}
	return false
}

// widened finds a claim that says "all" or "always" where the quoted sentence
// that it repeats does not.
func (r *reading) widened(w *window) (code, detail string) {
	mine := r.whole()
	if w.closeness*float64(r.n) < 0.6*float64(r.n-1) || // the word itself may be one of them
		w.manner&widensManner != 0 || mine.manner&widensManner == 0 && mine.traits&boundlessTrait == 0 {
		return "", ""
	}
	for i := range r.tokens {
		if i+1 < len(r.tokens) && r.tokens[i+1].has(boundlessTrait) && r.word(i) == "any" && !w.holds(r.tokens[i+1].stem) {
			return CodeNegation, fmt.Sprintf("the claim says \"any %s\", the quoted words do not", r.word(i+1))
		}
		if r.tokens[i].manner()&widensManner == 0 {
			continue
		}
		if exact := r.word(i); wholly[exact] && w.manner&limitManner != 0 || r.others(i) || exact == "all" && r.ofOne(i) && w.firstIn(entire) != "" {
			continue
		}
		if !(r.recurs(i) && w.firstIn(distributive) != "") {
			return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words do not", r.word(i))
		}
	}
	return "", ""
}
