package claim

import "fmt"

// earlier and later words set one thing in time against another.
var (
	earlier = set("before vor bevor avant antes prima voor voordat przed до прежде قبل")
	later   = set("after nach nachdem après después dopo depois após na nadat po после بعد")
)

// outOfOrder finds two things in each other's place around "before" or "after":
// "open the cover before disconnecting the supply" for "disconnect the supply before
// opening the cover"; and one of the two words for the other between the same things.
func (r *reading) outOfOrder(w *window) (code, detail string) {
	const order = earlierTrait | laterTrait
	mine := r.whole()
	if mine.traits&order == 0 || w.traits&order == 0 || r.negates() || anyNegated(r.tokens) || w.negated {
		return "", ""
	}
	at, there := mine.sequence(), w.sequence()
	if at < 0 || there < 0 {
		return "", ""
	}
	if r.tokens[at].has(earlierTrait) != w.tokens[there].has(earlierTrait) { // "a after b" is "b before a"
		if r.kinship(w) >= 0.4 && mine.sameSides(at, w, there) {
			return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words %q", r.word(at), w.word(there))
		}
		return "", ""
	}
	if w.closeness >= 0.7 && mine.crossedSides(at, w, there) {
		return CodeEntity, fmt.Sprintf("what stands on the sides of %q has changed places", r.word(at))
	}
	return "", ""
}

// sequence returns the place of the word for "before" or "after" in the window, -1
// for none or more than one.
func (w *window) sequence() int {
	at := -1
	for i := range w.tokens {
		if w.tokens[i].has(earlierTrait | laterTrait) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}
