package claim

import "fmt"

// refuted finds a claim that states what the quoted sentence only speaks of to
// deny it: "it is not true that the plant was closed", "it would be wrong to say
// that …".
func (r *reading) refuted(w *window) (code, detail string) {
	const least = 0.6 // share of the claim's words in the clause that is denied
	if w.traits&subordinateTrait == 0 || r.n == 0 || r.whole().manner&deniesManner != 0 || r.negates() || r.refutes() {
		return "", ""
	}
	for k := range w.tokens {
		if !w.tokens[k].has(subordinateTrait) {
			continue
		}
		word := w.denierBefore(k)
		if word == "" {
			continue
		}
		held := 0
		for j := range r.n {
			if w.inClause(k+1, r.tokens[r.unique[j]].stem) {
				held++
			}
		}
		if float64(held) >= least*float64(r.n) {
			return CodeNegation, fmt.Sprintf("the quoted words say %q of what the claim states", word)
		}
	}
	return "", ""
}

// refutes reports whether the claim itself has a word that denies a clause.
func (r *reading) refutes() bool {
	for i := range r.tokens {
		if r.tokens[i].has(refutingTrait | doubtTrait) {
			return true
		}
	}
	return false
}

// denierBefore returns the word by which the clause in front of token k denies
// the one behind it, "" for none.
func (w *window) denierBefore(k int) (word string) {
	const reach = 10
	for i := k - 1; i >= 0 && i >= k-reach && w.tokens[i].sent == w.tokens[k].sent; i-- {
		switch {
		case w.tokens[i].has(doubtTrait):
			return ""
		case w.tokens[i].has(refutingTrait), w.tokens[i].manner()&deniesManner != 0:
			word = w.word(i)
		}
	}
	return word
}

// contrasts open a clause that goes against the one before it.
var contrasts = set("but however aber sondern mais pero sino ma bensì mas porém maar но а لكن")

// sayings open, behind "and", another statement of whoever made the one before.
var sayings = set(`said says added adds announced stated told promised explained sagte erklärte fügte kündigte déclaré ajouté annoncé
	dijo añadió anunció declaró disse aggiunse annunciò acrescentou anunciou zei voegde kondigde сказал добавил заявил объявил`)

// inClause reports whether a stem stands in a sentence from token k on, up to
// what is set against it or said besides.
func (w *window) inClause(k int, stem uint32) bool {
	for i := k; i < len(w.tokens) && w.tokens[i].sent == w.tokens[k].sent && !w.tokens[i].has(contrastTrait); i++ {
		if i > k && w.tokens[i-1].is(parted) && sayings[w.word(i)] {
			return false
		}
		if w.tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// speaksOf reports whether one clause of a sentence denies another: its words
// cannot be compared one by one.
func speaksOf(src *Source, tokens []token) bool {
	w := window{text: src.text, tokens: tokens}
	for k := range tokens {
		if w.tokens[k].has(subordinateTrait) && w.denierBefore(k) != "" {
			return true
		}
	}
	return false
}
