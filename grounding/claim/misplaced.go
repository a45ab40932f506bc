package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// A quote may say one thing of one and another of another: "the landlord pays for the
// roof; the tenant pays for minor repairs". Of a claim that gives the one what is the
// other's every word stands somewhere in it, and every pair of words, too. So the claim
// is laid against that part of the quote that it follows most closely, word by word.

// misplaced finds a word of another part of the quoted words in the place of the word
// that this part has there: "the tenant pays for the roof".
func (r *reading) misplaced(w *window) (code, detail string) {
	if r.n < 3 || w.closeness < 0.8 || r.scripted() {
		return "", ""
	}
	mine := r.whole()
	for from, to := 0, 0; from < len(r.tokens); from = to {
		to = mine.partEnd(from)
		if i, k := r.misplacedIn(w, from, to); k >= 0 {
			return CodeEntity, fmt.Sprintf("the claim says %q where the quoted words say %q", r.word(i), w.word(k))
		}
	}
	return "", ""
}

// misplacedIn finds it in one part of the claim: the word, and the one whose place it has.
func (r *reading) misplacedIn(w *window, from, to int) (i, k int) {
	const fewest, share = 4, 0.6
	if to-from < fewest || to-from > longestPart {
		return -1, -1
	}
	var best, second alignment
	for start, end := 0, 0; start < len(w.tokens); start = end {
		end = w.partEnd(start)
		if a := align(r.tokens[from:to], w.tokens[start:end], start); a.matched > best.matched {
			best, second = a, best
		} else if a.matched > second.matched {
			second = a
		}
	}
	if best.matched == second.matched || float64(best.matched) < share*float64(to-from) {
		return -1, -1
	}
	best.first, best.end = from, to
	if i, k := r.gapsCrossed(w, &best); k >= 0 {
		return i, k
	}
	for i := from; i < to; i++ {
		if k := r.outOfPlace(w, &best, i); k >= 0 {
			return i, k
		}
	}
	return -1, -1
}

// gap is what a part of the claim has between two words that it shares with a part of the
// window, and what that has there.
type gap struct {
	mine, theirs stretch
}

// gaps returns those in which both have words of content, appended to out.
func (r *reading) gaps(w *window, a *alignment, out []gap) []gap {
	g := gap{stretch{a.first, a.first}, stretch{a.from, a.from}}
	for i := a.first; i <= a.end; i++ {
		k := a.to
		if i < a.end {
			if k = a.at(i); k < 0 {
				continue
			}
		}
		g.mine.to, g.theirs.to = i, k
		if len(out) < cap(out) && anyContent(r.tokens[g.mine.from:g.mine.to]) && anyContent(w.tokens[g.theirs.from:g.theirs.to]) {
			out = append(out, g)
		}
		g = gap{stretch{i + 1, i + 1}, stretch{k + 1, k + 1}}
	}
	return out
}

func anyContent(tokens []token) bool {
	for i := range tokens {
		if tokens[i].content() && !tokens[i].is(numeral) {
			return true
		}
	}
	return false
}

// gapsCrossed finds two gaps of which the claim has in each what the window has in the
// other: "Bell's mill took over Harrow", quoted: "Harrow took over Bell's mill".
func (r *reading) gapsCrossed(w *window, a *alignment) (i, k int) {
	var room [6]gap
	if r.freeOrder() {
		return -1, -1
	}
	all := r.gaps(w, a, room[:0])
	for n, x := range all {
		for _, y := range all[n+1:] {
			if y.mine.from-x.mine.to > 1 && (r.nameIn(x.mine) || r.nameIn(y.mine)) && allIn(r.tokens, x.mine, w.tokens, y.theirs) && allIn(r.tokens, y.mine, w.tokens, x.theirs) &&
				r.whole().agent(a.first, a.end) == w.agent(a.from, a.to) {
				return x.mine.from, x.theirs.from
			}
		}
	}
	return -1, -1
}

// nameIn reports whether a stretch of the claim begins with a noun or a name.
func (r *reading) nameIn(s stretch) bool {
	i := s.from
	for i < s.to && !r.tokens[i].content() {
		i++
	}
	return i < s.to && (r.tokens[i].is(capital) && !r.tokens[i].is(opener) || r.tokens[i].is(numeral) || r.named(i))
}

// allIn reports whether all words of content of one stretch stand in another.
func allIn(a []token, x stretch, b []token, y stretch) bool {
	for i := x.from; i < x.to; i++ {
		if a[i].content() && !hasStem(b[y.from:y.to], a[i].stem) {
			return false
		}
	}
	return true
}

// partEnd returns the end of the part that begins with token i: of the sentence, or what
// a semicolon or a word such as "while" cuts off it.
func (w *window) partEnd(i int) int {
	for k := i + 1; k < len(w.tokens); k++ {
		t := &w.tokens[k]
		switch {
		case t.is(opener), t.has(jointTrait) && (t.is(parted) || !meanwhile[w.word(k)]):
			return k
		case t.is(parted) && strings.ContainsAny(between(w.textOf(k), &w.tokens[k-1], t), ";:"):
			return k
		}
	}
	return len(w.tokens)
}

// meanwhile tells of a time as often as of something else.
var meanwhile = set("while während mentre mientras terwijl")

// outOfPlace returns the word of the part that stands where the claim has its ith, which
// is another part's; -1 for none.
func (r *reading) outOfPlace(w *window, a *alignment, i int) int {
	t := &r.tokens[i]
	if !t.content() || t.is(wide) || a.at(i) >= 0 || !w.holds(t.stem) || !t.is(numeral) && !r.named(i) {
		return -1
	}
	before, behind := a.from-1, a.to
	if i > a.first {
		if before = a.at(i - 1); before < 0 {
			return -1
		}
	}
	if i+1 < a.end {
		if behind = a.at(i + 1); behind < 0 {
			return -1
		}
	}
	other := -1
	for k := before + 1; k < behind; k++ {
		if !w.tokens[k].content() {
			continue
		}
		if other >= 0 || w.tokens[k].is(numeral) != t.is(numeral) {
			return -1
		}
		other = k
	}
	if other < 0 || a.has(w, t.stem) != hasStem(r.tokens[a.first:a.end], w.tokens[other].stem) || a.has(w, t.stem) && !r.swappedWith(w, a, i, w.tokens[other].stem) || t.is(numeral) && (r.dated(i) || apart(r.whole().measureAt(i), w.measureAt(other))) || w.tokens[other].root == t.root {
		return -1
	}
	mine, theirs := r.word(i), w.word(other)
	if lexis.IsUnit(theirs) || sameMeaning(mine, theirs) || r.sameForm(mine, theirs) || w.standsFor(other, t) {
		return -1
	}
	return other
}

// named reports whether the claim's ith word is a noun by what stands beside it: an
// article or a preposition before it, or a verb such as "must" behind it. What is to be
// done one says in many words.
func (r *reading) named(i int) bool {
	if i+1 < len(r.tokens) && r.tokens[i+1].role.Has(lexis.Auxiliary|lexis.Modal) && !r.tokens[i+1].is(parted|opener) {
		return true
	}
	return i > 0 && r.tokens[i-1].stem != infinitive && (r.tokens[i-1].has(articleTrait|slotTrait|beforeNounTrait) || pointing[r.word(i-1)])
}

// swappedWith reports whether the claim has a stem out of its place, too, and apart from
// its ith word: not "b and a" for "a and b".
func (r *reading) swappedWith(w *window, a *alignment, i int, stem uint32) bool {
	const apart = 3
	if r.freeOrder() || r.whole().agent(a.first, a.end) != w.agent(a.from, a.to) { // passive against active
		return false
	}
	for k := a.first; k < a.end; k++ {
		if r.tokens[k].stem == stem {
			return a.at(k) < 0 && (k-i >= apart || i-k >= apart)
		}
	}
	return false
}

// pointing words stand before a noun that was spoken of.
var pointing = set("this that these those such its their diese dieser dieses diesen ce cette ces este esta estos estas questo questa deze dit dat этот эта эти")

// standsFor reports whether token k may only be another word for what an earlier sentence
// calls by its name: "the company" for "Acme". Two that stand in one sentence are two, and
// so are two of which the name comes second.
func (w *window) standsFor(k int, name *token) bool {
	if k == 0 || !w.tokens[k-1].has(articleTrait) && !pointing[w.word(k-1)] {
		return false
	}
	named := false
	for i := range w.tokens {
		named = named || w.tokens[i].stem == name.stem
		if w.tokens[i].stem == w.tokens[k].stem && (!named || hasStem(w.sentenceAt(i), name.stem)) {
			return false
		}
	}
	return true
}
