package verify

import (
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// Words cannot tell whether a retelling is true. They tell that it turns the other way than the
// sentence that it retells: only one of the two denies ("needs no approval", "requires written
// approval"), or each has another ordinal ("on the fourth floor", "on the second floor"). Such a
// claim stays open, but is not let through on its risk.

// oneSided returns how an open claim turns otherwise than the cited sentence that has most of the
// claim's words; nil where it does not. It is silent where a lead governs that sentence, for the
// lead may deny it, and where that sentence has few of the words, for it speaks of something else.
func (b *backing) oneSided(cl *Claim) *claim.Finding {
	const fewest, share = 2, 0.6 // content words that the two have in common; of those of the claim
	read := b.m.hearing.Text(cl.Text)
	ours := ordinalsOf(read)
	if ours == nil && !text.MayDeny(strings.ToLower(cl.Text)) && !b.citesTurn(cl) {
		return nil
	}
	said := readBut(read, idle().affirming)
	var nearest *SourceSentence
	var nearby *statement
	most, someDenies := 0, false
	for source, s := range b.judgedBy(cl) {
		shared := said.in(source, nil).found
		someDenies = someDenies || shared >= fewest && len(source.denials) > 0
		if shared > most {
			nearest, nearby, most = s, source, shared
		}
	}
	if most < fewest || float64(most) < share*float64(len(said.words)) || nearest.Lead != nil {
		return nil
	}
	if !someDenies && deniesOf(said, nearby) || len(said.denials) == 0 && deniesOf(nearby, said) {
		return &claim.Finding{Code: claim.CodeNegation, Detail: fmt.Sprintf("only one of the answer and its source denies: %.150q", nearest.Text)}
	}
	if ours == nil {
		return nil
	}
	theirs := ordinalsOf(text.Read(nearest.Text))
	for _, word := range ours {
		if len(theirs) > 0 && !slices.Contains(theirs, word) {
			return &claim.Finding{Code: claim.CodeNumber, Detail: fmt.Sprintf("the source has no %q: %.150q", word, nearest.Text)}
		}
	}
	return nil
}

// deniesOf reports whether a statement plainly denies, in a clause of which all words but one in five, or one, are another's too:
// what it denies elsewhere the other need not tell.
func deniesOf(p, other *statement) bool {
	const share = 5 // one word, or one of so many, may be the statement's own
	for _, d := range p.denials {
		shared, all := 0, 0
		for i := range p.words {
			if w := &p.words[i]; w.clause == d.clause {
				if all++; other.find(w) >= 0 {
					shared++
				}
			}
		}
		if d.plain && 3*shared >= 2*all && all-shared <= max(1, all/share) {
			return true
		}
	}
	return false
}

// citesTurn reports whether a chunk that a claim cites may deny something.
func (b *backing) citesTurn(cl *Claim) bool {
	return slices.ContainsFunc(cl.Citations, func(i int) bool {
		at := b.res.Citations[i].Chunk
		return at >= 0 && b.m.ev.Passages[at].mayTurn()
	})
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
