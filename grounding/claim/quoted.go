package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// quotedFindings holds a claim against the very sentences that are quoted for
// it. A model that quotes a sentence and then writes another one differs from
// it in a word or two; these look at what kind of word that is. They need a
// quote: against whole sources a difference may be another sentence's truth.
func (r *reading) quotedFindings(ev Evidence) []Finding {
	if len(ev.Quotes) == 0 || r.refuses || len(r.tokens) == 0 || len(r.tokens) > mostWords {
		return nil
	}
	w := &r.room.quoted
	if *w = r.quotedWords(ev); len(w.tokens) == 0 || r.copies(w) {
		return nil
	}
	w.measure(r)
	r.room.all = *w
	if one, ok := r.focused(w); ok {
		*w = one
	}
	var out []Finding
	if r.scripted() {
		for _, check := range []func(Evidence) (string, string){r.otherWide, r.rearranged} {
			if code, detail := check(ev); code != "" {
				out = append(out, Finding{code, detail})
			}
		}
	}
	for _, check := range quoteChecks {
		if code, detail := check(r, w); code != "" {
			out = append(out, Finding{code, detail})
		}
	}
	return out
}

// quoteChecks look each for one kind of difference, in the order in which their
// findings are told.
var quoteChecks = [...]func(*reading, *window) (code, detail string){
	(*reading).otherMember, (*reading).otherCount, (*reading).otherOwner, (*reading).otherLabel,
	(*reading).deniedInQuote, (*reading).statedInQuote, (*reading).unbound, (*reading).widened,
	(*reading).exchanged, (*reading).substituted, (*reading).unknownName, (*reading).askedFor,
	(*reading).otherRelation, (*reading).otherLimit, (*reading).otherBound, (*reading).refuted, (*reading).permitted,
	(*reading).strayed, (*reading).exchangedParties, (*reading).inOneClause, (*reading).backwards, (*reading).otherEnd, (*reading).otherJoin,
	(*reading).crossed, (*reading).otherRate, (*reading).otherForce, (*reading).otherTime, (*reading).caused, (*reading).excepted,
	(*reading).otherModifier, (*reading).added, (*reading).otherSubject, (*reading).transplanted, (*reading).deniedOfIt, (*reading).opposite,
	(*reading).otherBeside, (*reading).otherLetter, (*reading).otherSpan, (*reading).otherGoal, (*reading).otherEach,
	(*reading).conceded, (*reading).outOfOrder, (*reading).unreal, (*reading).otherSlot, (*reading).otherSide,
	(*reading).overstated, (*reading).viewed, (*reading).supposedOtherwise, (*reading).facing, (*reading).rephrased,
	(*reading).otherFrequency, (*reading).misplaced, (*reading).unlimited, (*reading).narrowed, (*reading).ofTheRest, (*reading).turnedPassive,
	(*reading).liftedDuty, (*reading).saidOfNone, (*reading).otherChoice, (*reading).otherGroup,
	(*reading).otherRecord, (*reading).turnedInClause,
}

// otherMember finds a word of a closed class (a weekday, a period, a colour, a
// party to a contract) where the quoted sentence has another one of the class.
func (r *reading) otherMember(w *window) (code, detail string) {
	if w.closeness < 0.5 || r.whole().manner&w.manner&classManner == 0 {
		return "", ""
	}
	for i := range r.tokens {
		if r.tokens[i].manner()&classManner == 0 {
			continue
		}
		for _, mine := range r.tokens[i].classes() {
			if k := w.rival(mine); k >= 0 && !r.hasMember(w, k, mine.class) && !r.sameParties(w, i) && !r.measured(i, w, k) && !r.sameRate(w, i) && !r.conditionsAlike(w, i, k) && !(w.recurs(k) && r.tokens[i].role.Has(lexis.Quantifier|lexis.Negator)) {
				return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words %q", r.word(i), w.word(k))
			}
		}
	}
	return "", ""
}

// measured reports whether the claim's ith word is the unit of a figure which the
// number checks have found in the evidence: "two weeks" for "14 days".
func (r *reading) measured(i int, w *window, k int) bool {
	if len(r.wrongNumbers) > 0 || !lexis.IsUnit(w.word(k)) {
		return false
	}
	t := &r.tokens[i]
	for j := range r.numbers {
		if n := &r.numbers[j]; n.Unit != "" && n.Start < int(t.start) && n.End >= int(t.end) {
			return true
		}
	}
	return i > 0 && r.oneOf(i, w)
}

// ones say one of a unit without a figure.
var ones = set("a an one the ein eine einem einer un une uno una um uma een")

// pers set a figure against one of a unit: "1,200 mg per day".
var pers = set("per pro par por")

// oneOf reports whether the claim says one of a unit, or half of one, in words
// and the window the same time in figures: "half an hour" for "30 minutes".
func (r *reading) oneOf(i int, w *window) bool {
	one := lexis.Number{Value: "1", Unit: r.word(i)}
	switch {
	case !ones[r.word(i-1)] && !pers[r.word(i-1)]:
		return false
	case i > 1 && (r.word(i-2) == "half" || r.word(i-2) == "demi"):
		one.Value = "0.5"
	case i > 1 && r.tokens[i-2].role.Has(lexis.NumberWord): // "twice a year"
		return false
	}
	for k := 0; k+1 < len(w.tokens); k++ {
		if value := w.number(k, r.lang); value != "" && sameInOtherUnit(lexis.Number{Value: value, Unit: w.word(k + 1)}, one) {
			return true
		}
	}
	return false
}

// recurs reports whether the word at token k goes with a time: "every six weeks".
func (w *window) recurs(k int) bool {
	for i := k + 1; i < len(w.tokens) && i <= k+2; i++ {
		if w.tokens[i].is(numeral) || w.tokens[i].role.Has(lexis.NumberWord) || lexis.IsUnit(w.word(i)) {
			return true
		}
	}
	return false
}

// sameParties reports whether the claim's ith word is the verb of a transfer
// between the very two that the quoted words name, told from the other side.
func (r *reading) sameParties(w *window, i int) bool {
	mine := r.whole()
	if _, ok := mine.transferAt(i); !ok {
		return false
	}
	_, agrees := r.otherParties(w)
	return agrees
}

// rival finds another member of a class in the window; -1 where there is none,
// or where the window has the member itself.
func (w *window) rival(mine membership) int {
	return w.rivalWhere(mine, func(int) bool { return true })
}

// rivalWhere is rival among the words at certain places.
func (w *window) rivalWhere(mine membership, counts func(k int) bool) int {
	at := -1
	for k := range w.tokens {
		if w.tokens[k].manner()&classManner == 0 || !counts(k) {
			continue
		}
		for _, m := range w.tokens[k].classes() {
			if m == mine {
				return -1
			}
			if m.class == mine.class {
				at = k
			}
		}
	}
	return at
}

// hasMember reports whether the claim has the same member of a class as word k
// of the window.
func (r *reading) hasMember(w *window, k, class int) bool {
	for _, theirs := range w.tokens[k].classes() {
		for i := range r.tokens {
			for _, m := range r.tokens[i].classes() {
				if theirs.class == class && m == theirs {
					return true
				}
			}
		}
	}
	return false
}

// otherCount finds "three tablets" where the quoted sentence has "two tablets".
func (r *reading) otherCount(w *window) (code, detail string) {
	for i := range r.tokens {
		if !r.tokens[i].counts(r.lang) && !boths[r.word(i)] {
			continue
		}
		mine, ok := r.lang.NumberValue(r.word(i))
		if boths[r.word(i)] {
			mine, ok = "2", true
		}
		if !ok || r.restatedIn(w, i) {
			continue
		}
		for k := i + 1; k < len(r.tokens) && k <= i+2; k++ {
			if !r.tokens[k].content() {
				continue
			}
			if theirs := w.countOf(r.tokens[k].stem, r.lang); theirs != "" && !(len(r.wrongNumbers) == 0 && magnitude(mine) && magnitude(theirs)) && theirs != mine && !r.countsToo(i, k, theirs) && !w.counts(mine, r.lang) && !(r.approximate(i) && near(&lexis.Number{Value: strings.ReplaceAll(theirs, ",", "")}, &lexis.Number{Value: mine})) {
				return CodeNumber, fmt.Sprintf("the claim counts %s, the quoted words %s", mine, theirs)
			}
			break
		}
	}
	return "", ""
}

// boths say two of all that there are.
var boths = set("both beide beiden ambos ambas entrambi entrambe")

// countsToo reports whether the claim counts with another number than its ith word the
// things of token k as well: "one month here and three months there".
func (r *reading) countsToo(i, k int, value string) bool {
	mine := r.whole()
	for j := range r.tokens {
		if j == k || j == i || mine.number(j, r.lang) != value {
			continue
		}
		for n := j + 1; n < len(r.tokens) && n <= j+2; n++ {
			if r.tokens[n].stem == r.tokens[k].stem && n != k {
				return true
			}
		}
	}
	return false
}

// magnitude reports whether a value is that of a word such as "million", by which the
// number in front of it is read: "1.200 Mio." is "1,2 Mrd.".
func magnitude(value string) bool { return len(value) > 6 && strings.HasSuffix(value, "000000") }

// countOf is the number in front of a stem, "" where there is none.
func (w *window) countOf(stem uint32, lang lexis.Language) string {
	for i := range w.tokens {
		if w.tokens[i].stem != stem {
			continue
		}
		for k := i - 1; k >= 0 && k >= i-2; k-- {
			if v := w.number(k, lang); v != "" {
				return v
			}
		}
	}
	return ""
}

func (w *window) counts(value string, lang lexis.Language) bool {
	for i := range w.tokens {
		if w.number(i, lang) == value {
			return true
		}
	}
	return false
}

// number is the value of the window's ith word, "" where it is no number.
func (w *window) number(i int, lang lexis.Language) string {
	t := &w.tokens[i]
	if t.is(numeral) {
		return w.word(i)
	}
	if !t.counts(lang) {
		return ""
	}
	v, _ := lang.NumberValue(w.word(i))
	return v
}

// counts reports whether a token's word may be a number word. Characters of
// scripts without spaces have no lexeme of their own.
func (t *token) counts(lang lexis.Language) bool {
	return t.is(wide) || t.lexeme().roles.In(lang).Has(lexis.NumberWord|lexis.OrdinalWord)
}

// askedFor finds a claim that takes its substance from the question: the
// words that are new against every source are the question's own, and nothing
// else in the claim (a number that the quote has) ties it to the quote.
func (r *reading) askedFor(w *window) (code, detail string) {
	if r.aboutUser() || len(r.numbers) > 0 || r.n < 2 || anyNegated(r.tokens) && !w.negated && w.closeness < 0.5 {
		return "", ""
	}
	novel := r.echo &^ (r.found | r.meta)
	if novel == 0 || float64(r.weigh(novel)) < 0.4*float64(r.total) {
		return "", ""
	}
	for k := range r.n {
		if novel&(1<<k) != 0 {
			return CodeUnsupported, fmt.Sprintf("%q is the question's word and no source's", r.word(int(r.unique[k])))
		}
	}
	return "", ""
}

// strayed finds a claim of which the quoted sentences have no word and the
// sources less than half: it is cited for something else.
func (r *reading) strayed(w *window) (code, detail string) {
	if r.n < 2 || w.closeness > 0 || r.aboutUser() || r.weigh(r.found|r.meta|r.echo|r.family) >= r.total/2 {
		return "", ""
	}
	return CodeUnsupported, "the quoted words have none of its words, and the sources less than half"
}

// unknownName finds a name that no source has, be it the question's: asked
// whether somebody did a thing, a model that wants to please says so. A line in
// which every word has a capital is a title.
func (r *reading) unknownName(*window) (code, detail string) {
	if r.lang == lexis.German || r.aboutUser() || !r.hasSmall() { // every German noun has a capital
		return "", ""
	}
	lex := loadLexicon()
	for k := range r.n {
		t := &r.tokens[r.unique[k]]
		if lexis.Currency(r.text[t.start:t.end]) != "" && r.inNumber(t) { // compared with its number
			continue
		}
		if !t.is(capital) || t.is(opener) || t.role.Has(lexis.Month|lexis.Weekday) || (r.found|r.meta|r.family)&(1<<k) != 0 || t.end-t.start < 3 {
			continue
		}
		name := r.text[t.start:t.end]
		if t.has(bareTrait) || isAcronym(name) && (r.expands(name) || abbreviates(name, Evidence{Sources: r.sources})) {
			continue
		}
		if r.echo&(1<<k) != 0 || !lex.common(t.stem) && !lex.related(t.root) {
			return CodeEntity, fmt.Sprintf("no source names %q", name)
		}
	}
	return "", ""
}

// hasSmall reports whether some content word of the claim has no capital.
func (r *reading) hasSmall() bool {
	for k := range r.n {
		if t := &r.tokens[r.unique[k]]; !t.is(capital | numeral) {
			return true
		}
	}
	return false
}

// bareInQuote holds a bare "Yes." or "No." to the quote: what the question
// asks has to be what the quoted sentences speak of.
func (r *reading) bareInQuote(ev Evidence) []Finding {
	const least = 0.8
	if len(ev.Quotes) == 0 || ev.Question == "" {
		return nil
	}
	w := r.quotedWords(ev)
	asked, held := 0, 0
	z := newTokenizer(ev.Question, r.lang)
	for t, ok := z.next(); ok; t, ok = z.next() {
		if t.content() {
			asked++
			if w.holds(t.stem) {
				held++
			}
		}
	}
	if asked == 0 || float64(held) >= least*float64(asked) {
		return nil
	}
	return []Finding{{CodeUnsupported, "the quoted words do not speak of what was asked"}}
}
