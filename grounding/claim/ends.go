package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// changes tell, in front of a number, by how much something changed and to what.
var changes = classes(`
by um met на | to auf tot naar до
`)

// otherEnd finds "fell by 340" where the quoted sentence has "fell to 340".
func (r *reading) otherEnd(w *window) (code, detail string) {
	if w.flags&numeral == 0 {
		return "", ""
	}
	for i := 1; i < len(r.tokens); i++ {
		if !r.tokens[i].is(numeral) {
			continue
		}
		for _, mine := range changes[r.word(i-1)] {
			if other := w.otherChange(r.tokens[i].stem, mine); other != "" {
				return CodeNumber, fmt.Sprintf("the claim says %s %s, the quoted words %s", r.word(i-1), r.word(i), other)
			}
		}
	}
	return "", ""
}

// otherChange returns the other word of change in front of a number, "" where
// the number has the same one somewhere, or none.
func (w *window) otherChange(stem uint32, mine membership) (other string) {
	for k := 1; k < len(w.tokens); k++ {
		if w.tokens[k].stem != stem {
			continue
		}
		for _, m := range changes[w.word(k-1)] {
			if m == mine {
				return ""
			}
			other = w.word(k - 1)
		}
	}
	return other
}

// ands and ors join what is asked for in a condition; requiring begins one.
var (
	ands      = set("and und et y e en и و")
	ors       = set("or oder ou o u of или أو")
	requiring = set("if when unless must shall wenn falls muss müssen si doit doivent debe deben se deve devono devem als indien moet moeten если должен إذا يجب")
)

// otherJoin finds, in a condition or a duty, "and" where the quoted words have
// "or" between the same two words, or the other way round. Elsewhere the two are
// often one: "books and magazines are sold", "you can buy books or magazines".
func (r *reading) otherJoin(w *window) (code, detail string) {
	mine := r.whole()
	if w.closeness < 0.6 || mine.firstIn(requiring) == "" || w.firstIn(requiring) == "" || strings.Contains(w.text, "and/or") {
		return "", ""
	}
	for i := 1; i+1 < len(r.tokens); i++ {
		word := r.word(i)
		if word == "of" && r.lang != lexis.Dutch {
			continue
		}
		for _, pair := range [...][2]map[string]bool{{ands, ors}, {ors, ands}} {
			if !pair[0][word] {
				continue
			}
			for k := 1; k+1 < len(w.tokens); k++ {
				if pair[1][w.word(k)] && (w.word(k) != "of" || r.lang == lexis.Dutch) && sameNeighbours(r.tokens, i, w.tokens, k) {
					return CodeNegation, fmt.Sprintf("the claim says %q where the quoted words say %q", word, w.word(k))
				}
			}
		}
	}
	return "", ""
}

// sameNeighbours reports whether the nearest content words on both sides of two tokens
// are the same.
func sameNeighbours(a []token, i int, b []token, k int) bool {
	for _, step := range []int{-1, 1} {
		x, y := contentFrom(a, i, step), contentFrom(b, k, step)
		if x < 0 || y < 0 || a[x].stem != b[y].stem {
			return false
		}
	}
	return true
}

// contentFrom returns the nearest content word from token i on in a direction,
// up to three tokens off, or -1.
func contentFrom(tokens []token, i, step int) int {
	for n, k := 0, i+step; n < 3 && k >= 0 && k < len(tokens); n, k = n+1, k+step {
		if tokens[k].content() {
			return k
		}
	}
	return -1
}
