package claim

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// thans stand between what is compared and what it is compared with.
var thans = set("than als que dan чем")

// backwards finds a comparison whose two sides have changed places though the
// word that compares them is the same: "lower in A than in B" for "lower in B
// than in A".
func (r *reading) backwards(w *window) (code, detail string) {
	mine := r.whole()
	if mine.traits&w.traits&thanTrait == 0 {
		return "", ""
	}
	at, there := mine.compares(), w.compares()
	if at < 0 || there < 0 || w.closeness < 0.7 || !r.sameDegree(w) {
		return "", ""
	}
	if mine.crossedSides(at, w, there) {
		return CodeEntity, fmt.Sprintf("the sides of %q have changed places", r.word(at))
	}
	return "", ""
}

// sideWords is how many content words behind a word tell that side of it; in front of
// it there may be twice as many.
const sideWords = 4

// sameSides reports whether what stands on the two sides of the word at a place of the
// window stands on the same sides of a place in theirs.
func (w *window) sameSides(at int, theirs *window, there int) bool {
	left, right := w.side(at, -1, 2*sideWords), w.side(at, 1, sideWords)
	theirLeft, theirRight := theirs.side(there, -1, 2*sideWords), theirs.side(there, 1, sideWords)
	return onlyOn(right, theirRight, theirLeft) && onlyOn(theirRight, right, left)
}

// crossedSides reports whether what stands on the two sides of the word at a place
// of the window stands on the other sides of a place in theirs.
func (w *window) crossedSides(at int, theirs *window, there int) bool {
	left, right := w.side(at, -1, 2*sideWords), w.side(at, 1, sideWords)
	theirLeft, theirRight := theirs.side(there, -1, 2*sideWords), theirs.side(there, 1, sideWords)
	return onlyOn(right, theirLeft, theirRight) && onlyOn(theirRight, left, right)
}

// compares returns the place of the word for "than" behind a comparative, or
// -1 if there is none or more than one.
func (w *window) compares() int {
	at, degree := -1, false
	for i := range w.tokens {
		degree = degree || w.tokens[i].role.Has(lexis.Comparative)
		if !degree || !w.tokens[i].has(thanTrait) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// sameDegree reports whether every comparative of the claim is in the window.
func (r *reading) sameDegree(w *window) bool {
	for i := range r.tokens {
		if r.tokens[i].role.Has(lexis.Comparative) && !r.tokens[i].is(stopWord) && !w.holds(r.tokens[i].stem) {
			return false
		}
	}
	return true
}

// side returns the stems of up to n content words on one side of a token,
// within its clause on the right.
func (w *window) side(at, step, n int) (out []uint32) {
	for i := at + step; i >= 0 && i < len(w.tokens) && len(out) < n; i += step {
		if step > 0 && w.tokens[i].is(parted|opener) || step < 0 && w.tokens[i+1].is(opener) {
			break
		}
		if w.tokens[i].content() && !w.tokens[i].is(numeral) {
			out = append(out, w.tokens[i].stem)
		}
	}
	return out
}

// onlyOn reports whether some stem of a side is in one group and not in the
// other, and none the other way round.
func onlyOn(side, here, notHere []uint32) bool {
	found := false
	for _, stem := range side {
		in, out := slices.Contains(here, stem), slices.Contains(notHere, stem)
		if out && !in {
			return false
		}
		found = found || in && !out
	}
	return found
}

// rearranged finds a clause of Chinese that has the very characters of a quoted
// clause in another order: two parties have changed places. Particles that may
// go are left aside.
func (r *reading) rearranged(ev Evidence) (code, detail string) {
	if r.lang != lexis.Chinese {
		return "", ""
	}
	for _, a := range r.areas {
		for theirs := range plainClauses(ev.Sources[a.source].text[a.start:a.end]) {
			for mine := range plainClauses(r.text) {
				if utf8.RuneCountInString(mine) >= 6 && exchangedIn(mine, theirs) {
					return CodeEntity, "the clause has the quoted words in another order"
				}
			}
		}
	}
	return "", ""
}

// exchangedIn reports whether two parts of one clause have each other's place in
// the other. A part that only went to the front, as a topic does, is no exchange.
func exchangedIn(a, b string) bool {
	if len(a) != len(b) || a == b || sorted(a) != sorted(b) {
		return false
	}
	x, y := []rune(a), []rune(b)
	for x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return !strings.Contains(string(y)+string(y), string(x))
}

// plainClauses yields the clauses of a text without spaces and particles.
func plainClauses(text string) func(yield func(string) bool) {
	plain := strings.NewReplacer(" ", "", "了", "", "的", "", "于", "")
	return func(yield func(string) bool) {
		for clause := range strings.FieldsFuncSeq(text, partsChinese) {
			if !yield(plain.Replace(clause)) {
				return
			}
		}
	}
}

// partsChinese reports whether r parts clauses of Chinese; a point may be a
// number's.
func partsChinese(r rune) bool { return strings.ContainsRune("，。；！？：,;!?:\n", r) }

// sorted is a text with its characters in order.
func sorted(text string) string {
	runes := []rune(text)
	slices.Sort(runes)
	return string(runes)
}

// facing finds the two sides of a comparison in each other's place: "compared with
// ritovecept, placebo lowered …" for "compared with placebo, ritovecept lowered …".
func (r *reading) facing(w *window) (code, detail string) {
	mine := r.whole()
	if w.closeness < 0.7 || mine.traits&w.traits&(comparingTrait|versusTrait) == 0 {
		return "", ""
	}
	at, there := mine.faces(), w.faces()
	if at < 0 || there < 0 {
		return "", ""
	}
	const reach = 2 // content words of a side that tell it
	object, theirs := mine.side(at, 1, reach), w.side(there, 1, reach)
	if len(object) == 0 || len(theirs) == 0 || object[0] == theirs[0] {
		return "", ""
	}
	if slices.Contains(theirs, object[0]) || slices.Contains(object, theirs[0]) || !w.inSentence(there, object[0]) || !r.mentions(theirs[0]) {
		return "", ""
	}
	return CodeEntity, fmt.Sprintf("the sides of %q have changed places", r.word(at))
}

// faces returns the place of the word that sets one side against another without
// saying which is more, -1 for none or more than one: the "with" of "compared with".
func (w *window) faces() int {
	at := -1
	for i := range w.tokens {
		behind := i > 0 && w.tokens[i-1].has(comparingTrait) && w.tokens[i].is(stopWord)
		if !behind && !w.tokens[i].has(versusTrait) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

var (
	comparing = set("compared comparison verglichen vergleich comparé comparée rapport comparado comparada comparación confronto rispetto comparação vergeleken vergelijking")
	versus    = set("versus vs")
)
