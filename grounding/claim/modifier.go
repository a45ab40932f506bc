package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// beforeNouns stand before a noun and the words that describe it.
var beforeNouns = set("the a an of in for under with by from as at on per no any each every its their his her our your this these those")

// broad words describe anything.
var broad = set(`various different certain specific particular desired given own several few many some small tiny large big good great new
	main common usual typical normal total overall entire whole following above below actual real current available possible potential relevant
	appropriate suitable proper necessary needed required additional further extra other separate single`)

// otherModifier finds a noun described by a word that no source has, where the
// quoted words describe it by another: "the hardware segment" for "the cloud
// segment".
func (r *reading) otherModifier(w *window) (code, detail string) {
	if w.closeness < 0.6 || r.lang != lexis.English {
		return "", ""
	}
	for i := 1; i+1 < len(r.tokens); i++ {
		t, head := &r.tokens[i], &r.tokens[i+1]
		if !t.content() || !head.content() || t.is(numeral|parted|opener) || head.is(numeral|parted|opener) {
			continue
		}
		if w.holds(t.stem) || lexis.IsUnit(r.word(i)) || r.echo&r.bit(i) != 0 || t.counts(r.lang) || broad[r.word(i)] {
			continue
		}
		if k := w.described(head.stem); k > 0 && r.alikeBefore(i, w, k) && (r.novelAt(i) || r.sameKind(i, w, k)) && !r.mentions(w.tokens[k].stem) && !sameMeaning(r.word(i), w.word(k)) && !r.sameForm(r.word(i), w.word(k)) {
			return CodeUnsupported, fmt.Sprintf("the claim says \"%s %s\", the quoted words \"%s %s\"", r.word(i), r.word(i+1), w.word(k), w.word(k+1))
		}
	}
	return "", ""
}

// alikeBefore reports whether what stands in front of both words shows that they
// describe a noun: an article or the like, or the same other word.
func (r *reading) alikeBefore(i int, w *window, k int) bool {
	a, b := &r.tokens[i-1], &w.tokens[k-1]
	return a.has(beforeNounTrait) && (b.has(beforeNounTrait) || b.content()) || a.content() && a.stem == b.stem
}

// sameKind reports whether a word that some source has elsewhere, and so may be
// another's, is a name as the quoted one is, or the third of a row: "the annual
// performance fee" for "the annual management fee".
func (r *reading) sameKind(i int, w *window, k int) bool {
	names := r.tokens[i].is(capital) && w.tokens[k].is(capital) && !r.tokens[i].is(opener) && !w.tokens[k].is(opener) && r.hasSmall()
	return names || r.tokens[i-1].content() && r.tokens[i-1].stem == w.tokens[k-1].stem
}

// bit is the place of the claim's ith word in a set of unique ones.
func (r *reading) bit(i int) uint64 {
	if r.of[i] < 0 {
		return 0
	}
	return 1 << r.of[i]
}

// described returns the word that describes a noun wherever the window has it;
// -1 where it stands alone somewhere, or nowhere.
func (w *window) described(stem uint32) int {
	at := -1
	for k := range w.tokens {
		if w.tokens[k].stem != stem {
			continue
		}
		if k == 0 || w.tokens[k].is(parted|opener) || !w.tokens[k-1].content() || w.tokens[k-1].is(numeral) || w.tokens[k-1].role.Has(lexis.NumberWord|lexis.OrdinalWord) {
			return -1
		}
		at = k - 1
	}
	return at
}
