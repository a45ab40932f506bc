package claim

import (
	"sort"

	lexis "vouchsafe/grounding/text"
)

// saidBefore is how many sentences in front of a quoted one name what it speaks
// of with a pronoun, another word or none: "Valve B7 opens at 4 bar. | It must
// not be painted."
const saidBefore = 3

// before returns the sentences in front of some tokens of the source.
func (s *Source) before(in []token) []token {
	if len(in) == 0 {
		return nil
	}
	sent := in[0].sent
	from := sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].sent >= sent-saidBefore })
	to := sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].sent >= sent })
	return s.tokens[from:to]
}

// pronouns open a sentence that speaks of what nothing else in it names.
var pronouns = set(`it this these they he she such es dies diese dieser dieses er sie il elle ils elles cela ceci
	esto este esta estos estas eso questo questa esso essa isto isso ele ela eles elas het hij zij dit deze это он она оно они`)

// closenessTo is the share of the claim's different content words that the window
// holds, less those that name what was spoken of before.
func (r *reading) closenessTo(w *window) float64 {
	subject := 0
	if len(w.tokens) > 0 && pronouns[w.word(0)] {
		subject = r.firstVerb()
	}
	held, n := 0, 0
	for k := range r.n {
		switch stem := r.tokens[r.unique[k]].stem; {
		case w.holds(stem):
			held++
			n++
		case int(r.unique[k]) >= subject && !hasStem(w.said, stem):
			n++
		}
	}
	return float64(held) / float64(max(1, n))
}

// firstVerb returns the place of the claim's first "is" or "can"; 0 for none.
func (r *reading) firstVerb() int {
	for i := range r.tokens {
		if r.tokens[i].role.Has(lexis.Auxiliary | lexis.Modal) {
			return i
		}
	}
	return 0
}
