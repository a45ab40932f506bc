package claim

import (
	"fmt"
	"math/bits"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// statedElsewhere reports whether another sentence of the evidence has a word
// of the claim together with half of the rest.
func (r *reading) statedElsewhere(word string) bool {
	z := newTokenizer(word, r.lang)
	t, _ := z.next()
	for _, src := range r.sources {
		for p := src.first(t.stem); p >= 0; p = src.next[p] {
			if r.shared(src, int(src.tokens[p].sent)) >= r.total/2 {
				return true
			}
		}
	}
	return false
}

// weightOf returns what a folded word of the claim weighs, 0 if it is hollow.
// A word and its opposite are one and the same place in a proposition: the
// claim's cannot be asked for in the sentence.
func (r *reading) weightOf(word string) float32 {
	for j := range r.n {
		if t := &r.tokens[r.unique[j]]; strings.EqualFold(r.text[t.start:t.end], word) {
			return t.weight
		}
	}
	return 0
}

// heaviest returns the greatest weight in a set of unique words.
func (r *reading) heaviest(set uint64) (most float32) {
	for ; set != 0; set &= set - 1 {
		most = max(most, r.tokens[r.unique[bits.TrailingZeros64(set)]].weight)
	}
	return most
}

// contrast looks for opposites, and for words of quantity or obligation that
// exclude each other, where the sentence says nearly all of the claim.
func (r *reading) contrast(src *Source) string {
	stretch := r.closestStretch(src)
	claim := r.beyond(stretch)
	const most = 4 // words that the claim may have beyond the sentence
	if len(claim) > most || len(claim) == 0 {
		return ""
	}
	source := r.lacking(src, stretch)
	for _, a := range claim {
		if r.closest.weight < sameProposition*(r.total-r.weightOf(a.word)) || r.statedElsewhere(a.word) || particles[a.word] && len(claim) > 1 || r.sameDeal(src, a.word) {
			continue
		}
		for _, b := range source {
			if r.opposes(a, b) && !(converses[a.word] && r.keptOrder(src) < inOrder) && !r.saysAs(src, a) && r.comparable(src, a.word, b.word) {
				return fmt.Sprintf("the claim says %q, the source %q", a.word, b.word)
			}
		}
	}
	if r.closest.weight < strongProposition*r.total {
		return ""
	}
	sent := src.sents[r.closest.sentence]
	there := src.tokens[sent.from:sent.to]
	return difference(claim, source, anyNegated(r.tokens) && anyNegated(there) || r.limitsOneNumber(&window{text: src.text, tokens: there}))
}

// sameDeal reports whether a word is the verb of a transfer that the closest sentence
// tells from the other side: "bought from" for "sold to".
func (r *reading) sameDeal(src *Source, word string) bool {
	if !givingVerbs[word] && !takingVerbs[word] {
		return false
	}
	sent := src.sents[r.closest.sentence]
	w := window{text: src.text, tokens: src.tokens[sent.from:sent.to]}
	w.summary = summaryOf(w.tokens)
	_, agrees := r.otherParties(&w)
	return agrees
}

// spelled is a folded word with the groups that it belongs to.
type spelled struct {
	word  string
	sides sides
}

// comparable reports whether two opposites say opposite things where they
// stand. "Away from direct heat" and "with indirect heat" are one, and "less
// privacy" is no contradiction to "more independent".
func (r *reading) comparable(src *Source, a, b string) bool {
	sent := src.sents[r.closest.sentence]
	there := src.tokens[sent.from:sent.to]
	i, k := wordAt(r.text, r.tokens, a), wordAt(src.text, there, b)
	if i < 0 || k < 0 {
		return true
	}
	if x, y := boundedBy(r.text, r.tokens, i, r.lang), boundedBy(src.text, there, k, r.lang); x != "" && y != "" && x != y {
		return false // "at most six months", "at least two years"
	}
	if degrees[a] && degrees[b] {
		return sameStem(r.tokens, i+1, there, k+1) || sameStem(r.tokens, i-1, there, k-1) || i+1 == len(r.tokens) || k+1 == len(there)
	}
	return shunned(r.tokens, i) == shunned(there, k)
}

// boundedBy returns the number shortly behind token i, "" for none.
func boundedBy(text string, tokens []token, i int, lang lexis.Language) string {
	const reach = 2
	w := window{text: text, tokens: tokens}
	for k := i + 1; k < len(tokens) && k <= i+reach && !tokens[k].is(parted|opener); k++ {
		if value := w.number(k, lang); value != "" {
			return value
		}
	}
	return ""
}

// degrees are opposites that say something only of the word they belong to.
var degrees = set("more less fewer most least")

// wordAt returns the place of a folded word among some tokens, -1 for none.
func wordAt(text string, tokens []token, word string) int {
	for i := range tokens {
		if lexis.Fold(text[tokens[i].start:tokens[i].end]) == word {
			return i
		}
	}
	return -1
}

func sameStem(a []token, i int, b []token, k int) bool {
	return i >= 0 && i < len(a) && k >= 0 && k < len(b) && a[i].stem == b[k].stem
}

// shunned reports whether token i is what one is told to keep away from.
func shunned(tokens []token, i int) bool {
	const near = 3 // words: "away from the"
	for k := max(0, i-near); k < i; k++ {
		if shunning[tokens[k].stem] {
			return true
		}
	}
	return false
}

var shunning = stemSet("away avoid avoids avoiding instead rather without")

// saysAs reports whether the closest sentence has a word of the same direction
// as a word of the claim: of two things that went apart, each has its own.
func (r *reading) saysAs(src *Source, word spelled) bool {
	sent := src.sents[r.closest.sentence]
	for i := sent.from; i < sent.to; i++ {
		if src.tokens[i].lexeme().sides&word.sides&ofDirection != 0 {
			return true
		}
	}
	return false
}

// inOrder is the least share of words in the same order at which a pair such
// as "before" and "after" is taken to contradict.
const inOrder = 0.7

// particles are words that stand beside a verb as often as they oppose.
var particles = set("on off in out up down over under away close open")

// opposes reports whether two words exclude each other.
func (r *reading) opposes(a, b spelled) bool {
	return r.lang.Opposed(a.word, b.word) || turnedAround(a.word, b.word) || a.sides.against()&b.sides&ofDirection != 0
}

// closestStretch is the part of the closest sentence around the claim's words.
func (r *reading) closestStretch(src *Source) []token {
	const margin = 2
	sent := src.sents[r.closest.sentence]
	from, to := sent.to, sent.from
	for i := sent.from; i < sent.to; i++ {
		if t := &src.tokens[i]; t.content() && r.holds(t.stem) {
			from, to = min(from, i), max(to, i+1)
		}
	}
	return src.tokens[max(sent.from, from-margin):min(sent.to, max(from, to)+margin)]
}

// beyond returns the words that only the claim holds, not the stretch.
func (r *reading) beyond(stretch []token) []spelled {
	claim := r.room.mine[:0]
	for i := range r.tokens {
		if t := &r.tokens[i]; !t.is(numeral|wide|negatedWord|nearNegator) && !r.namesDay(i) && !hasStem(stretch, t.stem) {
			claim = append(claim, spelled{foldedWord(r.text, t), t.lexeme().sides})
		}
	}
	return claim
}

// lacking returns the words that only the stretch holds, not the claim.
func (r *reading) lacking(src *Source, stretch []token) []spelled {
	source := r.room.theirs[:0]
	for i := range stretch {
		if t := &stretch[i]; !t.is(numeral|wide|negatedWord|nearNegator) && !r.holds(t.stem) {
			source = append(source, spelled{foldedWord(src.text, t), t.lexeme().sides})
		}
	}
	return source
}

func (r *reading) holds(stem uint32) bool { return hasStem(r.tokens, stem) }

func hasStem(tokens []token, stem uint32) bool {
	for i := range tokens {
		if tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// scale is a pair of word groups that exclude each other.
type scale struct{ strong, weak map[string]bool }

// scales of quantity and obligation.
var scales = []scale{
	{set("all every always everyone each alle immer jeder tous toujours todos siempre tutti sempre"),
		set("some sometimes few occasionally several einige manchmal quelques parfois algunos veces alcuni talvolta")},
	{set("must shall required mandatory muss müssen doit doivent debe deben deve devono"),
		set("may might can could optional kann können darf dürfen peut peuvent puede pueden può possono")},
}

// difference names two words of one scale of quantity or obligation that
// exclude each other, "" for none. Where both are denied, "may not" is "must not".
func difference(claim, source []spelled, denied bool) string {
	for side := ofDirection + 1; side&ofScale != 0; side <<= 1 {
		if denied && side&ofDuty != 0 {
			continue
		}
		if a, b := firstOn(claim, side), firstOn(source, side.against()); a != "" && b != "" {
			return fmt.Sprintf("the claim says %q, the source %q", a, b)
		}
	}
	return ""
}

// firstOn returns the first word on a side, "" for none.
func firstOn(words []spelled, side sides) string {
	for _, w := range words {
		if w.sides&side != 0 {
			return w.word
		}
	}
	return ""
}
