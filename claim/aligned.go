package claim

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
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
		j, there := mine.otherEnd(i, step), w.otherEnd(k, -step)
		if j >= 0 && there >= 0 && mine.tokens[j].stem == w.tokens[k].stem && w.tokens[there].stem == mine.tokens[i].stem {
			return true
		}
	}
	return false
}

// otherEnd is the number before (step -1) or behind (1) the one at i, with nothing or
// a word of a range between the two; -1 for none.
func (w *window) otherEnd(i, step int) int {
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

// universal are words that widen a statement to everything or for ever.
var universal = set(`all always everyone everybody everything indefinitely fully completely entirely unconditionally exclusively exactly precisely automatically guaranteed
	alle alles sämtliche immer vollständig tous toutes toujours todos todas siempre tutti tutte sempre altijd`)

// distributive words say of each what the universal ones say of all.
var distributive = set(`each every any nightly daily weekly monthly yearly annually jede jeder jedes jeden jedem jährlich täglich chaque cada ogni
	elke iedere jaarlijks каждый каждая каждую каждое ежегодно ежедневно كل`)

// entire words say of one thing that it is all of it; boundless ones are what
// "any" takes every limit from.
var (
	entire    = set("full whole entire total")
	wholly    = set("exclusively exactly precisely")
	boundless = set("reason reasons time circumstances circumstance case cases purpose condition conditions severity amount kind degree degrees extent")
)

// others reports whether the word at token i is of the rest only: "everyone else".
func (r *reading) others(i int) bool {
	return i+1 < len(r.tokens) && (r.word(i+1) == "else" || r.word(i+1) == "other")
}

// ofOne reports whether the "all" at token i is of one thing: "all your money".
func (r *reading) ofOne(i int) bool {
	return i+1 < len(r.tokens) && (r.tokens[i+1].has(addressTrait) || r.tokens[i+1].has(beforeNounTrait))
}

// recurs reports whether the universal word at token i goes with a time: "tous
// les ans" is "chaque année".
func (r *reading) recurs(i int) bool {
	for k := i + 1; k < len(r.tokens) && k <= i+2; k++ {
		if lexis.IsUnit(r.word(k)) {
			return true
		}
	}
	return false
}

// widened finds a claim that says "all" or "always" where the quoted sentence
// that it repeats does not.
func (r *reading) widened(w *window) (code, detail string) {
	mine := r.whole()
	if w.closeness*float64(r.n) < 0.6*float64(r.n-1) || // the word itself may be one of them
		w.manner&widensManner != 0 || mine.manner&widensManner == 0 && mine.traits&boundlessTrait == 0 {
		return "", ""
	}
	for i := range r.tokens {
		if i+1 < len(r.tokens) && r.tokens[i+1].has(boundlessTrait) && r.word(i) == "any" && !w.holds(r.tokens[i+1].stem) {
			return CodeNegation, fmt.Sprintf("the claim says \"any %s\", the quoted words do not", r.word(i+1))
		}
		if r.tokens[i].manner()&widensManner == 0 {
			continue
		}
		if exact := r.word(i); wholly[exact] && w.manner&limitManner != 0 || r.others(i) || exact == "all" && r.ofOne(i) && w.firstIn(entire) != "" {
			continue
		}
		if !(r.recurs(i) && w.firstIn(distributive) != "") {
			return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words do not", r.word(i))
		}
	}
	return "", ""
}

// substituted finds a claim that repeats the quoted words but for one: a
// content word that no source has, in the very place of another. Whoever
// copies a sentence and changes one word has changed what it says, unless the
// two are known to mean the same.
func (r *reading) substituted(w *window) (code, detail string) {
	if w.closeness < 0.6 {
		return "", ""
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		if !t.content() || t.is(numeral|wide) || r.finds(i) || w.holds(t.stem) || r.knows(t.stem) || r.symbol(i) {
			continue
		}
		k := w.place(r.tokens, i)
		if k >= 0 && t.role.Has(lexis.Comparative) && w.word(k) == "least" {
			continue // "after one year" for "at least one year"
		}
		if k < 0 || !w.tokens[k].content() || w.tokens[k].is(numeral) || lexis.IsUnit(w.word(k)) || lexis.IsPercent(w.word(k)) || i == 0 && w.tokens[k].role.Has(lexis.Exception|lexis.Connective) || r.mentions(w.tokens[k].stem) {
			continue
		}
		if i+1 < len(r.tokens) && r.orders(i) && opensWith(w.sentence(k)) {
			continue
		}
		if mine, theirs := r.word(i), w.word(k); w.tokens[k].root != t.root && !sameMeaning(mine, theirs) && !r.sameForm(mine, theirs) {
			return CodeUnsupported, fmt.Sprintf("the claim says %q where the quoted words say %q", mine, theirs)
		}
	}
	return "", ""
}

// symbol reports whether token i is the symbol of a unit behind its number,
// which is compared with the number.
func (r *reading) symbol(i int) bool {
	return i > 0 && r.tokens[i-1].is(numeral) && lexis.IsUnitSymbol(r.word(i))
}

// orders reports whether token i is a word of everyday language that opens the
// claim as an order does: one tells in many words what is to be done with the
// same things, "place" and "put".
func (r *reading) orders(i int) bool {
	return opensWith(r.tokens, i) && r.tokens[i+1].is(stopWord|numeral) && !r.tokens[i+1].role.Has(lexis.Auxiliary|lexis.Modal) && loadLexicon().common(r.tokens[i].stem)
}

// sentence returns the window's tokens from the start of token k's sentence, and
// where k is among them.
func (w *window) sentence(k int) ([]token, int) {
	from := k
	for from > 0 && w.tokens[from-1].sent == w.tokens[k].sent {
		from--
	}
	return w.tokens[from:], k - from
}

// finds reports whether the claim's ith word is one of those that were found in
// the sources and their metadata.
func (r *reading) finds(i int) bool {
	j := r.of[i]
	return j >= 0 && (r.found|r.meta)&(1<<j) != 0
}

// knows reports whether some source or its metadata has a stem.
func (r *reading) knows(stem uint32) bool {
	for _, src := range r.sources {
		for p := src.first(stem); p >= 0; p = src.next[p] {
			if src.tokens[p].stem == stem {
				return true
			}
		}
	}
	for k := range r.n {
		if r.tokens[r.unique[k]].stem == stem && r.meta&(1<<k) != 0 {
			return true
		}
	}
	return false
}

func (r *reading) mentions(stem uint32) bool {
	for i := range r.tokens {
		if r.tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// place finds the token of the window that stands among the same words as
// token i of the claim: four of them, on both sides or at an end; -1 for none.
func (w *window) place(tokens []token, i int) int {
	for k := range w.tokens {
		left, right := 0, 0
		if i > 0 && (k == 0 || tokens[i-1].stem != w.tokens[k-1].stem) || i+1 < len(tokens) && (k+1 == len(w.tokens) || tokens[i+1].stem != w.tokens[k+1].stem) {
			continue
		}
		for left < 3 && i-left-1 >= 0 && k-left-1 >= 0 && tokens[i-left-1].stem == w.tokens[k-left-1].stem {
			left++
		}
		for right < 3 && i+right+1 < len(tokens) && k+right+1 < len(w.tokens) && tokens[i+right+1].stem == w.tokens[k+right+1].stem {
			right++
		}
		bounded := left > 0 && right > 0 || left > 0 && i+1 == len(tokens) || right > 0 && i == 0
		need := 4
		if i == 0 || i+1 == len(tokens) {
			need = 3 // all that there may be on one side
		}
		if bounded && left+right >= min(need, len(tokens)-2) {
			return k
		}
	}
	return -1
}

// exchanged finds two words that have changed places: each stands among the
// words that the other has in the quoted sentence. "The landlord gives the
// tenant notice" is not "the tenant gives the landlord notice".
func (r *reading) exchanged(w *window) (code, detail string) {
	if w.closeness < 0.8 {
		return "", ""
	}
	for i := range r.tokens {
		if !r.tokens[i].content() {
			continue
		}
		k := w.place(r.tokens, i)
		if k < 0 || !w.tokens[k].content() || w.tokens[k].stem == r.tokens[i].stem || sameMeaning(r.word(i), w.word(k)) {
			continue
		}
		for j := range r.tokens {
			if r.tokens[j].stem != w.tokens[k].stem {
				continue
			}
			if at := w.place(r.tokens, j); at >= 0 && w.tokens[at].stem == r.tokens[i].stem {
				return CodeEntity, fmt.Sprintf("%q and %q have changed places", r.word(i), r.word(j))
			}
		}
	}
	return "", ""
}

// rephrased finds two words or three that no source has where the quoted words have
// others, between the very same words on either side: "claims for wrongful
// termination lapse after", quoted: "claims for late payment lapse after".
func (r *reading) rephrased(w *window) (code, detail string) {
	const most = 3
	if w.closeness < 0.5 {
		return "", ""
	}
	for i := 1; i < len(r.tokens); i++ {
		novel := 0
		for i+novel < len(r.tokens) && novel <= most && r.novelAt(i+novel) && r.tokens[i+novel].content() {
			novel++
		}
		if novel < 2 || novel > most || r.tokens[i].is(parted|opener) || !r.tokens[i-1].has(beforeNounTrait) {
			continue
		}
		if k, n := w.gap(r.tokens, i, i+novel); n > 0 && !sameMeaning(r.word(i+novel-1), w.word(k+n-1)) {
			return CodeUnsupported, fmt.Sprintf("the claim says \"%s %s\" where the quoted words say \"%s %s\"", r.word(i), r.word(i+novel-1), w.word(k), w.word(k+n-1))
		}
		i += novel
	}
	return "", ""
}

// gap returns where the window has other words, one to three, between the two words
// in front of the claim's [i,j) and the two behind it; n is 0 for none.
func (w *window) gap(tokens []token, i, j int) (k, n int) {
	const most = 3
	if i < 2 || j+1 >= len(tokens) {
		return 0, 0
	}
	for k = 2; k < len(w.tokens); k++ {
		if w.tokens[k-1].stem != tokens[i-1].stem || w.tokens[k-2].stem != tokens[i-2].stem {
			continue
		}
		for n = 1; n <= most && k+n+1 < len(w.tokens); n++ {
			if w.tokens[k+n].stem == tokens[j].stem && w.tokens[k+n+1].stem == tokens[j+1].stem {
				return k, n
			}
		}
	}
	return 0, 0
}
