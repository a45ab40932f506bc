package claim

import "fmt"

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
