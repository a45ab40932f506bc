package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// otherSubject finds a clause that says of one thing what the quoted words say
// of another: "the processor is not obliged", quoted: "the controller is not
// obliged". What follows is the same for two words, so that neither is passive.
func (r *reading) otherSubject(w *window) (code, detail string) {
	if w.closeness < 0.7 {
		return "", ""
	}
	for i := 0; i+2 < len(r.tokens); i++ {
		t := &r.tokens[i]
		if !r.tokens[i+1].role.Has(lexis.Auxiliary|lexis.Modal) || i == 0 || !r.tokens[i-1].has(articleTrait) ||
			!t.content() || t.is(numeral|wide) || r.novelAt(i) || !heads(r.tokens, i) {
			continue
		}
		for k := 0; k+2 < len(w.tokens); k++ {
			s := &w.tokens[k]
			if k == 0 || !s.content() || s.is(numeral) || !w.tokens[k-1].has(articleTrait) || s.stem == t.stem || s.root == t.root || !sameStem(r.tokens, i+1, w.tokens, k+1) || !sameStem(r.tokens, i+2, w.tokens, k+2) || !heads(w.tokens, k) {
				continue
			}
			if !r.mentions(s.stem) && !sameMeaning(r.word(i), w.word(k)) && !w.saysOf(t.stem, r.tokens[i+1].stem, r.tokens[i+2].stem) {
				return CodeEntity, fmt.Sprintf("the claim says of %q what the quoted words say of %q", r.word(i), w.word(k))
			}
		}
	}
	return "", ""
}

// heads reports whether token i is the subject that opens a clause: nothing but
// little words and one that describes it in front of it.
func heads(tokens []token, i int) bool {
	const reach = 3
	content := 0
	for k := i; ; k-- {
		if k < i && tokens[k].content() {
			content++
		}
		if content > 1 || i-k > reach {
			return false
		}
		if k == 0 || tokens[k].is(parted|opener) || tokens[k].has(jointTrait) {
			return true
		}
	}
}

// saysOf reports whether three stems follow each other in the window.
func (w *window) saysOf(a, b, c uint32) bool {
	for k := 0; k+2 < len(w.tokens); k++ {
		if w.tokens[k].stem == a && w.tokens[k+1].stem == b && w.tokens[k+2].stem == c {
			return true
		}
	}
	return false
}

// transplanted finds a word of one quoted sentence in the very place that
// another word has in another: "business class for flights under six hours", quoted:
// "economy class for flights under six hours".
func (r *reading) transplanted(w *window) (code, detail string) {
	if w.closeness < 0.8 {
		return "", ""
	}
	for i := 1; i+1 < len(r.tokens); i++ {
		t := &r.tokens[i]
		if !t.content() || t.is(numeral|wide) {
			continue
		}
		k := w.between(r.tokens[i-1].stem, r.tokens[i+1].stem, t.stem)
		if k < 0 || w.place(r.tokens, i) != k || !w.holds(t.stem) || w.inSentence(k, t.stem) || !w.tokens[k].content() || w.tokens[k].is(numeral) || w.tokens[k].root == t.root || r.mentions(w.tokens[k].stem) {
			continue
		}
		if mine, theirs := r.word(i), w.word(k); !lexis.IsUnit(theirs) && !sameMeaning(mine, theirs) && !r.sameForm(mine, theirs) {
			return CodeEntity, fmt.Sprintf("the claim says %q where the quoted words say %q", mine, theirs)
		}
	}
	return "", ""
}

// between returns the place of the first word between two stems that is not a
// third; -1 for none, or where the third stands there, too.
func (w *window) between(left, right, not uint32) int {
	at := -1
	for k := 1; k+1 < len(w.tokens); k++ {
		if w.tokens[k-1].stem != left || w.tokens[k+1].stem != right {
			continue
		}
		if w.tokens[k].stem == not {
			return -1
		}
		if at < 0 {
			at = k
		}
	}
	return at
}

// inSentence reports whether a stem stands in the same sentence as token k.
func (w *window) inSentence(k int, stem uint32) bool {
	for i := range w.tokens {
		if w.tokens[i].sent == w.tokens[k].sent && w.tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// deniedOfIt finds a word that the quoted words deny of the claim's own subject,
// whatever they say of others: "opened items can be returned", quoted: "unopened
// items can be returned; opened items cannot be returned".
func (r *reading) deniedOfIt(w *window) (code, detail string) {
	if !w.negated || w.closeness < 0.6 || anyNegated(r.tokens) || r.negates() || r.turnsOtherwise(w) || r.sameLimitAs(w) {
		return "", ""
	}
	for k := range w.tokens {
		if !w.tokens[k].is(negatedWord) {
			continue
		}
		from, to := w.clauseAt(k)
		at := -1
		for i := range r.tokens {
			if r.tokens[i].stem == w.tokens[k].stem {
				at = i
			}
		}
		if elliptic(w.tokens[from:to]) { // it denies what the clause before says
			at = r.lastOutside(w.tokens[:from])
		}
		if at >= 0 && strings.HasPrefix(r.text[r.tokens[at].end:], "-") { // "tax-free"
			at = -1
		}
		for i := r.verbBefore(at) - 1; i >= 0 && !r.tokens[i+1].is(parted|opener); i-- {
			t := &r.tokens[i]
			if !t.content() || t.has(bareTrait) {
				continue
			}
			if !t.is(numeral) && hasStem(w.tokens[from:to], t.stem) && !holdsOutside(w.tokens, from, to, t.stem) {
				return CodeNegation, fmt.Sprintf("the quoted words negate %q of %q", r.word(at), r.word(i))
			}
		}
	}
	return "", ""
}

// verbBefore returns the place of the first "is" or "can" in the clause in front
// of token at, behind what the clause speaks of; 0 for none.
func (r *reading) verbBefore(at int) (verb int) {
	for i := at - 1; i > 0; i-- {
		if r.tokens[i].role.Has(lexis.Auxiliary | lexis.Modal) {
			verb = i
		}
		if r.tokens[i].is(parted | opener) {
			break
		}
	}
	return verb
}

// lastOutside returns the claim's last content word if it stands among some
// tokens, -1 otherwise.
func (r *reading) lastOutside(tokens []token) int {
	for i := len(r.tokens) - 1; i >= 0; i-- {
		if t := &r.tokens[i]; t.content() {
			if hasStem(tokens, t.stem) {
				return i
			}
			return -1
		}
	}
	return -1
}

// clauseAt returns the clause that token k stands in.
func (w *window) clauseAt(k int) (from, to int) {
	from, to = k, k+1
	for from > 0 && !w.tokens[from].is(parted|opener) {
		from--
	}
	for to < len(w.tokens) && !w.tokens[to].is(parted|opener) {
		to++
	}
	return from, to
}
