package verify

import (
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// Words cannot tell whether a retelling is true. They tell that it turns otherwise than the sentence
// that it retells: only one of the two denies ("needs no approval", "requires written approval"),
// each has another ordinal ("on the fourth floor", "on the second floor"), or it has the place of a
// word taken by another one that the evidence tells apart from it ("Ms Brandt starts on 3 June",
// "Ms Adeyemi starts on 3 June"). Such a claim stays open, but is not let through on its risk.

// oneSided returns how an open claim turns otherwise than the cited sentence that has most of the
// claim's words; nil where it does not. It is silent where a lead governs that sentence, for the
// lead may deny it, and where that sentence has few of the words, for it speaks of something else.
func (b *backing) oneSided(cl *Claim) *claim.Finding {
	const fewest, share = 2, 0.6 // content words that the two have in common; of those of the claim
	read := b.m.hearing.Text(cl.Text)
	said := readBut(read, idle().affirming)
	var nearest *SourceSentence
	var says *statement
	most, someDenies := 0, false
	for source, s := range b.judgedBy(cl) {
		shared := said.in(source, nil).found
		someDenies = someDenies || shared >= fewest && source.denials > 0
		if shared > most {
			nearest, says, most = s, source, shared
		}
	}
	if most < fewest || nearest.Lead != nil {
		return nil
	}
	whole := most >= copiedWords && says.in(said, nil).missing == 0
	switch few := float64(most) < share*float64(len(said.words)); {
	case few && !whole:
	case said.denials > 0 && !someDenies, said.denials == 0 && says.denials > 0:
		return &claim.Finding{Code: claim.CodeNegation, Detail: fmt.Sprintf("only one of the answer and its source denies: %.150q", nearest.Text)}
	case b.exchanges(said, says):
		return &claim.Finding{Code: claim.CodeEntity, Detail: fmt.Sprintf("the source says it of something else: %.150q", nearest.Text)}
	case !few:
		return otherOrdinal(read, nearest)
	}
	return nil
}

// exchanges reports whether a statement says what a source does but for one word, and the evidence has
// that word beside the same neighbour for which the source has another one.
func (b *backing) exchanges(said, source *statement) bool {
	if said.in(source, nil).missing != 1 {
		return false
	}
	at := slices.IndexFunc(said.words, func(w term) bool { return source.find(&w) < 0 })
	for _, side := range [...]int{-1, 1} {
		beside := at + side
		if beside < 0 || beside >= len(said.words) {
			continue
		}
		theirs := source.find(&said.words[beside]) - side
		if theirs >= 0 && theirs < len(source.words) && said.find(&source.words[theirs]) < 0 && b.pairs(&said.words[at], &said.words[beside], side) {
			return true
		}
	}
	return false
}

// pairs reports whether a sentence of the evidence has a word beside another one, on a side of it.
func (b *backing) pairs(w, beside *term, side int) bool {
	const beginning = 4 // characters in which the forms of a word agree
	for _, i := range b.m.ev.Set.Usable() {
		p := b.m.ev.Passages[i]
		if b.m.ev.stopped() || !strings.Contains(p.lowered(), w.fold[:text.ByteOf(w.fold, beginning)]) {
			continue
		}
		for _, said := range p.statements() {
			for k := range said.words {
				n := k + side
				if n >= 0 && n < len(said.words) && said.words[k].is(w) && said.words[n].is(beside) {
					return true
				}
			}
		}
	}
	return false
}

// otherOrdinal tells of an ordinal of a text in whose place its source has another one.
func otherOrdinal(read *text.Text, source *SourceSentence) *claim.Finding {
	ours := ordinalsOf(read)
	if ours == nil {
		return nil
	}
	theirs := ordinalsOf(text.Read(source.Text))
	for _, word := range ours {
		if len(theirs) > 0 && !slices.Contains(theirs, word) {
			return &claim.Finding{Code: claim.CodeNumber, Detail: fmt.Sprintf("the source has no %q: %.150q", word, source.Text)}
		}
	}
	return nil
}

// ordinalsOf are the ordinals that a sentence has as words, but for one that only counts its
// points: "First, …".
func ordinalsOf(read *text.Text) (out []string) {
	for _, w := range read.Words {
		if read.Class(w).Has(text.OrdinalWord) && !strings.HasPrefix(read.Text[w.End:], ",") {
			out = append(out, w.Fold)
		}
	}
	return out
}
