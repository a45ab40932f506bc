package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// statementReader goes through the words of a statement.
type statementReader struct {
	st      *statement
	tokens  []token
	words   *vocabulary // nil for a language without data
	units   []unit
	room    [48]unit
	at      int   // the next unit
	number  int   // the next number
	numbers int   // how many the text's own reader found
	bracket int   // how many brackets are open
	start   int32 // where the statement begins, in bytes
}

// unit is a word of a statement. A short form such as "isn't" has two.
type unit struct {
	token int32
	word  uint16 // its number in the lists
	own   bool   // it is the whole token
}

// cut lists the units of the statement.
func (r *statementReader) cut() {
	r.units = r.room[:0]
	for i := range r.tokens {
		word := r.tokens[i].word
		e := r.entry(word)
		if e == nil || len(e.expands) == 0 {
			r.units = append(r.units, unit{int32(i), word, true})
			continue
		}
		for _, w := range e.expands {
			r.units = append(r.units, unit{int32(i), w, false})
		}
		if e.perfect != 0 && i+1 < len(r.tokens) && r.entry(r.tokens[i+1].word).has(perfectUse) {
			r.units[len(r.units)-1].word = e.perfect
		}
	}
}

// entry returns what the language's vocabulary knows of a word, nil for nothing.
func (r *statementReader) entry(word uint16) *wordEntry {
	if r.words == nil || word == 0 {
		return nil
	}
	return r.words.words[word]
}

// tokenAt is the token of a unit, nil behind the last.
func (r *statementReader) tokenAt(unit int) *token {
	if unit >= len(r.units) {
		return nil
	}
	return &r.tokens[r.units[unit].token]
}

// next reads one atom.
func (r *statementReader) next() {
	u := r.units[r.at]
	t := &r.tokens[u.token]
	var mark atomMark
	if r.at == 0 || r.units[r.at-1].token != u.token {
		mark = r.between(int(u.token))
	}
	r.passNumbers(t)
	switch e := r.entry(u.word); {
	case r.atNumber(t):
		r.addNumber(mark)
	case t.is(wide):
		r.addWide(t, mark)
	case e != nil && r.addPhrase(e, mark):
	case u.own && r.addCount(t, mark):
	default:
		r.addWord(u, mark)
	}
}

// passNumbers steps over the numbers that end before a token. One without a token of
// its own is a fraction in one character, and an atom all the same.
func (r *statementReader) passNumbers(t *token) {
	for ; r.number < r.numbers && r.st.numbers[r.number].End <= int(t.start); r.number++ {
		n := &r.st.numbers[r.number]
		if first, _ := utf8.DecodeRuneInString(n.Text); n.Kind == text.Fraction && !unicode.IsDigit(first) && unicode.IsNumber(first) {
			r.add(atom{key: numberKey(n), start: int32(n.Start), end: int32(n.End), mark: contentMark, number: int16(r.number)})
		}
	}
}

// atNumber reports whether a number to be compared by its value stands here. The
// words of comparison that a number may begin with are atoms of their own.
func (r *statementReader) atNumber(t *token) bool {
	if r.number == r.numbers || r.st.numbers[r.number].Start > int(t.start) {
		return false
	}
	n := &r.st.numbers[r.number]
	figure := t.is(numeral) || t.role.Has(text.NumberWord|text.Month) || n.Kind == text.Fraction && t.role.Has(text.OrdinalWord)
	if n.Comparison != "" && !figure && text.Currency(r.st.text[t.start:t.end]) == "" {
		return false
	}
	return comparesByValue(n)
}

// Signs that part a statement, and signs that say something by themselves.
const (
	commaSigns = ",:–—()[]"
	stopSigns  = ";\n!?|"
	plainSigns = "`^|*_#~" // of Markdown
)

// between reads the signs in front of a token.
func (r *statementReader) between(i int) (mark atomMark) {
	t := &r.tokens[i]
	from := r.start
	if i > 0 {
		from = r.tokens[i-1].end
	}
	mark = r.signs(min(from, t.start), t.start) // pairs of a script without spaces overlap
	if r.bracket > 0 {
		mark |= bracketMark
	}
	return mark
}

// signs reads what stands between two words.
func (r *statementReader) signs(from, to int32) (mark atomMark) {
	for i, c := range r.st.text[from:to] {
		if c != ' ' {
			mark |= r.signAt(c, from+int32(i))
		}
	}
	return mark
}

// signAt reads one sign.
func (r *statementReader) signAt(c rune, at int32) (mark atomMark) {
	switch {
	case strings.ContainsRune(commaSigns, c):
		mark = commaBefore
	case strings.ContainsRune(stopSigns, c):
		mark = stopBefore
	case c == '-' && strings.HasSuffix(r.st.text[:at], " "):
		mark = commaBefore
	case isTelling(c):
		r.sign(c, at)
	}
	switch c {
	case '(', '[':
		r.bracket++
	case ')', ']':
		r.bracket = max(0, r.bracket-1)
	}
	return mark
}

// isTelling reports whether a sign says something by itself: an arrow, a check mark, a
// currency, a sign of mathematics, a number that is no digit.
func isTelling(c rune) bool {
	if c == '/' || c == '%' || c == '≈' {
		return true
	}
	number := unicode.IsNumber(c) && !unicode.IsDigit(c)
	return (unicode.IsSymbol(c) || number) && !strings.ContainsRune(plainSigns, c)
}

// sign adds a sign that says something, unless it belongs to a number.
func (r *statementReader) sign(c rune, at int32) {
	for i := range r.st.numbers {
		if n := &r.st.numbers[i]; int(at) >= n.Start && int(at) < n.End {
			return
		}
	}
	r.addSign(string(c), at)
}

func (r *statementReader) addSign(sign string, at int32) {
	end := min(at+int32(len(sign)), int32(len(r.st.text))) // a broken character is shorter than what stands for it
	a := atom{key: hashString(sign), start: at, end: end, kind: compared, number: -1}
	if e := r.entry(listedWords.number(sign)); e != nil {
		a.take(e)
	}
	r.add(a)
}

func (r *statementReader) add(a atom) { r.st.atoms = append(r.st.atoms, a) }

// comparesByValue reports whether a number is one to be compared by its value. A
// word such as "second" or "half" is compared as a word.
func comparesByValue(n *text.Number) bool {
	return !n.Spelled || n.Unit != "" || !countedAsWords[text.Fold(n.Text)]
}

var countedAsWords = wordSet("countedAsWords")

// addNumber adds the number at hand and steps over its tokens.
func (r *statementReader) addNumber(mark atomMark) {
	n := &r.st.numbers[r.number]
	if e := r.entry(listedWords.number(n.Value)); n.Bare() && n.High == "" && e != nil && r.addPhrase(e, mark) { // "2 times"
		r.number++
		return
	}
	for _, sign := range [...]string{"<", ">", "≤", "≥", "≈", "~", "±"} {
		if strings.HasPrefix(n.Text, sign) {
			r.addSign(sign, int32(n.Start))
		}
	}
	if strings.HasSuffix(n.Text, "+") {
		r.addSign("≥", int32(n.Start))
	}
	a := atom{key: numberKey(n), start: r.tokenAt(r.at).start, mark: mark | contentMark, number: int16(r.number)}
	a.end = max(r.skipTo(int32(n.End)), int32(n.End))
	if word := r.st.lang.OrdinalWord(n.Value); n.Kind == text.Ordinal && word != "" { // "2nd"
		a.key, a.number = stemKey(word), -1
		if e := r.entry(listedWords.number(word)); e != nil {
			a.take(e)
		}
	}
	share := strings.Trim(n.Unit, "%") == "" && n.Kind.In(text.Percent, text.Fraction)
	if next := r.tokenAt(r.at); share && next != nil && next.stem == ofKey && !next.is(parted) {
		a.end = next.end // "25 % of", as in "all of"
		r.at++
	}
	r.add(a)
	r.number++
}

// skipTo steps over the units that begin in front of a byte and returns where the
// last of them ends.
func (r *statementReader) skipTo(to int32) (end int32) {
	for t := r.tokenAt(r.at); t != nil && t.start < to; t = r.tokenAt(r.at) {
		end = max(end, t.end)
		r.at++
	}
	return end
}

// addCount adds a number that the reader of numbers passes over: "one tablet", "a year".
func (r *statementReader) addCount(t *token, mark atomMark) bool {
	n := text.Number{Start: int(t.start), End: int(t.end), Kind: text.Plain, Spelled: true}
	units := 1
	if next := r.tokenAt(r.at + 1); t.stem == aKey || t.stem == anKey {
		if next == nil || !r.isUnit(next) || next.is(parted) {
			return false
		}
		if e := r.entry(listedWords.number("per")); e != nil && r.hasCount() && r.addPhrase(e, mark) { // "one tablet a day"
			return true
		}
		n.Value, n.Unit, n.End, units = "1", r.st.text[next.start:next.end], int(next.end), 2
	} else if t.role.Has(text.NumberWord) {
		n.Value, _ = r.st.lang.NumberValue(foldedWord(r.st.text, t))
	}
	if n.Text = r.st.text[n.Start:n.End]; n.Value == "" || !comparesByValue(&n) {
		return false
	}
	r.at += units
	r.add(atom{key: numberKey(&n), start: t.start, end: int32(n.End), mark: mark | contentMark, number: int16(len(r.st.numbers))})
	r.st.numbers = append(r.st.numbers, n)
	return true
}

// hasCount reports whether a figure stands in front of the unit at hand, with no more than
// what is counted between.
func (r *statementReader) hasCount() bool {
	const most = 4 // words: "two white tablets", "two barrels of oil"
	for i := len(r.st.atoms) - 1; i >= 0 && i >= len(r.st.atoms)-1-most; i-- {
		switch a := &r.st.atoms[i]; {
		case a.number >= 0, a.key == onceKey, a.key == twiceKey:
			return true
		case !a.content() && a.key != ofKey || a.is(commaBefore|stopBefore):
			return false
		}
	}
	return false
}

// isUnit reports whether a token is a unit that is written out: "hour", not "h".
func (r *statementReader) isUnit(t *token) bool {
	w := r.st.text[t.start:t.end]
	return !t.role.Has(text.OrdinalWord) && text.IsUnit(w) && !text.IsUnitSymbol(w)
}

// longestNegator is how many characters a negator of a script without spaces has.
const longestNegator = 3

// addWide adds a negator of a script without spaces, or its next character.
func (r *statementReader) addWide(t *token, mark atomMark) {
	a := atom{start: t.start, mark: mark | contentMark | wideMark, number: -1}
	_, size := utf8.DecodeRuneInString(r.st.text[t.start:])
	if n := r.negatorAt(int(t.start)); n > 0 {
		size, a.kind, a.mark = n, negated, mark|wideMark
	}
	a.end = t.start + int32(size)
	a.key = hashString(r.st.text[a.start:a.end])
	r.add(a)
	end := t.end
	for next := r.tokenAt(r.at); next != nil && next.start < a.end; next = r.tokenAt(r.at) {
		end = next.end
		r.at++
	}
	next := r.tokenAt(r.at)
	if rest := r.st.text[min(a.end, end):end]; rest != "" && (next == nil || next.start >= end) {
		r.add(atom{key: hashString(rest), start: a.end, end: end, mark: contentMark, number: -1})
	}
}

// negatorAt returns the length of the longest negator at a byte, 0 for none.
func (r *statementReader) negatorAt(at int) (length int) {
	rest, end := r.st.text[at:], 0
	for range longestNegator {
		_, size := utf8.DecodeRuneInString(rest[end:])
		if end += size; r.st.lang.Class(rest[:end]).Has(text.Negator) {
			length = end
		}
	}
	return length
}

// addPhrase adds the longest phrase that a word opens here.
func (r *statementReader) addPhrase(e *wordEntry, mark atomMark) bool {
	var best *operatorPhrase
	for i := range e.phrases {
		if p := &e.phrases[i]; (best == nil || len(p.words) > len(best.words)) && r.standsHere(p.words) {
			best = p
		}
	}
	if best == nil {
		return false
	}
	first, last := r.tokenAt(r.at), r.tokenAt(r.at+len(best.words)-1)
	a := atom{key: best.key, start: first.start, end: last.end, kind: best.kind, use: best.use, mark: mark, number: -1}
	if a.kind == noOperator && a.use == 0 {
		a.mark |= contentMark
	}
	r.add(a)
	r.at += len(best.words)
	return true
}

// standsHere reports whether the words behind the first one stand behind the unit at hand,
// no sign between them.
func (r *statementReader) standsHere(words []uint16) bool {
	if r.at+len(words) > len(r.units) {
		return false
	}
	for k, w := range words {
		u := r.units[r.at+k]
		if k > 0 && (u.word != w || r.tokens[u.token].is(parted|opener)) {
			return false
		}
	}
	return true
}

// addWord adds a word by itself.
func (r *statementReader) addWord(u unit, mark atomMark) {
	t := &r.tokens[u.token]
	a := atom{key: t.stem, start: t.start, end: t.end, mark: mark, number: -1}
	if !u.own {
		a.key = listedWords.lexemes[u.word].stem
	}
	if r.at > 0 && t.is(capital) && !t.is(opener) && !t.role.Has(text.Month|text.Weekday) {
		a.mark |= nameMark
	}
	if e := r.entry(u.word); e != nil && !r.isParticiple(e) {
		a.take(e)
	} else {
		a.takeRoles(t)
	}
	r.form(&a, t)
	if t.role.Has(text.Weekday) {
		r.spanDays(&a)
	}
	r.add(a)
	r.at++
}

// spanDays gives a span of weekdays one form: "from Monday to Friday", "Monday–Friday".
func (r *statementReader) spanDays(a *atom) {
	last := len(r.st.atoms) - 1
	switch {
	case last >= 0 && a.is(commaBefore) && r.tokenAt(r.at-1).role.Has(text.Weekday) &&
		strings.ContainsAny(r.st.text[r.st.atoms[last].end:a.start], "-–—"):
		r.add(atom{key: toKey, start: r.st.atoms[last].end, end: a.start, use: prepositionUse, number: -1})
		a.mark &^= commaBefore
	case last >= 0 && r.st.atoms[last].key == fromKey && r.tokenAt(r.at+1) != nil && r.tokenAt(r.at+1).stem == toKey:
		r.st.atoms = r.st.atoms[:last]
	}
}

// isParticiple reports whether a word that opens a condition is a verb's form here: "is
// provided by", "has provided".
func (r *statementReader) isParticiple(e *wordEntry) bool {
	last := len(r.st.atoms) - 1
	return e.kind == conditional && last >= 0 && r.st.atoms[last].kind == tense
}

// take takes over what a vocabulary knows of a word.
func (a *atom) take(e *wordEntry) {
	if e.key != 0 {
		a.key = e.key
	}
	a.kind, a.use = e.kind, e.use
	if a.kind == noOperator && a.use&^keepsMeaning == 0 {
		a.mark |= contentMark
	}
	if e.has(adverbUse) {
		a.mark |= adverbMark
	}
}

// takeRoles takes the operator of a word that only the general lists have.
func (a *atom) takeRoles(t *token) {
	for _, r := range roleKinds {
		if t.role.Has(r.role) {
			a.kind = r.kind
			break
		}
	}
	if !t.role.Has(text.Stop) {
		a.mark |= contentMark
	}
}

// roleKinds gives the operator of each role that the general lists know.
var roleKinds = [...]struct {
	role text.Class
	kind operatorKind
}{
	{text.Negator, negated}, {text.Exception, excepted}, {text.Modal, modal}, {text.Quantifier | text.Approximate, quantified},
	{text.Comparative, compared}, {text.Auxiliary, tense}, {text.Connective, joined},
}

// form marks what the form of a word tells.
func (r *statementReader) form(a *atom, t *token) {
	w := r.st.text[t.start:t.end]
	if a.kind == noOperator && t.is(capital) && isAcronym(w) && !strings.HasSuffix(w, "s") { // "US" is not "us"
		a.key ^= 0x5bd1e995
		a.use = 0
		a.mark |= contentMark | nameMark
	}
	if r.st.lang > text.English {
		return
	}
	switch {
	case a.kind == noOperator && strings.HasSuffix(w, "ly") && len(w) > len("only") && !r.words.limiting[t.word]:
		a.mark |= adverbMark
	case a.has(irregularUse), strings.HasSuffix(w, "ed") && len(w) > len("red"):
		a.mark |= verbMark | pastMark
	case strings.HasSuffix(w, "ing") && len(w) > len("bring"):
		a.mark |= ingMark
	case a.kind == tense, a.kind == modal, strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		a.mark |= verbMark
	}
}
