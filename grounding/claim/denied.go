package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// turnWords are words that turn a sentence, or bind it to a condition: with one
// of them in it "not" cannot be compared word by word.
var turnWords = set(`only without unless except until till before neither nor nobody nothing none but however although though
	lack lacks lacking fail fails failed no myth most maximum max limit limited deny denies denied whether if instead rather otherwise elsewhere
	nur ohne außer sofern wenn bis keine kein weder seul sans sauf si jusqu ni sin salvo excepto si hasta senza salvo tranne
	se sem exceto salvo até zonder tenzij behalve tot alleen
	без кроме пока если только دون بدون إلا باستثناء فقط إذا حتى`)

// turnsOtherwise reports whether the claim has such a word that the quoted
// sentences lack.
func (r *reading) turnsOtherwise(w *window) bool {
	for i := range r.tokens {
		reflexive := i > 0 && r.tokens[i-1].role.Has(lexis.Negator) && r.word(i) == "se" // não se renova
		if r.tokens[i].manner()&turnsManner != 0 && !reflexive && !w.has(r, i) {
			return true
		}
	}
	return false
}

// sameLimitAs compares "not without" and "only with".
func (r *reading) sameLimitAs(w *window) bool {
	return sameLimit(r.whole().manner, w.manner) || r.orderedSo(w.manner)
}

func (w *window) turned() bool {
	for i := range w.tokens {
		if w.tokens[i].manner()&turnsManner != 0 && !w.tokens[i].role.Has(lexis.Negator) {
			return true
		}
	}
	return false
}

// deniedInQuote finds a word that the quoted sentences only deny and the claim
// plainly states: a lost "not".
func (r *reading) deniedInQuote(w *window) (code, detail string) {
	if !w.negated || anyNegated(r.tokens) || r.turnsOtherwise(w) || r.deniesOtherwise(w) || r.sameLimitAs(w) {
		return "", ""
	}
	if w.traits&exceptTrait != 0 && r.exceptedBy(w) >= 0 {
		return "", "" // what is denied of the rest
	}
	if w.closeness < 0.6 {
		return r.deniedKin(w)
	}
	for i := range r.tokens {
		if t := &r.tokens[i]; t.content() && polarityOf(w.tokens, t.stem) == denied && !r.repeats(t.stem) {
			return CodeNegation, fmt.Sprintf("the quoted words negate %q, the claim does not", r.word(i))
		}
	}
	return r.deniedKin(w)
}

// statedInQuote finds a word that the claim denies and the quoted sentences
// plainly state: an added "not".
func (r *reading) statedInQuote(w *window) (code, detail string) {
	if w.negated || !anyNegated(r.tokens) || w.closeness < 0.6 || w.traits&refutingTrait != 0 && r.whole().traits&attributingTrait != 0 || w.turned() || elliptic(w.tokens) || r.turnsOtherwise(w) || r.sameLimitAs(w) {
		return "", ""
	}
	for i := range w.tokens {
		if w.tokens[i].role.Has(lexis.Negator) {
			return "", ""
		}
	}
	for i := range r.tokens {
		if t := &r.tokens[i]; t.is(negatedWord) && t.content() && polarityOf(r.tokens, t.stem) == denied && polarityOf(w.tokens, t.stem) == asserted && !w.forbids() && !r.deniedInOneWord(i, w.textOf(0), w.tokens) && !(w.clauseOf != nil && r.deniesAlike(i, w.clauseOf.tokens)) {
			return CodeNegation, fmt.Sprintf("the claim negates %q, the quoted words do not", r.word(i))
		}
	}
	return "", ""
}

// attributing words name whose view something is: what somebody denied is, according
// to them, not so.
var attributing = set("according laut zufolge volgens selon d'après según secondo segundo według zdaniem согласно")

// denyingPrefixes begin words that deny by themselves.
var denyingPrefixes = prefixesOf(`un non contraindic prohib exclu exempt forbid forbad avoid prevent refus
	inelig invalid illegal imposs inadmiss disallow verbot untersag interdi prohíb vietat verbod`)

// forbidding begin those of them that deny what the sentence speaks of.
var forbidding = prefixesOf(`contraindic prohib exclu exempt forbid forbad avoid prevent refus inelig invalid disallow void withh
	verbot untersag interdi prohíb vietat verbod`)

// forbids reports whether some words deny by what they mean: "is prohibited".
func (w *window) forbids() bool {
	for i := range w.tokens {
		if t := &w.tokens[i]; t.content() && forbidding.begin(w.textOf(i), t) {
			return true
		}
	}
	return false
}

// negates reports whether the claim denies anything in any way, be it with a
// prefix: "is contraindicated", "unsafe".
func (r *reading) negates() bool {
	if r.denial == notAsked {
		if r.denial = statesOnly; r.anyDenial() {
			r.denial = deniesToo
		}
	}
	return r.denial == deniesToo
}

// denial says whether a claim denies anything, once that was asked.
type denial int8

const (
	notAsked denial = iota
	statesOnly
	deniesToo
)

func (r *reading) anyDenial() bool {
	for i := range r.tokens {
		if r.denies(i) {
			return true
		}
	}
	return false
}

// denies reports whether the claim's ith word denies something.
func (r *reading) denies(i int) bool {
	t := &r.tokens[i]
	if t.role.Has(lexis.Negator|lexis.Exception) && r.word(i) != "no" {
		return true
	}
	return t.content() && denyingPrefixes.begin(r.text, t)
}

// deniesOtherwise reports whether the claim denies with a word that the quoted
// sentences do not have.
func (r *reading) deniesOtherwise(w *window) bool {
	if !r.negates() {
		return false
	}
	for i := range r.tokens {
		if r.denies(i) && !w.has(r, i) {
			return true
		}
	}
	return false
}

// repeats reports whether the claim has a stem more than once, and so may have
// it in both ways.
func (r *reading) repeats(stem uint32) bool {
	n := 0
	for i := range r.tokens {
		if r.tokens[i].stem == stem {
			n++
		}
	}
	return n > 1
}

// binders say that what follows is not said to be so: alleged, denied, planned,
// tried in vain.
var binders = set(`myth alleges alleged allegedly allege denies denied deny refused refuses failed fails plans planned
	intends intended hopes hoped rumoured rumored supposedly purportedly reportedly falsely hardly barely scarcely unlikely
	allegations angeblich bestreitet bestritt behauptet behauptete scheiterte weigerte
	prétendument nie affirme supuestamente niega presuntamente presumibilmente nega alegadamente vermeend ontkent`)

// unbound finds a claim that states what the quoted sentence only reports,
// denies or plans.
func (r *reading) unbound(w *window) (code, detail string) {
	if w.manner&bindsManner == 0 || w.closeness < 0.6 || anyNegated(r.tokens) || r.negates() {
		return "", ""
	}
	for i := range w.tokens {
		if w.tokens[i].manner()&bindsManner == 0 || w.word(i) == "plans" && (i+1 == len(w.tokens) || w.tokens[i+1].stem != infinitive) { // "built to plans by"
			continue
		}
		for k := range r.tokens {
			if r.tokens[k].manner()&bindsManner != 0 || r.tokens[k].role.Has(lexis.Modal) || r.tokens[k].stem == w.tokens[i].stem || r.tokens[k].root == w.tokens[i].root {
				return "", ""
			}
		}
		return CodeNegation, fmt.Sprintf("the quoted words say %q, the claim states it as it were so", w.word(i))
	}
	return "", ""
}

// permitted finds a claim that calls safe or allowed what the quoted sentence
// denies: "is safe for" against "should not be used in".
func (r *reading) permitted(w *window) (code, detail string) {
	if !w.negated || anyNegated(r.tokens) || r.negates() || w.closeness < 0.6 {
		return "", ""
	}
	mine := r.whole()
	for _, s := range [...]scale{directions[fitness], directions[permission]} {
		if w.firstIn(s.weak) != "" || w.firstIn(s.strong) != "" {
			continue
		}
		if word := mine.firstIn(s.strong); word != "" {
			return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words deny", word)
		}
	}
	return "", ""
}

// fitness and permission are the places of two of the directions.
const fitness, permission = 1, 2
