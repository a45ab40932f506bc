package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// substituted finds a claim that repeats the quoted words but for one: a
// content word that no source has, in the very place of another. Whoever
// copies a sentence and changes one word has changed what it says, unless the
// two are known to mean the same.
func (r *reading) substituted(w *window) (code, detail string) {
	if w.closeness < 0.6 {
		return "", ""
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		if !t.content() || t.is(numeral|wide) || r.finds(i) || w.holds(t.stem) || r.knows(t.stem) || r.symbol(i) {
			continue
		}
		k := w.place(r.tokens, i)
		if k >= 0 && t.role.Has(lexis.Comparative) && w.word(k) == "least" {
			continue // "after one year" for "at least one year"
		}
		if k < 0 || !w.tokens[k].content() || w.tokens[k].is(numeral) || lexis.IsUnit(w.word(k)) || lexis.IsPercent(w.word(k)) || i == 0 && w.tokens[k].role.Has(lexis.Exception|lexis.Connective) || r.mentions(w.tokens[k].stem) {
			continue
		}
		if i+1 < len(r.tokens) && r.orders(i) && opensWith(w.sentence(k)) {
			continue
		}
		if mine, theirs := r.word(i), w.word(k); w.tokens[k].root != t.root && !sameMeaning(mine, theirs) && !r.sameForm(mine, theirs) {
			return CodeUnsupported, fmt.Sprintf("the claim says %q where the quoted words say %q", mine, theirs)
		}
	}
	return "", ""
}

// symbol reports whether token i is the symbol of a unit behind its number,
// which is compared with the number.
func (r *reading) symbol(i int) bool {
	return i > 0 && r.tokens[i-1].is(numeral) && lexis.IsUnitSymbol(r.word(i))
}

// orders reports whether token i is a word of everyday language that opens the
// claim as an order does: one tells in many words what is to be done with the
// same things, "place" and "put".
func (r *reading) orders(i int) bool {
	return opensWith(r.tokens, i) && r.tokens[i+1].is(stopWord|numeral) && !r.tokens[i+1].role.Has(lexis.Auxiliary|lexis.Modal) && loadLexicon().common(r.tokens[i].stem)
}

// sentence returns the window's tokens from the start of token k's sentence, and
// where k is among them.
func (w *window) sentence(k int) ([]token, int) {
	from := k
	for from > 0 && w.tokens[from-1].sent == w.tokens[k].sent {
		from--
	}
	return w.tokens[from:], k - from
}

// finds reports whether the claim's ith word is one of those that were found in
// the sources and their metadata.
func (r *reading) finds(i int) bool {
	j := r.of[i]
	return j >= 0 && (r.found|r.meta)&(1<<j) != 0
}

// knows reports whether some source or its metadata has a stem.
func (r *reading) knows(stem uint32) bool {
	for _, src := range r.sources {
		for p := src.first(stem); p >= 0; p = src.next[p] {
			if src.tokens[p].stem == stem {
				return true
			}
		}
	}
	for k := range r.n {
		if r.tokens[r.unique[k]].stem == stem && r.meta&(1<<k) != 0 {
			return true
		}
	}
	return false
}

func (r *reading) mentions(stem uint32) bool {
	for i := range r.tokens {
		if r.tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// place finds the token of the window that stands among the same words as
// token i of the claim: four of them, on both sides or at an end; -1 for none.
func (w *window) place(tokens []token, i int) int {
	for k := range w.tokens {
		left, right := 0, 0
		if i > 0 && (k == 0 || tokens[i-1].stem != w.tokens[k-1].stem) || i+1 < len(tokens) && (k+1 == len(w.tokens) || tokens[i+1].stem != w.tokens[k+1].stem) {
			continue
		}
		for left < 3 && i-left-1 >= 0 && k-left-1 >= 0 && tokens[i-left-1].stem == w.tokens[k-left-1].stem {
			left++
		}
		for right < 3 && i+right+1 < len(tokens) && k+right+1 < len(w.tokens) && tokens[i+right+1].stem == w.tokens[k+right+1].stem {
			right++
		}
		bounded := left > 0 && right > 0 || left > 0 && i+1 == len(tokens) || right > 0 && i == 0
		need := 4
		if i == 0 || i+1 == len(tokens) {
			need = 3 // all that there may be on one side
		}
		if bounded && left+right >= min(need, len(tokens)-2) {
			return k
		}
	}
	return -1
}

// exchanged finds two words that have changed places: each stands among the
// words that the other has in the quoted sentence. "The landlord gives the
// tenant notice" is not "the tenant gives the landlord notice".
func (r *reading) exchanged(w *window) (code, detail string) {
	if w.closeness < 0.8 {
		return "", ""
	}
	for i := range r.tokens {
		if !r.tokens[i].content() {
			continue
		}
		k := w.place(r.tokens, i)
		if k < 0 || !w.tokens[k].content() || w.tokens[k].stem == r.tokens[i].stem || sameMeaning(r.word(i), w.word(k)) {
			continue
		}
		for j := range r.tokens {
			if r.tokens[j].stem != w.tokens[k].stem {
				continue
			}
			if at := w.place(r.tokens, j); at >= 0 && w.tokens[at].stem == r.tokens[i].stem {
				return CodeEntity, fmt.Sprintf("%q and %q have changed places", r.word(i), r.word(j))
			}
		}
	}
	return "", ""
}

// rephrased finds two words or three that no source has where the quoted words have
// others, between the very same words on either side: "claims for wrongful
// termination lapse after", quoted: "claims for late payment lapse after".
func (r *reading) rephrased(w *window) (code, detail string) {
	const most = 3
	if w.closeness < 0.5 {
		return "", ""
	}
	for i := 1; i < len(r.tokens); i++ {
		novel := 0
		for i+novel < len(r.tokens) && novel <= most && r.novelAt(i+novel) && r.tokens[i+novel].content() {
			novel++
		}
		if novel < 2 || novel > most || r.tokens[i].is(parted|opener) || !r.tokens[i-1].has(beforeNounTrait) {
			continue
		}
		if k, n := w.gap(r.tokens, i, i+novel); n > 0 && !sameMeaning(r.word(i+novel-1), w.word(k+n-1)) {
			return CodeUnsupported, fmt.Sprintf("the claim says \"%s %s\" where the quoted words say \"%s %s\"", r.word(i), r.word(i+novel-1), w.word(k), w.word(k+n-1))
		}
		i += novel
	}
	return "", ""
}

// gap returns where the window has other words, one to three, between the two words
// in front of the claim's [i,j) and the two behind it; n is 0 for none.
func (w *window) gap(tokens []token, i, j int) (k, n int) {
	const most = 3
	if i < 2 || j+1 >= len(tokens) {
		return 0, 0
	}
	for k = 2; k < len(w.tokens); k++ {
		if w.tokens[k-1].stem != tokens[i-1].stem || w.tokens[k-2].stem != tokens[i-2].stem {
			continue
		}
		for n = 1; n <= most && k+n+1 < len(w.tokens); n++ {
			if w.tokens[k+n].stem == tokens[j].stem && w.tokens[k+n+1].stem == tokens[j+1].stem {
				return k, n
			}
		}
	}
	return 0, 0
}
