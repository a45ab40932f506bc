package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// otherBeside finds a member of a closed class right beside a word that has
// another member of the class there in the quoted words, though they have the
// claim's elsewhere: "accrues monthly and is payable daily", quoted: "accrued
// daily and payable monthly".
func (r *reading) otherBeside(w *window) (code, detail string) {
	if w.closeness < 0.6 {
		return "", ""
	}
	for i := range r.tokens {
		if r.tokens[i].manner()&classManner == 0 {
			continue
		}
		for _, mine := range r.tokens[i].classes() {
			for _, step := range [...]int{-1, 1} {
				if k := w.besideRival(r.tokens, i, step, mine); k >= 0 && !sameMeaning(r.word(i), w.word(k)) && !r.measured(i, w, k) && !r.conditionsAlike(w, i, k) && !r.hasBeside(i, i+step, w.tokens[k].stem) {
					return CodeNegation, fmt.Sprintf("the claim says %q where the quoted words say %q", r.word(i), w.word(k))
				}
			}
		}
	}
	return "", ""
}

// hasBeside reports whether the claim has a stem close to token i, or beside the
// same word as it: "red or white patches", "left section over right section".
func (r *reading) hasBeside(i, n int, stem uint32) bool {
	for k := range r.tokens {
		if r.tokens[k].stem == stem && (k >= i-2 && k <= i+2 || sameStem(r.tokens, k+1, r.tokens, n) || sameStem(r.tokens, k-1, r.tokens, n)) {
			return true
		}
	}
	return false
}

// besideRival returns the place of another member of a class beside the word
// that stands beside token i; -1 for none or where the member itself is there.
func (w *window) besideRival(tokens []token, i, step int, mine membership) int {
	n := i + step
	if n < 0 || n >= len(tokens) || !tokens[n].content() || tokens[n].is(numeral) || tokens[max(i, n)].is(parted|opener) {
		return -1
	}
	at := -1
	for k := range w.tokens {
		if w.tokens[k].stem != tokens[n].stem || k-step < 0 || k-step >= len(w.tokens) || w.tokens[max(k, k-step)].is(parted|opener) {
			continue
		}
		other := false
		for _, m := range w.tokens[k-step].classes() {
			if m == mine {
				return -1
			}
			other = other || m.class == mine.class
		}
		if !other {
			return -1
		}
		at = k - step
	}
	return at
}

// otherLetter finds "valve A" where the quoted words have "valve B": a capital
// letter that names what stands in front of it, or behind it.
func (r *reading) otherLetter(w *window) (code, detail string) {
	for i := 1; i < len(r.tokens); i++ {
		if !letter(r.text, r.tokens, i) {
			continue
		}
		other := -1
		for k := 1; k < len(w.tokens); k++ {
			if w.tokens[k-1].stem != r.tokens[i-1].stem || !letter(w.textOf(k), w.tokens, k) {
				continue
			}
			if w.tokens[k].stem == r.tokens[i].stem {
				other = -1
				break
			}
			other = k
		}
		if other >= 0 {
			return CodeEntity, fmt.Sprintf("the claim says %s %s, the quoted words %s %s", r.word(i-1), r.word(i), w.word(other-1), w.word(other))
		}
	}
	return "", ""
}

// letter reports whether token i is a lone capital letter behind a word.
func letter(text string, tokens []token, i int) bool {
	t := &tokens[i]
	return t.end-t.start == 1 && t.is(capital) && !t.is(opener|parted) && tokens[i-1].content() && !tokens[i-1].is(numeral) && text[t.start] != 'I'
}

// times set one thing before or after a date or an age.
var times = classes(`
before until till by prior vor bis avant jusqu antes hasta prima até voor tot до | after since from nach ab seit après depuis después desde dopo dal depois após na vanaf после
under below | over above
`)

// otherSpan finds "after 1998" where the quoted words have "until 1998".
func (r *reading) otherSpan(w *window) (code, detail string) {
	if r.whole().traits&spanTrait == 0 || w.traits&spanTrait == 0 || anyNegated(r.tokens) != w.negated { // "not before" is "from"
		return "", ""
	}
	for i := 0; i+1 < len(r.tokens); i++ {
		of := behindArticle(r.tokens, i)
		if !r.tokens[of].is(numeral) && (of == i+1 || !r.tokens[of].content()) || !r.tokens[i].has(spanTrait) {
			continue
		}
		for _, mine := range times[r.word(i)] {
			other := -1
			for k := 0; k+1 < len(w.tokens); k++ {
				if w.tokens[behindArticle(w.tokens, k)].stem != r.tokens[of].stem || of > i+1 && w.tokens[k].has(articleTrait) {
					continue
				}
				if (r.word(i) == "by" || w.word(k) == "by") && !r.dated(of) {
					other = -1
					break
				}
				if in := times[w.word(k)]; len(in) == 0 || in[0] == mine || in[0].class != mine.class {
					other = -1
					break
				}
				other = k
			}
			if other >= 0 {
				return CodeNumber, fmt.Sprintf("the claim says %s %s, the quoted words %s", r.word(i), r.word(of), w.word(other))
			}
		}
	}
	return "", ""
}

// otherGoal finds "rose to 3 %" where the quoted words have "rose 3 %" or "rose
// by 3 %": the figure that was reached for the one by which something changed.
func (r *reading) otherGoal(w *window) (code, detail string) {
	for i := 2; i < len(r.tokens); i++ {
		if !r.tokens[i].is(numeral) || r.tokens[i-1].stem != infinitive || !r.tokens[i-2].content() || r.tokens[i-2].is(numeral) {
			continue
		}
		verb, other := r.tokens[i-2].stem, false
		for k := 1; k < len(w.tokens); k++ {
			if w.tokens[k].stem != r.tokens[i].stem || !w.tokens[k].is(numeral) {
				continue
			}
			if w.tokens[k-1].stem == infinitive {
				return "", ""
			}
			other = other || w.tokens[k-1].stem == verb || k > 1 && w.word(k-1) == "by" && w.tokens[k-2].stem == verb
		}
		if other {
			return CodeNumber, fmt.Sprintf("the claim says %s to %s, the quoted words not", r.word(i-2), r.word(i))
		}
	}
	return "", ""
}

// behindArticle is the token behind token i and an article there.
func behindArticle(tokens []token, i int) int {
	if i+2 < len(tokens) && tokens[i+1].has(articleTrait) {
		return i + 2
	}
	return i + 1
}

// otherEach finds "per second" where the quoted words have "per minute", or "per
// address" for "per key".
func (r *reading) otherEach(w *window) (code, detail string) {
	if r.whole().traits&w.traits&rateTrait == 0 {
		return "", ""
	}
	for i := 1; i < len(r.tokens); i++ {
		if !r.tokens[i-1].has(rateTrait) || r.tokens[i-1].is(capital) || w.holds(r.tokens[i].stem) && !lexis.IsUnit(r.word(i)) || r.tokens[i].is(numeral|wide) {
			continue
		}
		for k := 1; k < len(w.tokens); k++ {
			if w.tokens[k-1].has(rateTrait) && w.tokens[k-1].word == r.tokens[i-1].word && i > 1 && k > 1 && w.tokens[k-2].stem == r.tokens[i-2].stem && !w.ratedBy(r.tokens[i].stem) &&
				!r.mentions(w.tokens[k].stem) && w.tokens[k].root != r.tokens[i].root && unitName(r.word(i)) != unitName(w.word(k)) && !sameMeaning(r.word(i), w.word(k)) && !sharedClass(&r.tokens[i], &w.tokens[k]) {
				return CodeNumber, fmt.Sprintf("the claim says %s %s, the quoted words %s %s", r.word(i-1), r.word(i), w.word(k-1), w.word(k))
			}
		}
	}
	return "", ""
}

// ratedBy reports whether the window counts something by a stem.
func (w *window) ratedBy(stem uint32) bool {
	for k := 1; k < len(w.tokens); k++ {
		if w.tokens[k].stem == stem && w.tokens[k-1].has(rateTrait) {
			return true
		}
	}
	return false
}

// sharedClass reports whether two words are one member of a closed class.
func sharedClass(a, b *token) bool {
	for _, x := range a.classes() {
		for _, y := range b.classes() {
			if x == y {
				return true
			}
		}
	}
	return false
}
