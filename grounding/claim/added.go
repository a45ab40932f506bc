package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// reasonWords open a reason or a condition.
var reasonWords = set("because due owing unless provided thanks weil wegen aufgrund car raison porque debido perché poiché omdat wegens")

// added finds what no source says at the end of a claim that the quoted words
// carry so far: a reason, a purpose, another case.
func (r *reading) added(w *window) (code, detail string) {
	const fewest = 3 // content words that the quoted words have before it
	if r.aboutUser() {
		return "", ""
	}
	held, novel, first := 0, 0, -1
	for i := range r.tokens {
		t := &r.tokens[i]
		switch {
		case !t.content():
		case r.novelAt(i):
			if novel++; first < 0 {
				first = i
			}
		case first >= 0:
			return "", ""
		default:
			held++
		}
	}
	if first < 0 || held < fewest {
		return "", ""
	}
	if r.reasonBefore(w, first) || r.secondNoun(w, first) || novel > 1 && first > 0 && r.tokens[first-1].stem == infinitive {
		return CodeUnsupported, fmt.Sprintf("no source says %q", r.text[r.tokens[first].start:r.tokens[len(r.tokens)-1].end])
	}
	return "", ""
}

// novelAt reports whether no source has the claim's ith word or a relative.
func (r *reading) novelAt(i int) bool {
	t := &r.tokens[i]
	bit := r.bit(i)
	return bit != 0 && (r.found|r.meta|r.family|r.echo)&bit == 0 && !t.is(numeral|wide) && !t.counts(r.lang) && !lexis.IsUnit(r.word(i))
}

// reasonBefore reports whether a reason or a condition opens shortly before token i.
func (r *reading) reasonBefore(w *window, i int) bool {
	const reach = 4
	for k := i - 1; k >= 0 && k >= i-reach; k-- {
		if r.tokens[k].has(reasonTrait) && !w.has(r, k) { // the quote's own is told in other words
			return true
		}
	}
	return false
}

// secondNoun reports whether token i is a noun that "and" adds to one of the
// quoted words: "a laptop and a phone".
func (r *reading) secondNoun(w *window, i int) bool {
	return i > 2 && r.tokens[i-1].has(articleTrait) && ands[r.word(i-2)] && w.holds(r.tokens[i-3].stem)
}
