package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// A quoted sentence may say two things, one in each clause: "income fell,
// while passenger numbers rose". Held against all of it, a claim that gives the
// one what the other did finds every word it has. So a claim of one clause is
// also held against the clause that says nearly all of it.

// joints are words that open a clause of its own.
var joints = set(`but while whereas although though however aber während wohingegen obwohl mais tandis alors bien pero mientras aunque
	ma mentre sebbene mas enquanto embora maar terwijl hoewel но а однако тогда хотя ثم بينما لكن ولكن`)

// inOneClause holds the claim against the clause of the quoted sentences that
// says most of it, if nothing but figures and one word is missing there.
func (r *reading) inOneClause(w *window) (code, detail string) {
	var room [16]stretch
	if r.n < 3 || len(clausesOf(r.tokens, room[:0])) > 1 {
		return "", ""
	}
	parts := clausesOf(w.tokens, room[:0])
	if len(parts) < 2 {
		return "", ""
	}
	best := 0
	for _, p := range parts {
		best = max(best, r.heldIn(w.tokens[p.from:p.to]))
	}
	for _, p := range parts {
		if r.heldIn(w.tokens[p.from:p.to]) < best {
			continue
		}
		if code, detail = r.againstClause(w, p); code == "" {
			return "", ""
		}
	}
	return code, detail
}

// clausesOf cuts tokens at signs and at the words that open a clause, and
// appends what comes out.
func clausesOf(tokens []token, out []stretch) []stretch {
	from := 0
	for i := range tokens {
		if i > from && (tokens[i].is(parted|opener) || tokens[i].has(jointTrait)) {
			out = append(out, stretch{from, i})
			from = i
		}
	}
	if from < len(tokens) {
		out = append(out, stretch{from, len(tokens)})
	}
	return out
}

// heldIn counts the claim's different content words among some tokens.
func (r *reading) heldIn(tokens []token) (n int) {
	for k := range r.n {
		if hasStem(tokens, r.tokens[r.unique[k]].stem) {
			n++
		}
	}
	return n
}

// againstClause compares the claim with one clause.
func (r *reading) againstClause(w *window, at stretch) (code, detail string) {
	c := window{text: w.textOf(at.from), tokens: w.tokens[at.from:at.to], clauseOf: w, offset: at.from}
	c.measure(r)
	var room [2][8]int
	words, figures := r.missingIn(&c, room[0][:0], room[1][:0])
	if len(words) > 1 || len(words)+len(figures) > r.n/2 || c.closeness < 0.5 {
		return "", ""
	}
	for _, i := range figures {
		if k := r.rivalFigure(&c, i); k >= 0 {
			return CodeNumber, fmt.Sprintf("where the claim has %s, the clause has %s", r.word(i), c.word(k))
		}
	}
	for _, i := range words {
		if r.deniesAlike(i, w.tokens) {
			continue
		}
		if k := r.rivalWord(&c, i); k >= 0 {
			return CodeNegation, fmt.Sprintf("where the claim says %q, the clause says %q", r.word(i), c.word(k))
		}
	}
	for _, check := range []func(*window) (string, string){r.otherMember, r.otherCount, r.deniedInQuote, r.statedInQuote, r.otherRelation} {
		if code, detail = check(&c); code != "" {
			return code, detail
		}
	}
	return "", ""
}

// missingIn returns the claim's content words that a clause has not, figures
// apart, appended to what is given.
func (r *reading) missingIn(c *window, words, figures []int) (missing, numbers []int) {
	for k := range r.n {
		i := int(r.unique[k])
		switch t := &r.tokens[i]; {
		case c.holds(t.stem):
		case (t.is(numeral) || t.counts(r.lang) && !t.is(wide)) && r.value(i) != "" && c.counts(r.value(i), r.lang):
		case t.is(numeral) || t.counts(r.lang) && !t.is(wide):
			figures = append(figures, i)
		case len(figures) > 0 && figures[len(figures)-1] == i-1 && lexis.IsUnit(r.word(i)):
			// its unit
		default:
			words = append(words, i)
		}
	}
	return words, figures
}

// value is the number that the claim's ith word is, "" for none.
func (r *reading) value(i int) string { return r.whole().number(i, r.lang) }

// rivalFigure returns a number of the clause that measures what the claim's
// figure measures, and that the claim has not; -1 for none.
func (r *reading) rivalFigure(c *window, i int) int {
	mine := r.whole()
	measure := mine.measureAt(i)
	if r.approximate(i) && len(r.wrongNumbers) == 0 {
		return -1 // it was held to the figure that it rounds
	}
	if r.restatedIn(c, i) {
		return -1
	}
	for k := range c.tokens {
		theirs := c.number(k, r.lang)
		if theirs != "" && measure != "" && alike(measure, c.measureAt(k)) && !mine.counts(theirs, r.lang) {
			return k
		}
	}
	return -1
}

// restatedIn reports whether a clause gives the claim's ith word, a figure, in another
// unit: "two days" for "48 hours", "60 minutes" for "one hour".
func (r *reading) restatedIn(c *window, i int) bool {
	if i+1 >= len(r.tokens) || !lexis.IsUnit(r.word(i+1)) {
		return false
	}
	mine := lexis.Number{Value: r.value(i), Unit: r.word(i + 1)}
	for k := 0; k+1 < len(c.tokens); k++ {
		theirs := lexis.Number{Value: c.number(k, r.lang), Unit: c.word(k + 1)}
		if ones[c.word(k)] {
			theirs.Value = "1"
		}
		if theirs.Value != "" && sameInOtherUnit(mine, theirs) {
			return true
		}
	}
	return false
}

// approximate reports whether the claim calls the number at token i approximate.
func (r *reading) approximate(i int) bool {
	for k := range r.numbers {
		if n := &r.numbers[k]; n.Start <= int(r.tokens[i].start) && int(r.tokens[i].start) < n.End {
			return n.Comparison == "≈"
		}
	}
	return false
}

// alike reports whether two measures are one, or both periods of time.
func alike(a, b string) bool { return a == b || periods[a] && periods[b] }

var periods = set("h hour min minute s second d day week month year")

// rivalWord returns a word of the clause that excludes the claim's ith word, or
// is another name in its very place; -1 for none.
func (r *reading) rivalWord(c *window, i int) int {
	t := &r.tokens[i]
	for k := range c.tokens {
		other := &c.tokens[k]
		if !other.content() || r.holds(other.stem) {
			continue
		}
		if sameMeaning(r.word(i), c.word(k)) || converses[r.word(i)] || t.has(transferTrait) {
			continue
		}
		if t.is(negatedWord) == other.is(negatedWord) && r.opposes(spelled{r.word(i), t.lexeme().sides}, spelled{c.word(k), other.lexeme().sides}) {
			return k
		}
		if r.inPlaceOf(c, i, k) {
			return k
		}
		names := r.lang != lexis.German && t.is(capital) && other.is(capital) && !t.is(opener) && !other.is(opener) || withDigit(r.text, t) && withDigit(c.text, other)
		if names && (sameStem(r.tokens, i-1, c.tokens, k-1) || sameStem(r.tokens, i+1, c.tokens, k+1)) {
			return k
		}
	}
	return -1
}

// inPlaceOf reports whether the claim's ith word opens it as the window's kth
// opens the clause, in front of the same word, though it is another clause's.
func (r *reading) inPlaceOf(c *window, i, k int) bool {
	if c.clauseOf != nil && c.clauseOf.standsFor(c.offset+k, &r.tokens[i]) { // "the firm" for "Acme"
		return false
	}
	return !r.tokens[i].is(numeral|wide) && !c.tokens[k].is(numeral) && r.knows(r.tokens[i].stem) && sameStem(r.tokens, i+1, c.tokens, k+1) &&
		c.tokens[k+1].content() && opensWith(r.tokens, i) && opensWith(c.tokens, k)
}

// opensWith reports whether nothing but little words stands in front of token i.
func opensWith(tokens []token, i int) bool {
	for k := range i {
		if tokens[k].content() && !tokens[k].has(jointTrait) {
			return false
		}
	}
	return true
}

// withDigit reports whether a word has a digit in it, as the names of models have.
func withDigit(text string, t *token) bool {
	for _, b := range []byte(text[t.start:t.end]) {
		if '0' <= b && b <= '9' {
			return !t.is(numeral)
		}
	}
	return false
}
