package claim

import (
	"fmt"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// otherOwner finds a number that stands, in the quoted sentences, with other
// words than in the claim, while another number there stands with the claim's:
// figures of two groups, years or parties swapped.
func (r *reading) otherOwner(w *window) (code, detail string) {
	var room [2][2 * reach]uint32
	mine := r.whole()
	if mine.flags&w.flags&numeral == 0 {
		return "", ""
	}
	for i := range r.tokens {
		if !r.tokens[i].is(numeral) || r.tokens[i].is(stopWord) || r.dated(i) { // a list's ordinal is set aside
			continue
		}
		near := neighbours(room[0][:0], r.tokens, i)
		number, measure := r.word(i), mine.measureAt(i)
		own, other, rival := -1, -1, ""
		for k := range w.tokens {
			if !w.tokens[k].is(numeral) {
				continue
			}
			if r.inRange(w, i, k) || r.bothLabels(w, i, k) {
				continue
			}
			score, same := common(near, neighbours(room[1][:0], w.tokens, k)), w.word(k) == number
			if !same && score <= other || measure != "" && apart(measure, w.measureAt(k)) {
				continue
			}
			if same {
				if k > 0 && i > 0 && w.word(k-1) == r.word(i-1) && changeEnds[r.word(i-1)] {
					score += 2 // "from 655": the word in front says which of two it is
				}
				own = max(own, score)
			} else {
				other, rival = score, w.word(k)
			}
		}
		if own >= 0 && other >= own+2 && !r.straight(w, i, rival) {
			return CodeNumber, fmt.Sprintf("in the quoted words %s stands where the claim has %s", rival, number)
		}
	}
	return "", ""
}

// straight reports whether the claim has the other number, too, and the two are with
// their own words at least as much as each is with the other's.
func (r *reading) straight(w *window, i int, rival string) bool {
	j := -1
	for k := range r.tokens {
		if !r.scripted() && r.tokens[k].is(numeral) && r.word(k) == rival {
			j = k
		}
	}
	if j < 0 {
		return false
	}
	own, crossed := r.likeness(w, i, r.word(i))+r.likeness(w, j, rival), r.likeness(w, i, rival)+r.likeness(w, j, r.word(i))
	return own >= crossed
}

// likeness is how many words near the claim's ith word stand near a number of the window,
// at the place where most do.
func (r *reading) likeness(w *window, i int, number string) (most int) {
	var room [2][2 * reach]uint32
	near := neighbours(room[0][:0], r.tokens, i)
	for k := range w.tokens {
		if w.tokens[k].is(numeral) && w.word(k) == number {
			n := common(near, neighbours(room[1][:0], w.tokens, k))
			if k > 0 && i > 0 && w.word(k-1) == r.word(i-1) && changeEnds[r.word(i-1)] {
				n += 2
			}
			most = max(most, n)
		}
	}
	return most
}

// bothLabels reports whether the claim's ith word and the window's kth, which is another,
// number the same word, and the claim has both: "version 5" and "version 7".
func (r *reading) bothLabels(w *window, i, k int) bool {
	return k > 0 && sameStem(r.tokens, i-1, w.tokens, k-1) && w.tokens[k-1].content() && !w.tokens[k-1].is(numeral) && w.tokens[k].stem != r.tokens[i].stem && r.labels(w.tokens[k-1].stem, w.word(k))
}

// inRange reports whether the window's number at k is the other end of a range which
// the claim has as well: "ports 2 to 4", "5–7 days" for "5 to 7 days".
func (r *reading) inRange(w *window, i, k int) bool {
	mine := r.whole()
	for _, step := range [...]int{-1, 1} {
		j, there := mine.rangeEnd(i, step), w.rangeEnd(k, -step)
		if j >= 0 && there >= 0 && mine.tokens[j].stem == w.tokens[k].stem && w.tokens[there].stem == mine.tokens[i].stem {
			return true
		}
	}
	return false
}

// rangeEnd is the number before (step -1) or behind (1) the one at i, with nothing or
// a word of a range between the two; -1 for none.
func (w *window) rangeEnd(i, step int) int {
	i += step
	if i >= 0 && i < len(w.tokens) && rangeWords[w.tokens[i].stem] {
		i += step
	}
	if i < 0 || i >= len(w.tokens) || !w.tokens[i].is(numeral) {
		return -1
	}
	return i
}

// rangeWords stand between the ends of a range.
var rangeWords = stemSet("to and or through until bis und oder à et ou a y o e tot en до и или")

// changeEnds are words that tell which of two figures of a change one is.
var changeEnds = set(`from to until by von auf bis de à a da hasta jusqu para naar van`)

// dated reports whether a number is a part of a date: a day or year beside a
// month, or what looks like a year.
func (r *reading) dated(i int) bool {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(r.tokens) && r.tokens[k].role.Has(lexis.Month) {
			return true
		}
	}
	word := r.word(i)
	return len(word) == 4 && (strings.HasPrefix(word, "19") || strings.HasPrefix(word, "20"))
}

// otherLabel finds "type 1" where the quoted sentence has "type 2": a number
// that names what stands in front of it.
func (r *reading) otherLabel(w *window) (code, detail string) {
	mine := r.whole()
	if mine.flags&w.flags&numeral == 0 {
		return "", ""
	}
	for i := 1; i < len(r.tokens); i++ {
		name := &r.tokens[i-1]
		if !r.tokens[i].is(numeral) || r.tokens[i].is(stopWord) || !name.content() || name.is(numeral) || name.role.Has(lexis.Comparative) || r.dated(i) {
			continue
		}
		other := ""
		for k := 1; k < len(w.tokens); k++ {
			if !w.tokens[k].is(numeral) || w.tokens[k-1].stem != name.stem || apart(mine.measureAt(i), w.measureAt(k)) {
				continue
			}
			if w.word(k) == r.word(i) || w.fractioned(k) || w.scaled(k) && !mine.scaled(i) && len(r.wrongNumbers) == 0 {
				other = ""
				break
			}
			other = w.word(k)
		}
		if other != "" && !r.labels(name.stem, other) {
			return CodeNumber, fmt.Sprintf("the claim says %s %s, the quoted words %s", r.word(i-1), r.word(i), other)
		}
	}
	return "", ""
}

// labels reports whether the claim has a number behind a stem, too: it speaks of
// both that the quoted words have.
func (r *reading) labels(stem uint32, number string) bool {
	for i := 1; i < len(r.tokens); i++ {
		if r.tokens[i].is(numeral) && r.tokens[i-1].stem == stem && r.word(i) == number {
			return true
		}
	}
	return false
}

// scaled reports whether a Han scale is glued to the number at token k: 6万.
func (w *window) scaled(k int) bool {
	text := w.textOf(k)[w.tokens[k].end:]
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("十百千万亿兆億萬", r) && text != ""
}

// fractioned reports whether a fraction's sign is glued to the number at token k.
func (w *window) fractioned(k int) bool {
	text := w.textOf(k)[w.tokens[k].end:]
	return strings.HasPrefix(text, "½") || strings.HasPrefix(text, "¼") || strings.HasPrefix(text, "¾")
}

// neighbours are the content words near a token, up to four on either side and
// not beyond another number. They are appended to out.
func neighbours(out []uint32, tokens []token, at int) []uint32 {
	for _, step := range [...]int{-1, 1} {
		for n, k := 0, at+step; k >= 0 && k < len(tokens) && n < reach; k += step {
			if tokens[k].is(numeral) || tokens[k].sent != tokens[at].sent {
				break
			}
			if tokens[k].content() {
				out = append(out, tokens[k].stem)
				n++
			}
		}
	}
	return out
}

// reach is how many words on either side of a number tell what it is of.
const reach = 4

func common(a, b []uint32) int {
	n := 0
	for _, x := range a {
		for _, y := range b {
			if x == y {
				n++
				break
			}
		}
	}
	return n
}
