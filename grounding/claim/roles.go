package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// relation is "A did B": a name, a verb, another name, nothing else between.
type relation struct {
	left, right stretch // the names
	verb        uint32
}

// stretch is a run of tokens.
type stretch struct{ from, to int }

// swapped says that the evidence has the two names of the claim around the
// same verb the other way round: "A bought B" against "B bought A". It looks
// at the plainest of sentences only, and keeps silent where another sentence
// has it the claim's way.
func (r *reading) swapped() string {
	if r.lang == lexis.German { // every noun has a capital, and objects come first
		return ""
	}
	mine, ok := relationAt(r.text, r.tokens)
	if !ok {
		return ""
	}
	found := false
	for _, src := range r.sources {
		for p := src.first(mine.verb); p >= 0; p = src.next[p] {
			sent := src.sents[src.tokens[p].sent]
			there := src.tokens[sent.from:sent.to]
			theirs, ok := relationAt(src.text, there)
			if !ok || theirs.verb != mine.verb {
				continue
			}
			if shares(r.tokens, mine.left, there, theirs.left) || shares(r.tokens, mine.right, there, theirs.right) {
				return ""
			}
			found = found || shares(r.tokens, mine.left, there, theirs.right) && shares(r.tokens, mine.right, there, theirs.left)
		}
	}
	if !found {
		return ""
	}
	name := func(s stretch) string { return r.text[r.tokens[s.from].start:r.tokens[s.to-1].end] }
	return fmt.Sprintf("%q and %q have each other's place in the evidence", name(mine.left), name(mine.right))
}

// relationAt reads the relation at the start of a sentence. Anything but
// articles and "has" between the names, or a sign, makes it none.
func relationAt(text string, tokens []token) (rel relation, ok bool) {
	i := skipArticles(tokens, 0)
	rel.left = untitled(text, tokens, nameRun(tokens, i))
	i = skipArticles(tokens, rel.left.to)
	if rel.left.to == rel.left.from || i >= len(tokens) || tokens[i].is(stopWord|capital|numeral|wide) || mutual[tokens[i].stem] {
		return rel, false
	}
	if i+2 < len(tokens) && tokens[i+1].stem == infinitive && !tokens[i+2].is(stopWord|capital|numeral|wide) { // "agreed to buy"
		i += 2
	}
	rel.verb = tokens[i].stem
	i = skipArticles(tokens, i+1)
	rel.right = untitled(text, tokens, nameRun(tokens, i))
	if rel.right.to == rel.right.from {
		return rel, false
	}
	for k := rel.left.from + 1; k < rel.right.to; k++ {
		if gap := between(text, &tokens[k-1], &tokens[k]); gap != " " && gap != "-" && gap != "\n" && !(gap == ". " && k == rel.right.from) {
			return rel, false
		}
	}
	return rel, true
}

// nameRun returns the capitalised words from token i on.
func nameRun(tokens []token, i int) stretch {
	s := stretch{i, i}
	for s.to < len(tokens) && tokens[s.to].is(capital) && !tokens[s.to].is(stopWord) {
		s.to++
	}
	return s
}

// untitled takes a title with a point off a name: "Dr. Vieri".
func untitled(text string, tokens []token, s stretch) stretch {
	if s.to-s.from > 1 && between(text, &tokens[s.from], &tokens[s.from+1]) == ". " {
		s.from++
	}
	return s
}

// skipArticles steps over words that leave subject and object where they are.
func skipArticles(tokens []token, i int) int {
	for i < len(tokens) && transparent[tokens[i].stem] {
		i++
	}
	return i
}

// shares reports whether two names have a word in common.
func shares(a []token, x stretch, b []token, y stretch) bool {
	for i := x.from; i < x.to; i++ {
		if hasStem(b[y.from:y.to], a[i].stem) {
			return true
		}
	}
	return false
}

var (
	transparent = stemSet("the a an has had have later then le la les l un une el los las il lo gli der die das den hat o os as de het heeft")
	mutual      = stemSet("meet meets met marry marries married equal equals resemble resembles border borders neighbour neighbours rivals played")
)
