package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

var (
	// nevers deny for every case; wherevers take every condition from what they stand with.
	nevers    = set("never niemals jamais nunca jamás mai nooit никогда")
	wherevers = set(`regardless irrespective whatever whichever unconditionally unconditional unrestricted restriction restrictions
		uneingeschränkt bedingungslos einschränkung einschränkungen unabhängig inconditionnellement incondicionalmente incondizionatamente onvoorwaardelijk`)
)

// unlimited finds a claim that leaves no case out where the quoted words do: "visitors
// may never speak", quoted: "may not speak unless …"; "whatever its state", quoted: "if
// it is sound".
func (r *reading) unlimited(w *window) (code, detail string) {
	const binds = limitManner | exceptManner
	mine := r.whole()
	if w.closeness < 0.6 || mine.manner&binds != 0 && mine.traits&whereverTrait == 0 || mine.traits&(neverTrait|whereverTrait) == 0 || mine.traits&(sureIfTrait|conditionTrait) != 0 {
		return "", ""
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		if !t.has(neverTrait|whereverTrait) || w.has(r, i) {
			continue
		}
		sentence := w.closest(r)
		manners := mannersIn(sentence)
		bound := summaryOf(sentence).traits&(unlessTrait|takingOutTrait) != 0 || manners&binds != 0
		if t.has(whereverTrait) {
			bound = bound || summaryOf(sentence).traits&conditionTrait != 0
		}
		if bound {
			return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words limit it", r.word(i))
		}
	}
	return "", ""
}

// closest returns the sentence of the window that has most of the claim's words.
func (w *window) closest(r *reading) (best []token) {
	most := -1
	for from, to := 0, 0; from < len(w.tokens); from = to {
		for to = from + 1; to < len(w.tokens) && w.tokens[to].sent == w.tokens[from].sent; {
			to++
		}
		if held := r.heldIn(w.tokens[from:to]); held > most {
			best, most = w.tokens[from:to], held
		}
	}
	return best
}

// narrowed finds an "only" that opens the claim where nothing of the quoted words limits
// anything: "only the client may cancel", quoted: "either party may cancel". Elsewhere,
// and in front of a figure, it says no more than that something is little.
func (r *reading) narrowed(w *window) (code, detail string) {
	const limits = limitManner | exceptManner | deniesManner | turnsManner
	if w.closeness < 0.6 || r.whole().manner&limitManner == 0 || anyNegated(r.tokens) {
		return "", ""
	}
	there := window{text: w.textOf(0), tokens: w.closest(r)}
	there.summary = summaryOf(there.tokens)
	if there.negated || there.manner&limits != 0 || there.traits&(strongTrait|conditionTrait|unlessTrait|endedTrait|mostTrait|leastTrait) != 0 || len(w.more) == 0 && there.forbids() || 2*r.heldIn(there.tokens) < r.n {
		return "", ""
	}
	for i := range r.tokens {
		if r.tokens[i].manner()&limitManner == 0 || !r.tokens[i].is(opener) || numbered(r.tokens, i, 3) || i+1 < len(r.tokens) && r.tokens[i+1].role.Has(lexis.Quantifier) {
			continue
		}
		return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words limit nothing", r.word(i))
	}
	return "", ""
}

// ofTheRest finds "every firm" where the quoted words have "every other firm".
func (r *reading) ofTheRest(w *window) (code, detail string) {
	mine := r.whole()
	if mine.manner&w.manner&widensManner == 0 && mine.traits&w.traits&recurTrait == 0 || r.excepts() {
		return "", ""
	}
	for k := 0; k+2 < len(w.tokens); k++ {
		if t := &w.tokens[k]; t.manner()&widensManner == 0 && !t.has(recurTrait) || !everyOne[w.word(k)] && !universal[w.word(k)] || w.tokens[k+1].is(capital) || !theRest[w.word(k+1)] {
			continue
		}
		for i := 0; i+1 < len(r.tokens); i++ {
			if r.tokens[i].stem == w.tokens[k].stem && r.tokens[i+1].stem == w.tokens[k+2].stem && !lexis.IsUnit(r.word(i+1)) {
				return CodeNegation, fmt.Sprintf("the claim says %q of all, the quoted words of the others", r.word(i))
			}
		}
	}
	return "", ""
}

var theRest = set("other others remaining")

// excepts reports whether the claim takes anything out: "apart from", "except".
func (r *reading) excepts() bool {
	for i := range r.tokens {
		if t := &r.tokens[i]; t.role.Has(lexis.Exception) || t.manner()&exceptManner != 0 || t.has(takingOutTrait) || r.word(i) == "apart" || r.word(i) == "other" {
			return true
		}
	}
	return false
}

// turnedPassive finds who does something for whom it is done to: "was replaced by a
// ferry", quoted: "replaced a ferry".
func (r *reading) turnedPassive(w *window) (code, detail string) {
	if r.freeOrder() || r.scripted() {
		return "", ""
	}
	mine := r.whole()
	for v := range r.tokens {
		noun, passive := mine.undergoes(v)
		if noun < 0 || r.tokens[noun].is(numeral) {
			continue
		}
		found := false
		for k := range w.tokens {
			if w.tokens[k].stem != r.tokens[v].stem {
				continue
			}
			other, otherPassive := w.undergoes(k)
			if other < 0 || w.tokens[other].stem != r.tokens[noun].stem || passive == otherPassive {
				found = false
				break
			}
			found = true
		}
		if found {
			return CodeEntity, fmt.Sprintf("%q does in one of the claim and the quoted words what is done to it in the other", r.word(noun))
		}
	}
	return "", ""
}

// undergoes returns the noun behind the verb at token v, and whether a "by" stands
// before it; -1 for none. The verb is one by its ending.
func (w *window) undergoes(v int) (noun int, passive bool) {
	t := &w.tokens[v]
	if !t.content() || t.is(numeral|wide) || !strings.HasSuffix(w.textOf(v)[t.start:t.end], "ed") || v+2 >= len(w.tokens) || w.tokens[v+1].is(parted|opener) {
		return -1, false
	}
	passive = actors[w.word(v+1)]
	at := v + 1
	if passive {
		at++
	}
	if !w.tokens[at].has(articleTrait) || at+1 >= len(w.tokens) || !w.tokens[at+1].content() {
		return -1, false
	}
	if !passive && v > 0 && passives[w.word(v-1)] {
		return -1, false
	}
	return at + 1, passive
}
