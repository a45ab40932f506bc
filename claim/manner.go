package claim

// manner is a set of things that a word may do between a claim and the words
// quoted for it. It is looked up once for every word; the checks of a quote
// ask it many times.
type manner uint8

const (
	turnsManner  manner = 1 << iota // turns a sentence, or binds it to a condition
	bindsManner                     // tells that what follows is not said to be so
	widensManner                    // widens a statement to everything or for ever
	classManner                     // belongs to a closed class
)

// manners gathers the word lists.
var manners = func() map[string]manner {
	out := map[string]manner{}
	for m, words := range map[manner]map[string]bool{turnsManner: turnWords, bindsManner: binders, widensManner: universal} {
		for w := range words {
			out[w] |= m
		}
	}
	for w := range closedClasses {
		out[w] |= classManner
	}
	return out
}()

func mannersOf(words []string) []manner {
	out := make([]manner, len(words))
	for i, w := range words {
		out[i] = manners[w]
	}
	return out
}

// manner is what the claim's ith word may do.
func (r *reading) manner(i int) manner {
	if r.manners == nil {
		r.word(i)
		r.manners = mannersOf(r.folded)
	}
	return r.manners[i]
}
