package claim

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// maxUnique is how many different content words of a claim are weighed. The
// set of those found is then one machine word. A longer claim is judged by
// its first ones for coverage; numbers and names are checked throughout.
const maxUnique = 64

// reading is a claim as it is being held against its evidence.
type reading struct {
	text    string
	lang    lexis.Language
	foreign bool // the claim is in another language than its evidence
	kind    Kind
	refuses bool // it holds a phrase of refusal
	harm    *Harm
	tokens  []token
	unique  [maxUnique]int32 // tokens with a content stem not seen before
	of      []int8           // by token: its place in unique, -1 for none
	n       int              // how many unique

	found  uint64  // unique ones in the evidence
	family uint64  // unique ones of which the evidence has a relative
	meta   uint64  // unique ones in titles and other metadata
	echo   uint64  // unique ones in the question
	pairs  uint64  // unique ones that share a sentence with the one before
	run    []uint8 // by token: longest run in the evidence around it
	total  float32 // weight of all unique ones
	single float32 // greatest weight found in one source
	window float32 // greatest weight found in two neighbouring sentences
	closest
	sents   int // sentences of the evidence
	sources []*Source

	numbers                  []lexis.Number // those that need support
	names                    []lexis.Name   // those that may be checked
	areas                    []area         // where numbers must stand
	wrongNumbers, wrongNames []Finding
	room                     *room
}

// closest is the sentence of the evidence that says most of the claim.
type closest struct {
	source   int // index into Evidence.Sources, -1 for none
	sentence int
	weight   float32 // of the claim's words in it
	words    uint64  // which unique ones
}

// newReading reads a claim on its own.
func newReading(text string, ev Evidence, h *Harm) *reading { return new(Hearing).read(text, ev, h) }

// hasNumbers reports whether it is worth looking for numbers in the claim.
func (r *reading) hasNumbers() bool {
	for i := range r.tokens {
		if t := &r.tokens[i]; t.is(numeral|wide) || t.role.Has(lexis.NumberWord) {
			return true
		}
	}
	return strings.ContainsAny(r.text, "0123456789")
}

// read cuts the claim into tokens and picks its content words.
func (r *reading) read() {
	r.tokens, r.n, r.total = r.room.tokens[:0], 0, 0
	z := newTokenizer(r.text, r.lang)
	z.words = loadLexicon()
	for t, ok := z.next(); ok; t, ok = z.next() {
		r.tokens = append(r.tokens, t)
	}
	r.of, r.run = r.room.of[:], r.room.run[:]
	if len(r.tokens) > len(r.room.of) {
		r.of, r.run = make([]int8, len(r.tokens)), make([]uint8, len(r.tokens))
	}
	clear(r.run)
	r.setAside()
	for i := range r.tokens {
		r.of[i] = -1
		if r.tokens[i].content() {
			r.of[i] = r.place(i)
		}
	}
}

// setAside takes from the content of a claim what speaks of the answer or the
// evidence, not of the world: a list's ordinal, citation markers, "(passage 2)".
func (r *reading) setAside() {
	marker := lexis.ListMarker(r.text)
	for i := range r.tokens {
		t := &r.tokens[i]
		switch {
		case t.is(stopWord):
		case int(t.end) <= marker, t.has(hollowTrait):
			t.flags |= stopWord
		case t.is(numeral) && (i > 0 && r.refersTo(i-1) || inMarker(r.text, int(t.start))):
			t.flags |= stopWord
		}
	}
}

// refersTo reports whether token i is a word such as "passage" or a number set
// aside behind one.
func (r *reading) refersTo(i int) bool {
	t := &r.tokens[i]
	return t.is(numeral) && t.is(stopWord) || t.has(referenceTrait)
}

// holdsLower looks a word up in a set of lower-case words, whatever its case.
func holdsLower(words map[string]bool, word string) bool {
	var room [32]byte
	if low, plain := lowered(room[:0], word); plain {
		return words[string(low)]
	}
	return words[strings.ToLower(word)]
}

// lowered appends a word in lower case to low; plain is false if it is not all
// ASCII.
func lowered(low []byte, word string) (out []byte, plain bool) {
	for i := range len(word) {
		c := word[i]
		if c >= utf8.RuneSelf {
			return nil, false
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		low = append(low, c)
	}
	return low, true
}

// detect finds out whether the claim is in another language than its
// evidence. A claim with its share of the evidence's function words is not.
func (r *reading) detect(ev Evidence) {
	const fewest = 4 // words that a language can be told from
	if len(ev.Sources) == 0 || len(r.tokens) < fewest || stopShare(r.tokens) >= proseStops {
		return
	}
	lang := r.room.cut.Language()
	if lang == lexis.Unknown || lang == r.lang {
		return
	}
	for _, src := range ev.Sources {
		if src.lang == lang || src.lang == lexis.Unknown {
			return
		}
	}
	r.lang, r.foreign = lang, true
	r.read()
}

// place returns the place of token i among the unique ones, adding it if it is
// new; -1 if there is no room.
func (r *reading) place(i int) int8 {
	for j := range r.n {
		if r.tokens[r.unique[j]].stem == r.tokens[i].stem {
			return int8(j)
		}
	}
	if r.n == maxUnique {
		return -1
	}
	r.unique[r.n] = int32(i)
	r.total += r.tokens[i].weight
	r.n++
	return int8(r.n - 1)
}

// against looks the claim up in one source, which has the given index.
func (r *reading) against(src *Source, index int) {
	masks := r.room.masks[:]
	if len(src.sents) > len(masks) {
		masks = make([]uint64, len(src.sents))
	}
	masks = masks[:len(src.sents)]
	clear(masks)
	var here uint64
	for j := range r.n {
		t := &r.tokens[r.unique[j]]
		bit := uint64(1) << j
		for p := src.first(t.stem); p >= 0; p = src.next[p] {
			masks[src.tokens[p].sent] |= bit
			here |= bit
		}
		if here&bit != 0 || src.hasRoot(t.root) {
			r.family |= bit
		}
	}
	r.found |= here
	r.sents += len(masks)
	r.single = max(r.single, r.weigh(here))
	for i, m := range masks {
		r.pairs |= m & (m << 1)
		if w := r.weigh(m); w > r.closest.weight {
			r.closest = closest{index, i, w, m}
		}
		if i+1 < len(masks) {
			m |= masks[i+1]
		}
		r.window = max(r.window, r.weigh(m))
	}
	r.runs(src)
}

// weigh sums the weights of a set of unique words.
func (r *reading) weigh(set uint64) (sum float32) {
	for ; set != 0; set &= set - 1 {
		sum += r.tokens[r.unique[bits.TrailingZeros64(set)]].weight
	}
	return sum
}

// runs finds the runs of tokens that the claim and the source share. Only the
// first maxPlaces places of a word are tried and runs end after maxRun, which
// keeps it linear.
func (r *reading) runs(src *Source) {
	const maxPlaces, maxRun = 24, 40
	for i := 0; i < len(r.tokens); {
		longest, tried := 0, 0
		for p := src.first(r.tokens[i].stem); p >= 0 && tried < maxPlaces; p = src.next[p] {
			n := 1
			for n < maxRun && i+n < len(r.tokens) && int(p)+n < len(src.tokens) &&
				r.tokens[i+n].stem == src.tokens[int(p)+n].stem {
				n++
			}
			longest = max(longest, n)
			tried++
		}
		for k := i; k < i+longest; k++ {
			r.run[k] = max(r.run[k], uint8(longest))
		}
		i += max(1, longest-1)
	}
}
