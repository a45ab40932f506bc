package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// anyNegated reports whether a word among some tokens is negated.
func anyNegated(tokens []token) bool {
	for i := range tokens {
		if tokens[i].is(negatedWord) {
			return true
		}
	}
	return false
}

// markNegated sets, on the words behind a negator, which of them it negates:
// the first content word; the next words count as a near miss. A comma or the
// end of the sentence ends its reach; "or not" (but for "cannot or will not")
// and the "No," of an answer have none.
func markNegated(text string, tokens []token) {
	const reach = 5
	left, first, last := 0, false, -1 // last: the negator, or the modal behind it
	end := func() {                   // "dekt de accu's niet", "to take it one must not": nothing comes behind
		switch {
		case first && participle[tokens[last].stem]: // "is not recommended"
			tokens[last].flags |= negatedWord | nearNegator
		case first:
			negateBefore(tokens, last)
		}
		left, first, last = 0, false, -1
	}
	listing := false
	unlessLeft := 0 // words that "unless" turns around, which it does not negate one by one
	for i := range tokens {
		t := &tokens[i]
		if i > 0 && (t.is(opener) && !initial(text, &tokens[i-1], t) || t.is(parted)) {
			if first && last == i-1 && strings.Contains(between(text, &tokens[i-1], t), ":\n") {
				listing, left, first = true, 0, false
			}
			end()
		}
		if listing {
			listing = negateItem(text, tokens, i)
		}
		word := text[t.start:t.end]
		if unlessLeft = max(0, unlessLeft-1); t.is(opener | parted) {
			unlessLeft = 0
		}
		if unlessLeft > 0 {
			t.flags |= nearNegator
		}
		if t.has(unlessTrait) {
			unlessLeft = 2 * reach
		}
		if t.role.Has(lexis.Negator) && t.has(negatorTrait) || strings.HasSuffix(word, "n't") {
			if t.manner()&exceptManner != 0 && doubled(tokens, i) {
				unlessLeft = reach // "not without a permit" asks for the permit
				continue
			}
			if left == 0 && i > 0 && text[tokens[i-1].start:tokens[i-1].end] == "or" {
				continue
			}
			left, first, last = reach, true, i
			continue
		}
		if left == 0 {
			if i > 1 && tokens[i-1].stem == infinitive && tokens[i-2].is(negatedWord) { // "don't be in a hurry to plant"
				t.flags |= nearNegator
			}
			continue
		}
		left--
		t.flags |= nearNegator
		switch {
		case !first && tokens[i-1].is(negatedWord) && tokens[i-1].is(capital) && t.is(capital): // "not Ada Moss"
			t.flags |= negatedWord
		case !first || !t.content():
		case t.role.Has(lexis.Modal):
			last = i
		default:
			t.flags |= negatedWord
			first = false
		}
	}
	end()
	setBounds(tokens)
}

// doubled reports whether the clause denies already in front of token i.
func doubled(tokens []token, i int) bool {
	for k := i - 1; k >= 0 && !tokens[k+1].is(parted|opener); k-- {
		if m := tokens[k].manner(); m&deniesManner != 0 && m&exceptManner == 0 {
			return true
		}
	}
	return false
}

// setBounds takes from the negated words those of a limit: what "must not weigh more
// than 8 kg" denies is not that it weighs, but more than 8 kg.
func setBounds(tokens []token) {
	const reach, near = 6, 2
	for i := range tokens {
		if !tokens[i].has(thanTrait) || i == 0 || !tokens[i-1].has(aboveTrait|belowTrait) || !numbered(tokens, i, near) {
			continue
		}
		for k := min(i+near, len(tokens)-1); k >= 0 && k > i-reach; k-- {
			if tokens[k].is(negatedWord) {
				tokens[k].flags = tokens[k].flags&^negatedWord | nearNegator
			}
			if k <= i && tokens[k].is(opener|parted) {
				break
			}
		}
	}
}

// numbered reports whether a number stands shortly behind token i.
func numbered(tokens []token, i, near int) bool {
	for k := i + 1; k < len(tokens) && k <= i+near; k++ {
		if tokens[k].is(numeral) || tokens[k].role.Has(lexis.NumberWord) {
			return true
		}
	}
	return false
}

// negateItem marks the first word of the list item that begins with token i as
// negated, below a lead-in that ends in a negator: "You must not:". It reports
// whether the list goes on.
func negateItem(text string, tokens []token, i int) bool {
	gap := between(text, &tokens[i-1], &tokens[i])
	line := strings.LastIndexByte(gap, '\n')
	if line < 0 {
		return true
	}
	t := &tokens[i]
	switch numbered := t.is(numeral) && t.end < int32(len(text)) && strings.IndexByte(".)", text[t.end]) >= 0; {
	case numbered && i+1 < len(tokens):
		t = &tokens[i+1]
	case numbered || listMarker(strings.TrimLeft(text[int(tokens[i-1].end)+line+1:], " \t")) == 0:
		return false
	}
	if t.content() {
		t.flags |= negatedWord | nearNegator
	}
	return true
}

// initial reports whether the stop between two words is that of an initial or a
// title, and ends nothing: "our U.S. employees", "not Dr. Moss".
func initial(text string, before, t *token) bool {
	return titles[text[before.start:before.end]] || before.end-before.start == 1 && before.is(capital) && (startsLower(text[t.start:]) || t.end-t.start == 1)
}

// titles stand in front of a name, with a stop.
var titles = map[string]bool{"Dr": true, "Mr": true, "Mrs": true, "Ms": true, "Prof": true, "St": true, "Sr": true, "Jr": true, "Hon": true, "Rev": true, "Mme": true, "Sra": true}

// participle are the words of obligation that a negator may turn around by
// themselves.
var participle = stemSet("recommended required permitted forbidden prohibited allowed mandatory optional obligatory expected planned confirmed possible likely")

// infinitive is the stem of the "to" in front of a verb.
var infinitive = hash(stem([]byte("to")))

// negateBefore marks the content word in front of a negator at the end of a
// clause.
func negateBefore(tokens []token, at int) {
	const reach = 4
	for k := at - 1; k >= 0 && k >= at-reach && !tokens[k+1].is(opener); k-- {
		if t := &tokens[k]; t.content() && !t.is(numeral) && !t.role.Has(lexis.Modal) {
			t.flags |= negatedWord | nearNegator
			return
		}
	}
}

// strictNegators turn around what follows them. "Lack" or "hardly", which lexis
// lists as well, are too often part of what is stated.
var strictNegators = set(`
	not no never cannot without neither nor none nobody nothing isnt arent dont doesnt didnt wont cant
	can't don't doesn't didn't isn't aren't wasn't weren't won't shouldn't couldn't wouldn't mustn't hasn't haven't
	nicht kein keine keinen keiner keinem keines nie niemals ohne
	pas jamais sans aucun aucune nunca sin ningún ninguna jamás non mai senza nessun nessuna não sem nenhum nenhuma
	niet geen nooit zonder не нет без никогда ни لا لم لن ليس ليست غير`)

// mood is what makes counting negators say little.
type mood struct {
	turning     bool // words that deny in a way of their own: "avoid", "lack", "unless"
	conditional bool // what is negated is a condition or a part: "if not", "not only"
}

// moodOf looks for such words.
func moodOf(tokens []token) (m mood) {
	for i := range tokens {
		t := &tokens[i]
		m.turning = m.turning || turning[t.stem] || t.role.Has(lexis.Exception) ||
			t.role.Has(lexis.Negator) && !t.has(negatorTrait)
		m.conditional = m.conditional || conditional[t.stem]
	}
	return m
}

var (
	turning     = stemSet("away avoid prevent reduce instead rather unless otherwise stop remove without keep")
	conditional = stemSet("if when whether necessarily only until unless wenn falls ob si cuando se quando als")
)
