package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// crossed finds subject and object in each other's place around one word: "the
// builder fined the council" for "the council fined the builder". A passive
// says the same with the two exchanged; languages that put either first are
// left alone.
func (r *reading) crossed(w *window) (code, detail string) {
	if w.closeness < 0.6 || r.freeOrder() || r.scripted() {
		return "", ""
	}
	mine := r.whole()
	if mine.traits&w.traits&articleTrait == 0 {
		return "", ""
	}
	for v := range r.tokens {
		before, behind := mine.around(v)
		if before < 0 || behind < 0 || r.tokens[before].stem == r.tokens[behind].stem {
			continue
		}
		found := false
		for k := range w.tokens {
			if w.tokens[k].stem != r.tokens[v].stem {
				continue
			}
			left, right := w.around(k)
			if left < 0 || right < 0 || mine.agent(v, behind) != w.agent(k, right) {
				continue
			}
			if w.tokens[left].stem == r.tokens[before].stem || w.tokens[right].stem == r.tokens[behind].stem {
				found = false
				break
			}
			found = found || w.tokens[left].stem == r.tokens[behind].stem && w.tokens[right].stem == r.tokens[before].stem
		}
		if found {
			return CodeEntity, fmt.Sprintf("%q and %q have each other's place", r.word(before), r.word(behind))
		}
	}
	return "", ""
}

// freeOrder reports whether subject and object may stand in either order.
func (r *reading) freeOrder() bool {
	return r.lang == lexis.German || r.lang == lexis.Dutch || r.lang == lexis.Russian || r.lang == lexis.Arabic
}

// articles stand before the nouns that are compared.
var articles = set("the a an le la les l' un une au aux à el los las al una unos unas il lo gli i uno alla allo ai o os as um uma ao à aos às")

// around returns the nouns on both sides of word v, "the builder fined the
// council": each behind an article, the first right in front of v; -1 for none.
func (w *window) around(v int) (before, behind int) {
	const reach = 3
	noun := func(k int) bool {
		t := &w.tokens[k]
		return k > 0 && t.content() && !t.is(numeral|parted|opener) && w.tokens[k-1].has(articleTrait)
	}
	if !w.tokens[v].content() || w.tokens[v].is(numeral|parted|opener) || v < 2 || !noun(v-1) {
		return -1, -1
	}
	for k := v + 1; k < len(w.tokens) && k <= v+reach && !w.tokens[k].is(parted|opener); k++ {
		if w.tokens[k].content() {
			if noun(k) {
				return v - 1, k
			}
			break
		}
	}
	return -1, -1
}

// agents stand before who does what a passive verb says.
var agents = set("by par por da dal dalla pelo pela door")

// agent reports whether such a word stands between two words.
func (w *window) agent(from, to int) bool {
	for k := from + 1; k < to; k++ {
		if agents[w.word(k)] {
			return true
		}
	}
	return false
}

// rates stand before the time that something is counted by.
var rates = set("per pro je par por")

// otherRate finds "per month" where the quoted words have "per year".
func (r *reading) otherRate(w *window) (code, detail string) {
	if r.whole().traits&w.traits&rateTrait == 0 {
		return "", ""
	}
	for i := 1; i < len(r.tokens); i++ {
		if r.tokens[i].manner()&classManner == 0 || !r.tokens[i-1].has(rateTrait) {
			continue
		}
		for _, mine := range r.tokens[i].classes() {
			if k := w.rate(mine); k >= 0 {
				return CodeNegation, fmt.Sprintf("the claim says %s %s, the quoted words %s %s", r.word(i-1), r.word(i), w.word(k-1), w.word(k))
			}
		}
	}
	return "", ""
}

// rate returns the place of another member of a class behind such a word, -1
// for none or where the member itself is there.
func (w *window) rate(mine membership) int {
	return w.rivalWhere(mine, func(k int) bool { return k > 0 && w.tokens[k-1].has(rateTrait) })
}
