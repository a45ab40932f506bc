package claim

import "fmt"

// excepted finds a claim that states of the very thing which the quoted sentence
// excepts what it says of all others: "liability for negligence is capped",
// quoted: "except for negligence, liability is capped"; or denies what it denies of
// all others.
func (r *reading) excepted(w *window) (code, detail string) {
	if w.traits&(exceptTrait|thanTrait) == 0 || w.closeness < 0.6 {
		return "", ""
	}
	denies := w.negated && w.traits&(aboveTrait|belowTrait|mostTrait|leastTrait) == 0 // a limit holds for the rest
	if (anyNegated(r.tokens) || r.negates()) != denies {
		return "", ""
	}
	if k := r.exceptedBy(w); k >= 0 {
		return CodeNegation, fmt.Sprintf("the claim states what the quoted words except with %q", w.word(k))
	}
	return "", ""
}

// exceptedBy returns the word with which the window excepts what the claim is about, -1
// for none. A claim that has an exception of its own is about all the rest, too.
func (r *reading) exceptedBy(w *window) int {
	if mine := r.whole(); mine.manner&(limitManner|exceptManner) != 0 || mine.firstIn(aparts) != "" {
		return -1
	}
	for k := range w.tokens {
		if !w.excepts(k) {
			continue
		}
		end := k + 1
		for end < len(w.tokens) && !w.tokens[end].is(parted|opener) {
			end++
		}
		taken, inside := 0, 0
		for i := k + 1; i < end; i++ {
			if t := &w.tokens[i]; t.content() && r.holds(t.stem) && !holdsOutside(w.tokens, k, end, t.stem) {
				inside++
			} else if t.content() && !t.is(numeral) {
				taken++
			}
		}
		if inside > 0 && inside >= taken {
			return k
		}
	}
	return -1
}

// aparts tell of an exception without a word that only does that.
var aparts = set("apart aside other exception exceptions exempt outside unlimited uncapped")

// exceptions open what a sentence is not said of.
var exceptions = set("exception except excepting excluding außer ausgenommen sauf hormis excepto salvo tranne exceto behalve")

// excepts reports whether token k opens an exception: "except for", "other than".
func (w *window) excepts(k int) bool {
	t := &w.tokens[k]
	if t.has(thanTrait) {
		return k > 0 && w.word(k-1) == "other"
	}
	return t.has(exceptTrait) && (k+1 == len(w.tokens) || !w.tokens[k+1].has(jointTrait|subordinateTrait))
}

// holdsOutside reports whether a stem stands among some tokens outside of [from,to).
func holdsOutside(tokens []token, from, to int, stem uint32) bool {
	return hasStem(tokens[:from], stem) || hasStem(tokens[to:], stem)
}
