package claim

// deniedInOneWord reports whether some tokens say in one word what the claim says by
// denying its ith: "is closed on Sundays" for "is not open on Sundays", "exempt from
// reporting" for "need not report". That word's clause says more of the claim than any
// that has the denied word itself.
func (r *reading) deniedInOneWord(i int, text string, there []token) bool {
	if forbidding.begin(r.text, &r.tokens[i]) {
		return false
	}
	var room [16]stretch
	mine := spelled{r.word(i), r.tokens[i].lexeme().sides}
	turned, plain := 0, 0
	w := window{text: text}
	for _, part := range clausesOf(there, room[:0]) {
		w.tokens = there[part.from:part.to]
		held := r.heldIn(w.tokens)
		if hasStem(w.tokens, r.tokens[i].stem) {
			plain = max(plain, held)
		}
		for k := range w.tokens {
			t := &w.tokens[k]
			if t.content() && !t.is(numeral|wide|negatedWord|nearNegator) && (forbidding.begin(text, t) || r.opposes(mine, spelled{w.word(k), t.lexeme().sides}) || antonymous(mine.word, w.word(k))) {
				turned = max(turned, held+1)
			}
		}
	}
	return turned > plain || turned > 0 && turned == plain && forbids(there, text)
}

// forbids reports whether some words deny by what they mean.
func forbids(tokens []token, text string) bool {
	return (&window{text: text, tokens: tokens}).forbids()
}

// first is the place of a stem in the claim, which has it.
func (r *reading) first(stem uint32) int {
	for i := range r.tokens {
		if r.tokens[i].stem == stem {
			return i
		}
	}
	return 0
}

// deniesAlike reports whether the clause of the claim's ith word denies what some
// tokens deny, be it by what it speaks of: "the light fare does not include bags" for
// "bags are included in the classic fare, but not in the light one".
func (r *reading) deniesAlike(i int, there []token) bool {
	from, to := r.whole().clauseAt(i)
	subject := r.tokens[from:from] // what stands in front of the "not"
	for k := from; k < to; k++ {
		if m := r.tokens[k].manner(); m&deniesManner != 0 && m&exceptManner == 0 {
			subject = r.tokens[from:k]
		}
	}
	for k := range there {
		if there[k].is(negatedWord) && hasPlain(subject, there[k].stem) {
			return true
		}
	}
	return false
}

// unlesses are "if not" in one word.
var unlesses = set("unless tenzij")

// conditionsAlike reports whether of two words one is an "unless", and the claim and the
// sentence of the quoted words that token k stands in deny alike, "unless" counted as "if
// not": "not unless" is "only if".
func (r *reading) conditionsAlike(w *window, i, k int) bool {
	if !r.tokens[i].has(unlessTrait) && !w.tokens[k].has(unlessTrait) {
		return false
	}
	there, at := w.sentence(k)
	end := at
	for end < len(there) && there[end].sent == there[at].sent {
		end++
	}
	return denials(r.tokens)%2 == denials(there[:end])%2
}

// denials counts the words that deny among some tokens.
func denials(tokens []token) (n int) {
	for i := range tokens {
		if m := tokens[i].manner(); m&deniesManner != 0 && m&exceptManner == 0 || tokens[i].has(unlessTrait) {
			n++
		}
	}
	return n
}

// hasPlain reports whether some tokens have a stem that they do not negate.
func hasPlain(tokens []token, stem uint32) bool {
	for i := range tokens {
		if tokens[i].stem == stem && !tokens[i].is(negatedWord) {
			return true
		}
	}
	return false
}
