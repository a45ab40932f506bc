package claim

import (
	"slices"
	"strconv"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// atom is the smallest thing that a claim shares with its source: a word, a
// phrase that is one operator ("no more than"), or a number with its unit.
type atom struct {
	key        uint32 // equal for atoms that say the same
	start, end int32  // bytes in the text
	kind       operatorKind
	use        wordUse
	mark       atomMark
	number     int16 // index into the numbers of its text, -1 for none
}

// atomMark tells what an atom looks like and what stands before it.
type atomMark uint16

const (
	contentMark atomMark = 1 << iota // says something by itself
	nameMark                         // has a capital that does not open a sentence
	commaBefore                      // a comma, colon, dash or bracket stands before it
	stopBefore                       // a semicolon or the end of a sentence or line stands before it
	bracketMark                      // stands in brackets
	adverbMark                       // an adverb that may be left out
	verbMark                         // may be a verb, by its form
	pastMark                         // has the ending or form of the past
	digitMark                        // is written in digits
	wideMark                         // a character of a script without spaces
)

func (a *atom) is(m atomMark) bool { return a.mark&m != 0 }
func (a *atom) has(u wordUse) bool { return a.use&u != 0 }
func (a *atom) boundary() bool     { return a.is(commaBefore | stopBefore) }
func (a *atom) content() bool      { return a.is(contentMark) }
func (a *atom) limits() bool       { return a.kind != noOperator && a.kind != joined && a.kind != tense }

// statement is a stretch of text, read as atoms.
type statement struct {
	text    string
	lang    lexis.Language
	atoms   []atom
	numbers []lexis.Number
}

// mostAtoms bounds a statement: a longer one is no one statement.
const mostAtoms = 120

// read reads tokens of a text, with the numbers among them, into a statement.
func (r *statementReader) read(st *statement, text string, lang lexis.Language, tokens []token, numbers []lexis.Number) {
	st.text, st.lang, st.atoms, st.numbers = text, lang, st.atoms[:0], append(st.numbers[:0], numbers...)
	*r = statementReader{st: st, tokens: tokens, words: vocabularies[lang], numbers: len(numbers), units: r.units[:0]}
	r.cut()
	for r.at < len(r.units) && len(st.atoms) <= mostAtoms {
		r.next()
	}
}

// unit is a word of a statement. A short form such as "isn't" has two.
type unit struct {
	token int32
	word  uint16 // its number in the lists
	own   bool   // it is the whole token
}

// cut lists the units of the statement.
func (r *statementReader) cut() {
	for i := range r.tokens {
		word := r.tokens[i].word
		if e := r.entry(word); e != nil && len(e.expands) > 0 {
			for _, w := range e.expands {
				r.units = append(r.units, unit{int32(i), w, false})
			}
			continue
		}
		r.units = append(r.units, unit{int32(i), word, true})
	}
}

// entry returns what the language's vocabulary knows of a word, nil for nothing.
func (r *statementReader) entry(word uint16) *wordEntry {
	if r.words == nil || word == 0 {
		return nil
	}
	return r.words.words[word]
}

// statementReader goes through the words of a statement.
type statementReader struct {
	st      *statement
	tokens  []token
	words   *vocabulary // nil for a language without data
	units   []unit
	at      int // the next unit
	number  int // the next number
	numbers int // how many were read by others
	bracket int // how many brackets are open
}

// next reads one atom.
func (r *statementReader) next() {
	u := r.units[r.at]
	t := &r.tokens[u.token]
	var mark atomMark
	if r.at == 0 || r.units[r.at-1].token != u.token {
		mark = r.between(int(u.token))
	}
	for r.number < r.numbers && r.st.numbers[r.number].End <= int(t.start) {
		r.number++
	}
	switch e := r.entry(u.word); {
	case r.atNumber(t):
		r.addNumber(mark)
	case t.is(wide):
		r.addWide(t, mark)
	case e != nil && r.addPhrase(e, mark):
	case u.own && t.role.Has(lexis.NumberWord) && (r.addHalf(t, mark) || r.addCount(t, mark)):
	default:
		r.addWord(u, mark)
	}
}

// atNumber tells whether a number to be compared by its value stands here. The
// words of comparison that a number may begin with are atoms of their own.
func (r *statementReader) atNumber(t *token) bool {
	if r.number == r.numbers || r.st.numbers[r.number].Start > int(t.start) {
		return false
	}
	n := &r.st.numbers[r.number]
	if n.Comparison != "" && !t.is(numeral) && !t.role.Has(lexis.NumberWord|lexis.Month) && lexis.Currency(r.st.text[t.start:t.end]) == "" {
		return false
	}
	return comparesByValue(n)
}

// between reads the signs in front of a token.
func (r *statementReader) between(i int) (mark atomMark) {
	t := &r.tokens[i]
	from := t.start
	switch {
	case i > 0:
		from = min(r.tokens[i-1].end, t.start) // pairs of a script without spaces overlap
	case from > 0:
		from--
	}
	for i, c := range r.st.text[from:t.start] {
		switch c {
		case ',', ':', '–', '—', '(', ')', '[', ']':
			mark |= commaBefore
		case ';', '\n', '!', '?', '|':
			mark |= stopBefore
		case '-':
			if at := from + int32(i); at > 0 && r.st.text[at-1] == ' ' {
				mark |= commaBefore
			}
		case '<', '>', '≤', '≥', '=', '±', '≠', '≈', '~', '+', '×', '/', '€', '$', '£', '°', '%':
			r.sign(c, from+int32(i))
		}
		switch c {
		case '(', '[':
			r.bracket++
		case ')', ']':
			r.bracket = max(0, r.bracket-1)
		}
	}
	if r.bracket > 0 {
		mark |= bracketMark
	}
	return mark
}

// sign adds a sign that says something, unless it belongs to a number.
func (r *statementReader) sign(c rune, at int32) {
	for i := range r.st.numbers {
		if n := &r.st.numbers[i]; int(at) >= n.Start && int(at) < n.End {
			return
		}
	}
	r.st.atoms = append(r.st.atoms, atom{key: hash([]byte(string(c))), start: at, end: at + int32(len(string(c))), kind: compared, number: -1})
}

// comparesByValue tells whether a number is one to be compared by its value. A
// word such as "second" or "half" is compared as a word.
func comparesByValue(n *lexis.Number) bool {
	if !n.Spelled || n.Unit != "" || n.Kind == lexis.Percent || n.Kind == lexis.Money {
		return true
	}
	switch strings.ToLower(n.Text) {
	case "second", "half", "quarter", "single", "once", "twice", "pair", "couple", "double", "triple", "last", "first", "hundreds", "thousands", "millions", "billions":
		return false
	}
	return true
}

// addNumber adds the number at hand and steps over its tokens.
func (r *statementReader) addNumber(mark atomMark) {
	n := &r.st.numbers[r.number]
	r.symbolInFront(n)
	first, end := r.units[r.at].token, int32(n.End)
	r.at++
	for r.at < len(r.units) && r.tokens[r.units[r.at].token].start < int32(n.End) {
		end = max(end, r.tokens[r.units[r.at].token].end)
		r.at++
	}
	mark |= contentMark
	if r.tokens[first].is(numeral) {
		mark |= digitMark
	}
	r.st.atoms = append(r.st.atoms, atom{key: numberKey(n), start: r.tokens[first].start, end: end, mark: mark, number: int16(r.number)})
	r.number++
}

// addCount adds a number word that stands by itself, with the unit behind it:
// "two tablets", "one hour".
func (r *statementReader) addCount(t *token, mark atomMark) bool {
	n := lexis.Number{Start: int(t.start), End: int(t.end), Text: r.st.text[t.start:t.end], Kind: lexis.Plain, Spelled: true}
	value, ok := r.st.lang.NumberValue(foldedWord(r.st.text, t))
	if n.Value = value; !ok || !comparesByValue(&n) {
		return false
	}
	r.at++
	if r.at < len(r.units) {
		if next := &r.tokens[r.units[r.at].token]; !next.is(parted|opener) && lexis.IsUnit(r.st.text[next.start:next.end]) {
			n.Unit, n.End = r.st.text[next.start:next.end], int(next.end)
			r.at++
		}
	}
	r.st.atoms = append(r.st.atoms, atom{key: numberKey(&n), start: int32(n.Start), end: int32(n.End), mark: mark | contentMark, number: int16(len(r.st.numbers))})
	r.st.numbers = append(r.st.numbers, n)
	return true
}

// addHalf adds half of a unit: "half an hour" is 0.5 hours.
func (r *statementReader) addHalf(t *token, mark atomMark) bool {
	if value, _ := r.st.lang.NumberValue(foldedWord(r.st.text, t)); value != "0.5" || r.at+2 >= len(r.units) {
		return false
	}
	unit := &r.tokens[r.units[r.at+2].token]
	if name := r.st.text[unit.start:unit.end]; !r.units[r.at+1].isArticle(r) || !lexis.IsUnit(name) {
		return false
	}
	n := lexis.Number{Start: int(t.start), End: int(unit.end), Text: r.st.text[t.start:unit.end], Kind: lexis.Plain, Value: "0.5", Unit: r.st.text[unit.start:unit.end], Spelled: true}
	r.st.atoms = append(r.st.atoms, atom{key: numberKey(&n), start: t.start, end: unit.end, mark: mark | contentMark, number: int16(len(r.st.numbers))})
	r.st.numbers = append(r.st.numbers, n)
	r.at += 3
	return true
}

// isArticle tells whether a unit may be left out anywhere.
func (u unit) isArticle(r *statementReader) bool {
	e := r.entry(u.word)
	return e != nil && e.use&freeUse != 0
}

// symbolInFront adds the sign of comparison that a number begins with.
func (r *statementReader) symbolInFront(n *lexis.Number) {
	for _, sign := range [...]string{"<", ">", "≤", "≥", "≈", "~", "±"} {
		if strings.HasPrefix(n.Text, sign) {
			r.st.atoms = append(r.st.atoms, atom{key: hash([]byte(sign)), start: int32(n.Start), end: int32(n.Start + len(sign)), kind: compared, number: -1})
		}
	}
}

// longestNegator is how many characters a negator of a script without spaces has.
const longestNegator = 3

// addWide adds a negator of a script without spaces, or its next character.
func (r *statementReader) addWide(t *token, mark atomMark) {
	a := atom{start: t.start, mark: mark | contentMark | wideMark, number: -1}
	size, count := 0, 0
	for i, c := range r.st.text[t.start:] {
		if count == longestNegator || !isWide(c) {
			break
		}
		count++
		end := i + len(string(c))
		if word := r.st.text[int(t.start) : int(t.start)+end]; r.st.lang.Class(word).Has(lexis.Negator) {
			size, a.kind, a.mark = end, negated, mark|wideMark
		} else if size == 0 {
			size = end
		}
	}
	a.end = t.start + int32(size)
	a.key = hash([]byte(r.st.text[a.start:a.end]))
	r.st.atoms = append(r.st.atoms, a)
	end := t.end
	for r.at < len(r.units) && r.tokens[r.units[r.at].token].start < a.end {
		end = r.tokens[r.units[r.at].token].end
		r.at++
	}
	next := r.at < len(r.units) && r.tokens[r.units[r.at].token].start < end
	if rest := r.st.text[min(a.end, end):end]; rest != "" && !next {
		r.st.atoms = append(r.st.atoms, atom{key: hash([]byte(rest)), start: a.end, end: end, mark: contentMark, number: -1})
	}
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
	first, last := r.units[r.at], r.units[r.at+len(best.words)-1]
	a := atom{key: best.key, start: r.tokens[first.token].start, end: r.tokens[last.token].end, kind: best.kind, use: best.use, mark: mark, number: -1}
	if a.kind == noOperator && a.use == 0 {
		a.mark |= contentMark
	}
	r.st.atoms = append(r.st.atoms, a)
	r.at += len(best.words)
	return true
}

// standsHere tells whether the words stand at the unit at hand, no sign between them.
func (r *statementReader) standsHere(words []uint16) bool {
	if r.at+len(words) > len(r.units) {
		return false
	}
	for k, w := range words {
		u := r.units[r.at+k]
		if u.word != w || k > 0 && r.tokens[u.token].is(parted|opener) {
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
	if t.is(capital) && !t.is(opener) {
		a.mark |= nameMark
	}
	if e := r.entry(u.word); e != nil {
		a.take(e)
	} else {
		a.takeRoles(t)
	}
	r.form(&a, t)
	r.st.atoms = append(r.st.atoms, a)
	r.at++
}

// take takes over what a vocabulary knows of a word.
func (a *atom) take(e *wordEntry) {
	if e.key != 0 {
		a.key = e.key
	}
	a.kind, a.use = e.kind, e.use
	if a.kind == noOperator && a.use&^(adverbUse|irregularUse|linkerUse) == 0 {
		a.mark |= contentMark
	}
	if e.use&adverbUse != 0 {
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
	if !t.role.Has(lexis.Stop) {
		a.mark |= contentMark
	}
}

// roleKinds gives the operator of each role that the general lists know.
var roleKinds = [...]struct {
	role lexis.Class
	kind operatorKind
}{
	{lexis.Negator, negated}, {lexis.Exception, excepted}, {lexis.Modal, modal}, {lexis.Quantifier | lexis.Approximate, quantified},
	{lexis.Comparative, compared}, {lexis.Auxiliary, tense}, {lexis.Connective, joined},
}

// form marks what the form of a word tells.
func (r *statementReader) form(a *atom, t *token) {
	w := r.st.text[t.start:t.end]
	if t.is(capital) && a.kind == noOperator && inCapitals(w) { // "US" is not "us"
		a.key ^= 0x5bd1e995
		a.mark |= contentMark | nameMark
	}
	if r.st.lang > lexis.English {
		return
	}
	switch {
	case strings.HasSuffix(w, "ly") && len(w) > 4 && a.kind == noOperator && !r.words.limiting[t.word]:
		a.mark |= adverbMark
	case strings.HasSuffix(w, "ed") && len(w) > 3:
		a.mark |= verbMark | pastMark
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		a.mark |= verbMark
	case a.has(irregularUse):
		a.mark |= verbMark | pastMark
	case a.kind == tense || a.kind == modal:
		a.mark |= verbMark
	}
}

// inCapitals tells whether a word is an abbreviation such as "WHO".
func inCapitals(w string) bool {
	const longest = 6
	if len(w) < 2 || len(w) > longest {
		return false
	}
	for _, c := range []byte(w) {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

// numberKey is equal for numbers that state the same quantity, in whatever unit.
func numberKey(n *lexis.Number) uint32 {
	var room [64]byte
	key := append(room[:0], kindOfValue(n.Kind)...)
	measure, ok := n.Measure()
	if ok {
		key = strconv.AppendFloat(append(key, measure.Kind...), measure.Value, 'g', 10, 64)
	} else {
		key = append(key, n.Value...)
	}
	if n.High != "" {
		high := *n
		high.Value = n.High
		if upper, ok := high.Measure(); ok {
			key = strconv.AppendFloat(append(key, ' '), upper.Value, 'g', 10, 64)
		}
	}
	return hash(key)
}

// kindOfValue tells apart kinds of numbers that never say the same.
func kindOfValue(k lexis.Kind) string {
	switch k {
	case lexis.Percent, lexis.Plain:
		return ""
	}
	return string(k)
}

// contains tells whether some atom has the key.
func (st *statement) contains(key uint32) bool {
	return slices.ContainsFunc(st.atoms, func(a atom) bool { return a.key == key })
}
