package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// slotted are the small words that tie a noun to the word in front of them.
var slotted = set(`to in at since until for from by with against according of an für von mit gegen bei laut pour par chez avec selon d'après para por con según per da secondo
	com segundo aan voor door volgens dla od przez według zdaniem для от по`)

// otherSlot finds, behind the same two words, a noun of the quoted words that stands
// there elsewhere: "awarded to the appellant", quoted: "the appellant argued …; costs
// were awarded to the respondent".
func (r *reading) otherSlot(w *window) (code, detail string) {
	if w.closeness < 0.7 || r.whole().traits&w.traits&slotTrait == 0 || r.scripted() || r.whole().traits&thanTrait != 0 || w.traits&thanTrait != 0 {
		return "", ""
	}
	for i := range r.tokens {
		if t := &r.tokens[i]; t.content() && !t.is(numeral) && t.role.Has(lexis.Comparative) {
			return "", "" // "less common with placebo" for "more common with the drug"
		}
	}
	for i := range r.tokens {
		if !r.tokens[i].has(slotTrait) {
			continue
		}
		if code, detail = r.otherFigureBehind(w, i); code != "" {
			return code, detail
		}
		noun := nounBehind(r.tokens, i)
		if noun < 0 || !w.holds(r.tokens[noun].stem) || !endsPhrase(r.tokens, noun) {
			continue
		}
		if k := w.slot(r, i, noun); k >= 0 {
			return CodeEntity, fmt.Sprintf("behind %q the claim has %q, the quoted words %q", r.word(i), r.word(noun), w.word(k))
		}
	}
	return "", ""
}

// otherFigureBehind finds it of two figures: "removed in 4.2", quoted: "ignored since
// 4.2 and removed in 5.0".
func (r *reading) otherFigureBehind(w *window, i int) (code, detail string) {
	if i == 0 || i+1 >= len(r.tokens) || !r.tokens[i+1].is(numeral) || !w.counts(r.word(i+1), r.lang) {
		return "", ""
	}
	other := ""
	for k := 1; k+1 < len(w.tokens); k++ {
		if w.tokens[k].stem != r.tokens[i].stem || !w.tokens[k+1].is(numeral) || !sameBefore(r.tokens, i, w.tokens, k) {
			continue
		}
		if w.word(k+1) == r.word(i+1) {
			return "", ""
		}
		other = w.word(k + 1)
	}
	if other == "" || r.whole().counts(other, r.lang) {
		return "", ""
	}
	return CodeNumber, fmt.Sprintf("behind %q the claim has %s, the quoted words %s", r.word(i-1)+" "+r.word(i), r.word(i+1), other)
}

// slot returns the noun that the window has behind the words in front of the claim's
// noun; -1 where it has none, has the claim's there, or the claim has it as well.
func (w *window) slot(r *reading, i, noun int) int {
	at := -1
	for k := range w.tokens {
		if w.tokens[k].stem != r.tokens[i].stem || !sameBefore(r.tokens, i, w.tokens, k) {
			continue
		}
		other := nounBehind(w.tokens, k)
		if other < 0 || w.tokens[other].stem == r.tokens[noun].stem || sameStem(r.tokens, noun, w.tokens, other+1) {
			return -1 // "a labour union" for "a union"
		}
		if w.tokens[other].root != r.tokens[noun].root && endsPhrase(w.tokens, other) && !r.mentions(w.tokens[other].stem) && !sameMeaning(r.word(noun), w.word(other)) {
			at = other
		}
	}
	return at
}

// endsPhrase reports whether the noun at token i stands behind an article and nothing
// goes on with it.
func endsPhrase(tokens []token, i int) bool {
	ends := i+1 == len(tokens) || !tokens[i+1].content() || tokens[i+1].is(parted|opener|numeral)
	return ends && i > 0 && tokens[i-1].has(articleTrait)
}

// sameBefore reports whether both small words open their sentences or stand behind
// one word that says something.
func sameBefore(a []token, i int, b []token, k int) bool {
	if i == 0 || k == 0 || a[i].is(opener) || b[k].is(opener) {
		return (i == 0 || a[i].is(opener)) && (k == 0 || b[k].is(opener))
	}
	return a[i-1].content() && !a[i-1].is(numeral) && a[i-1].stem == b[k-1].stem
}

// nounBehind returns the first content word behind token i, no number and with
// nothing but an article or the like in between; -1 for none.
func nounBehind(tokens []token, i int) int {
	const reach = 2
	for k := i + 1; k < len(tokens) && k <= i+reach && !tokens[k].is(parted|opener); k++ {
		switch t := &tokens[k]; {
		case t.content() && !t.is(numeral|wide) && !t.role.Has(lexis.NumberWord|lexis.Quantifier):
			return k
		case t.content() || !t.has(beforeNounTrait|articleTrait):
			return -1
		}
	}
	return -1
}
