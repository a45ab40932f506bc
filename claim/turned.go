package claim

import (
	"fmt"
	"slices"

	"vouchsafe/lexis"
)

// kin reports whether two words are forms of one, be it by way of another part of
// speech: "associated", "association".
func kin(t, u *token) bool { return t.stem == u.stem || t.root != 0 && t.root == u.root }

// kinship is the share of the claim's different content words of which the window has
// a kin.
func (r *reading) kinship(w *window) float64 {
	held := 0
	for _, i := range r.unique[:r.n] {
		if w.kinOf(&r.tokens[i]) >= 0 {
			held++
		}
	}
	return float64(held) / float64(max(1, r.n))
}

// kinOf returns the place of the window's first kin of a word, -1 for none.
func (w *window) kinOf(t *token) int {
	return slices.IndexFunc(w.tokens, func(u token) bool { return kin(t, &u) })
}

// deniedKin finds a word that the quoted sentences only deny and whose kin the claim
// states: "no association was found", "is associated with".
func (r *reading) deniedKin(w *window) (code, detail string) {
	if r.kinship(w) < 0.6 {
		return "", ""
	}
	for _, i := range r.unique[:r.n] {
		t := &r.tokens[i]
		if w.holds(t.stem) || r.repeats(t.stem) {
			continue
		}
		denied := -1
		for k := range w.tokens {
			if u := &w.tokens[k]; kin(t, u) {
				if !u.is(negatedWord) || u.role.Has(lexis.Comparative) { // "no earlier than"
					denied = -1
					break
				}
				denied = k
			}
		}
		if denied >= 0 {
			return CodeNegation, fmt.Sprintf("the quoted words negate %q, the claim states %q", w.word(denied), r.word(int(i)))
		}
	}
	return "", ""
}

// liftedDuty finds a duty in the claim where the quoted words say of all duties in
// them that there are none: "is obliged to" for "is not obliged to, but may".
func (r *reading) liftedDuty(w *window) (code, detail string) {
	mine := r.whole()
	if mine.traits&w.traits&strongTrait == 0 || !w.negated || mine.manner&(deniesManner|limitManner|exceptManner) != 0 || anyNegated(r.tokens) || r.kinship(w) < 0.5 {
		return "", ""
	}
	for k := range w.tokens {
		if w.tokens[k].has(strongTrait) && !w.tokens[k].is(negatedWord) {
			return "", ""
		}
	}
	return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words deny it", mine.firstWith(strongTrait))
}

// Words behind "whichever" choose the one that is more of something, or less.
var (
	chooseMore = set("later last latter latest greater greatest higher highest larger largest longer longest more most")
	chooseLess = set("earlier first former earliest sooner soonest lower lowest smaller smallest shorter shortest less least fewer")
)

// otherChoice finds "whichever is later" for "whichever comes first".
func (r *reading) otherChoice(w *window) (code, detail string) {
	mine, more := r.whole().choice()
	theirs, theirsMore := w.choice()
	if mine == "" || theirs == "" || more == theirsMore {
		return "", ""
	}
	return CodeNegation, fmt.Sprintf("the claim says whichever is %q, the quoted words %q", mine, theirs)
}

var whichever = hash(stem([]byte("whichever")))

// choice returns the word by which a "whichever" of the window chooses, and whether
// it chooses the more.
func (w *window) choice() (word string, more bool) {
	const reach = 4
	for i := range w.tokens {
		if w.tokens[i].stem != whichever {
			continue
		}
		for k := i + 1; k < min(i+1+reach, len(w.tokens)); k++ {
			if word := w.word(k); chooseMore[word] || chooseLess[word] {
				return word, chooseMore[word]
			}
		}
	}
	return "", false
}

// otherGroup finds two figures that stand in front of each other's group: "9 % on the
// drug and 12 % on placebo" for "12 % on the drug and 9 % on placebo".
func (r *reading) otherGroup(w *window) (code, detail string) {
	mine := r.whole()
	if mine.flags&w.flags&numeral == 0 {
		return "", ""
	}
	first, second, ok := w.twoFigures()
	if !ok {
		return "", ""
	}
	a, b := mine.onlyPlace(w.tokens[first].stem), mine.onlyPlace(w.tokens[second].stem)
	if a < 0 || b < 0 || mine.measureAt(a) == "" || mine.measureAt(a) != mine.measureAt(b) {
		return "", ""
	}
	ofFirst, ofSecond := w.shared(first+1, second, mine), w.shared(second+1, len(w.tokens), mine)
	mineOfFirst, mineOfSecond := mine.shared(a+1, mine.until(a, b), w), mine.shared(b+1, mine.until(b, a), w)
	if onlyOn(mineOfFirst, ofSecond, ofFirst) && onlyOn(mineOfSecond, ofFirst, ofSecond) {
		return CodeNumber, fmt.Sprintf("%s and %s have each other's place", r.word(a), r.word(b))
	}
	return "", ""
}

// twoFigures returns the places of the only two figures of the window, which are of
// one measure.
func (w *window) twoFigures() (first, second int, ok bool) {
	first, second = -1, -1
	for k := range w.tokens {
		switch {
		case !w.tokens[k].is(numeral):
		case first < 0:
			first = k
		case second < 0:
			second = k
		default:
			return 0, 0, false
		}
	}
	return first, second, second >= 0 && w.measureAt(first) != "" && w.measureAt(first) == w.measureAt(second) && w.tokens[first].stem != w.tokens[second].stem
}

// onlyPlace returns where a stem stands in the window, -1 unless it does so once.
func (w *window) onlyPlace(stem uint32) int {
	at := -1
	for i := range w.tokens {
		if w.tokens[i].stem == stem {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// until returns where what belongs to the figure at a place ends: at the other one, or
// with the window.
func (w *window) until(at, other int) int {
	if other > at {
		return other
	}
	return len(w.tokens)
}

// shared returns the stems of the content words of [from,to) that both windows have
// once, figures apart.
func (w *window) shared(from, to int, other *window) (out []uint32) {
	for i := from; i < to; i++ {
		if t := &w.tokens[i]; t.content() && !t.is(numeral) && w.onlyPlace(t.stem) >= 0 && other.onlyPlace(t.stem) >= 0 {
			out = append(out, t.stem)
		}
	}
	return out
}
