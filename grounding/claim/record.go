package claim

import "fmt"

// otherRecord finds a figure of one row said of another: "the Swift 2 has a range of 75
// km", quoted: "Swift 2, 40 km. Swift 4, 75 km". A row is a sentence or a line with a
// word that a number tells from others of its kind.
func (r *reading) otherRecord(*window) (code, detail string) {
	mine, w := r.whole(), &r.room.all // the row of the label may not be the one that was focused on
	if mine.flags&w.flags&numeral == 0 || w.closeness < 0.6 {
		return "", ""
	}
	for i := 1; i < len(r.tokens); i++ {
		if !mine.labelled(i) || r.dated(i) || mine.labels(i) > 1 {
			continue
		}
		for j := range r.tokens {
			if !r.tokens[j].is(numeral) || j == i || r.dated(j) {
				continue
			}
			measure := mine.measureAt(j)
			if measure == "" {
				continue
			}
			if k := w.otherRow(mine, i, j, measure); k >= 0 {
				return CodeNumber, fmt.Sprintf("the quoted words have %s of another than %s %s, of which they have %s", r.word(j), r.word(i-1), r.word(i), w.word(k))
			}
		}
	}
	return "", ""
}

// labelled reports whether token i is a number that tells the word before it from others
// of its kind: "Swift 2".
func (w *window) labelled(i int) bool {
	t, name := &w.tokens[i], &w.tokens[i-1]
	return t.is(numeral) && !t.is(parted|opener|stopWord) && name.is(capital) && name.content() && !name.is(numeral) && w.measureAt(i) == ""
}

// labels counts the labels of the window behind the word of the one at token i: a claim
// that compares two rows has the figures of both.
func (w *window) labels(i int) (n int) {
	for k := 1; k < len(w.tokens); k++ {
		if w.tokens[k-1].stem == w.tokens[i-1].stem && w.labelled(k) {
			n++
		}
	}
	return n
}

// otherRow returns the figure that the row with the claim's label has where the claim has
// its jth word, which only another row has; -1 for none.
func (w *window) otherRow(mine *window, label, j int, measure string) int {
	own, elsewhere := -1, false
	for from, to := 0, 0; from < len(w.tokens); from = to {
		for to = from + 1; to < len(w.tokens) && w.tokens[to].sent == w.tokens[from].sent; {
			to++
		}
		named, other, figure, has := false, false, -1, false
		for k := from; k < to; k++ {
			if k > from && w.labelled(k) && w.tokens[k-1].stem == mine.tokens[label-1].stem {
				same := w.tokens[k].stem == mine.tokens[label].stem && w.behindLabel(k) == mine.behindLabel(label)
				named, other = named || same, other || !same
				continue
			}
			if !w.tokens[k].is(numeral) {
				continue
			}
			if w.tokens[k].stem == mine.tokens[j].stem {
				has = true
			} else if w.measureAt(k) == measure {
				figure = k
			}
		}
		switch {
		case named && has:
			return -1
		case named && figure >= 0:
			own = figure
		case other && has:
			elsewhere = true
		}
	}
	if !elsewhere {
		return -1
	}
	return own
}

// behindLabel returns the stem of a name that goes on behind the number at token i: the "Pro"
// of "Swift 4 Pro"; 0 for none.
func (w *window) behindLabel(i int) uint32 {
	if i+1 < len(w.tokens) && w.tokens[i+1].is(capital) && !w.tokens[i+1].is(parted|opener) {
		return w.tokens[i+1].stem
	}
	return 0
}
