package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// spliced finds a negator that was put between, or taken from between, two
// words that stand next to each other on the other side: "is not approved" for
// "is approved". That is a denial whatever mood the rest is in.
func (r *reading) spliced(src *Source, there []token, ev Evidence) string {
	if q, ok := splice(r.text, r.tokens, there); ok && !(len(ev.Quotes) > 0 && r.deniesAlike(r.first(q.stem), there)) && !r.negatedElsewhere(q.stem, true, ev) {
		return fmt.Sprintf("the claim negates %q, the source does not", r.text[q.start:q.end])
	}
	if q, ok := splice(src.text, there, r.tokens); ok && !r.saysNeither(q.stem) && !(len(ev.Quotes) > 0 && r.deniesAlike(r.first(q.stem), there)) && !r.negatedElsewhere(q.stem, false, ev) {
		return fmt.Sprintf("the source negates %q, the claim does not", src.text[q.start:q.end])
	}
	return ""
}

// splice returns the word behind a negator of some tokens whose neighbours
// stand side by side among the others.
func splice(text string, tokens, others []token) (*token, bool) {
	for i := 1; i+1 < len(tokens); i++ {
		word := text[tokens[i].start:tokens[i].end]
		contracted := strings.HasSuffix(word, "n't")
		if !contracted && !tokens[i].has(plainTrait) {
			continue
		}
		from, q := i-1, &tokens[i+1]
		if supports[tokens[from].stem] && i > 1 {
			from--
		}
		before := tokens[from].stem
		if contracted && !supports[tokens[i].stem] {
			before = hash(stem([]byte(strings.ToLower(strings.TrimSuffix(word, "n't")))))
		}
		if limits[q.stem] || occurrences(tokens, q.stem) > 1 || !sameClause(text, tokens[from:i+2]) {
			continue
		}
		if beside(others, before, q.stem) && !deniedBeside(others, before, q.stem) && !underUnless(others, q.stem) {
			return q, true
		}
	}
	return nil, false
}

// deniedBeside reports whether the same denial stands among some tokens: they
// may have the two words side by side in another place.
func deniedBeside(tokens []token, a, b uint32) bool {
	for i := 2; i < len(tokens); i++ {
		if tokens[i-2].stem == a && tokens[i-1].role.Has(lexis.Negator) && tokens[i].stem == b {
			return true
		}
	}
	return false
}

// underUnless reports whether a stem stands behind an "unless", which denies it.
func underUnless(tokens []token, stem uint32) bool {
	for i := range tokens {
		if !tokens[i].has(unlessTrait) {
			continue
		}
		for k := i + 1; k < len(tokens) && !tokens[k].is(parted|opener); k++ {
			if tokens[k].stem == stem {
				return true
			}
		}
	}
	return false
}

// sameClause reports whether no sign parts some tokens.
func sameClause(text string, tokens []token) bool {
	for i := 1; i < len(tokens); i++ {
		if strings.ContainsAny(between(text, &tokens[i-1], &tokens[i]), ",;:()[]—–\n") {
			return false
		}
	}
	return true
}

func occurrences(tokens []token, stem uint32) (n int) {
	for i := range tokens {
		if tokens[i].stem == stem {
			n++
		}
	}
	return n
}

// beside reports whether two stems follow each other among some tokens.
func beside(tokens []token, a, b uint32) bool {
	for i := 1; i < len(tokens); i++ {
		if tokens[i-1].stem == a && tokens[i].stem == b {
			return true
		}
	}
	return false
}

var (
	// plainNegators negate what follows and nothing else.
	plainNegators = set("not never nicht nie niemals niet nooit non не никогда")
	// supports carry a negator that the plain sentence has no verb for.
	supports = stemSet("do does did don't doesn't didn't")
	// limits narrow what a negator in front of them denies.
	limits = stemSet("only necessarily just all every always merely simply nur immer alle seulement solo sólo soltanto alleen только")
)
