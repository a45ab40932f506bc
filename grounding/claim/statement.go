package claim

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// atom is the smallest thing that a claim shares with its source: a word, a
// phrase that is one operator ("no more than"), or a number with its unit.
type atom struct {
	key        uint32 // equal for atoms that say the same
	start, end int32  // bytes in the text
	kind       operatorKind
	use        wordUse
	mark       atomMark
	number     int16 // index into the numbers of its statement, -1 for none
}

// atomMark tells what an atom looks like and what stands before it.
type atomMark uint8

const (
	contentMark   atomMark = 1 << iota // says something by itself
	nameMark                           // has a capital that does not open a sentence
	partedMark                         // a comma or the like stands before it
	pastMark                           // has the ending or form of the past
	wideMark                           // a character of a script without spaces
	articleBefore                      // an article or the like stands before it
)

func (a *atom) is(m atomMark) bool { return a.mark&m != 0 }
func (a *atom) has(u wordUse) bool { return a.use&u != 0 }
func (a *atom) content() bool      { return a.is(contentMark) }

// opensPhrase reports whether the atom stands in front of what it names the part of: "to", "in".
func (a *atom) opensPhrase() bool {
	return a.has(prepositionUse) || !a.content() && a.kind == noOperator && !a.has(pronounUse|freeUse) && !articleKeys[a.key]
}

// articleKeys are those of the words that stand in front of a noun and tell nothing of its part.
var articleKeys = func() map[uint32]bool {
	out := map[uint32]bool{}
	for _, list := range [...]string{"articles", "determiners"} {
		for word := range text.WordSet(list) {
			out[stemKey(word)] = true
		}
	}
	return out
}()

// limits reports whether the atom is an operator that turns or limits what is
// said; words that join clauses or carry the tense do not.
func (a *atom) limits() bool { return a.kind != noOperator && a.kind != joined && a.kind != tense }

// finite reports whether an atom is surely a verb of its own.
func (a *atom) finite() bool {
	return a.kind == tense || a.kind == modal || a.is(pastMark) && !a.is(nameMark)
}

// statement is a stretch of text, read as atoms.
type statement struct {
	text    string
	lang    text.Language
	atoms   []atom
	numbers []text.Number
}

// mostAtoms bounds a statement: a longer one is no one statement.
const mostAtoms = 120

// word is an atom as it is written.
func (st *statement) word(a *atom) string { return st.text[a.start:a.end] }

// fold is an atom's word as lists have it.
func (st *statement) fold(a *atom) string { return text.Fold(st.word(a)) }

// contains reports whether some atom has one of some keys.
func (st *statement) contains(keys ...uint32) bool { return hasKey(st.atoms, keys...) }

// hasKey reports whether one of some keys is among some atoms.
func hasKey(atoms []atom, keys ...uint32) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return slices.Contains(keys, a.key) })
}

// kinds is a set of kinds of operators.
type kinds uint16

const (
	denying    kinds = 1<<negated | 1<<implied
	conditions kinds = 1<<conditional | 1<<excepted
)

// kindsOf returns the kinds of operators among some atoms.
func kindsOf(atoms []atom) (set kinds) {
	for i := range atoms {
		if atoms[i].limits() {
			set |= 1 << atoms[i].kind
		}
	}
	return set
}

// has reports whether the sets share a kind.
func (k kinds) has(other kinds) bool { return k&other != 0 }

// Keys of words that grammar turns on.
var (
	onlyKey, allKey, bothKey, anyKey, eitherKey = stemKey("only"), stemKey("all"), stemKey("both"), stemKey("any"), stemKey("either")
	mayKey, canKey, couldKey, mustKey           = stemKey("may"), stemKey("can"), stemKey("could"), stemKey("must")
	byKey, thanKey, exemptKey, badKey           = stemKey("by"), stemKey("than"), stemKey("exempt"), stemKey("bad")
	isKey, wasKey, itKey, aboveKey              = stemKey("is"), stemKey("was"), stemKey("it"), stemKey("above")
	thisKey, thatKey, theseKey, thoseKey        = stemKey("this"), stemKey("that"), stemKey("these"), stemKey("those")
	suchKey, soKey, whetherKey, whereKey        = stemKey("such"), stemKey("so"), stemKey("whether"), stemKey("where")
	falseKey                                    = stemKey("false")                 // of "wrong" too
	notRequired                                 = hashString("is not required to") // the denial of a duty leaves a permission standing
)

// statementReader goes through the words of a statement.
type statementReader struct {
	into   *statement
	tokens []token
	words  *vocabulary
	units  []unit
	at     int // the next unit
	number int // the next number
	free   atomMark
}

// statementReaders lend the room that reading takes.
var statementReaders = sync.Pool{New: func() any { return new(statementReader) }}

// unit is a word of a statement. A short form such as "isn't" has two.
type unit struct {
	token int32
	word  uint16 // its number in the lists
	own   bool   // it is the whole token
}

// fill reads the tokens of a statement whose numbers are known.
func (st *statement) fill(tokens []token) {
	st.atoms = slices.Grow(st.atoms[:0], min(len(tokens), mostAtoms)+1)
	r := statementReaders.Get().(*statementReader)
	defer statementReaders.Put(r)
	*r = statementReader{into: st, tokens: tokens, words: vocabularyOf(st.lang), units: r.units[:0]}
	r.cut()
	for r.at < len(r.units) && len(st.atoms) <= mostAtoms {
		r.next()
	}
	r.into, r.tokens = nil, nil
}

// cut lists the units of the statement.
func (r *statementReader) cut() {
	for i := range r.tokens {
		e := r.words.find(r.tokens[i].word)
		if e == nil || len(e.expands) == 0 {
			r.units = append(r.units, unit{int32(i), r.tokens[i].word, true})
			continue
		}
		for _, w := range e.expands {
			r.units = append(r.units, unit{int32(i), w, false})
		}
	}
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
	t := r.tokenAt(r.at)
	for r.number < len(r.into.numbers) && r.into.numbers[r.number].End <= int(t.start) {
		r.number++
	}
	switch e := r.words.find(r.units[r.at].word); {
	case r.atNumber(t):
		r.addNumber()
	case t.is(wide):
		r.addWide(t)
	case e != nil && r.addPhrase(e):
	default:
		r.addWord(t, e)
	}
}

// add adds an atom. A word that says nothing wherever it stands ("the", "do") leaves but a
// mark on the atom behind.
func (r *statementReader) add(a atom) {
	if r.tokenAt(r.at).is(parted) {
		a.mark |= partedMark
	}
	if a.has(freeUse) && !a.is(nameMark) {
		r.free |= articleBefore | a.mark&partedMark
		return
	}
	a.mark |= r.free
	r.free = 0
	r.into.atoms = append(r.into.atoms, a)
}

// atNumber reports whether a number to be compared by its value stands here. The
// words of comparison that a number may begin with are atoms of their own.
func (r *statementReader) atNumber(t *token) bool {
	if r.number == len(r.into.numbers) || r.into.numbers[r.number].Start > int(t.start) {
		return false
	}
	n := &r.into.numbers[r.number]
	figure := t.is(numeral) || t.role.Has(text.NumberWord|text.Month) || n.Kind == text.Fraction && t.role.Has(text.OrdinalWord)
	if n.Comparison != "" && !figure && text.Currency(r.into.text[t.start:t.end]) == "" {
		return false
	}
	return comparesByValue(n)
}

// comparesByValue reports whether a number is one to be compared by its value. A
// word such as "second" or "half" is compared as a word.
func comparesByValue(n *text.Number) bool {
	return !n.Spelled || n.Unit != "" || !countedAsWords[text.Fold(n.Text)]
}

var countedAsWords = wordSet("countedAsWords")

// addNumber adds the number at hand and steps over its tokens.
func (r *statementReader) addNumber() {
	n := &r.into.numbers[r.number]
	first, _ := utf8.DecodeRuneInString(n.Text)
	if e := r.words.find(listedWords.number(n.Comparison)); e != nil && (first == '~' || strings.HasPrefix(n.Text, n.Comparison)) {
		r.add(atom{key: e.key, start: int32(n.Start), end: int32(n.Start + utf8.RuneLen(first)), kind: compared, number: -1})
	}
	a := atom{key: numberKey(n, r.into.lang), start: r.tokenAt(r.at).start, mark: contentMark, number: int16(r.number)}
	for a.end = int32(n.End); r.at+1 < len(r.units) && r.tokenAt(r.at+1).start < int32(n.End); r.at++ {
		a.end = max(a.end, r.tokenAt(r.at+1).end)
	}
	r.add(a)
	r.at++
	r.number++
}

// numberKey is equal for numbers that are the same figure in the same unit.
func numberKey(n *text.Number, lang text.Language) uint32 {
	key := string(n.Kind) + " " + n.Reading(lang) + " " + n.High + " " + text.UnitName(n.Unit)
	if n.Negative {
		key += "-"
	}
	return hashString(key)
}

// longestNegator is how many characters a negator of a script without spaces has.
const longestNegator = 3

// addWide adds a negator of a script without spaces, or its next character.
func (r *statementReader) addWide(t *token) {
	a := atom{start: t.start, mark: contentMark | wideMark, number: -1}
	_, size := utf8.DecodeRuneInString(r.into.text[t.start:])
	rest, end := r.into.text[t.start:], 0
	for range longestNegator {
		_, n := utf8.DecodeRuneInString(rest[end:])
		if end += n; r.into.lang.Class(rest[:end]).Has(text.Negator) {
			size, a.kind, a.mark = end, negated, wideMark
		}
	}
	a.end = t.start + int32(size)
	a.key = hashString(r.into.text[a.start:a.end])
	r.add(a)
	last := t.end // pairs of characters overlap
	for r.at++; r.at < len(r.units) && r.tokenAt(r.at).start < a.end; r.at++ {
		last = r.tokenAt(r.at).end
	}
	if next := r.tokenAt(r.at); last > a.end && (next == nil || next.start >= last) {
		r.into.atoms = append(r.into.atoms, atom{key: hashString(r.into.text[a.end:last]), start: a.end, end: last, mark: contentMark | wideMark, number: -1})
	}
}

// addPhrase adds the longest phrase that a word opens here.
func (r *statementReader) addPhrase(e *wordEntry) bool {
	var best *operatorPhrase
	for i := range e.phrases {
		if p := &e.phrases[i]; (best == nil || len(p.words) > len(best.words)) && r.standsHere(p.words) {
			best = p
		}
	}
	if best == nil {
		return false
	}
	a := atom{key: best.key, start: r.tokenAt(r.at).start, end: r.tokenAt(r.at + len(best.words) - 1).end, kind: best.kind, number: -1}
	if a.kind == noOperator {
		a.mark = contentMark
	}
	r.add(a)
	r.at += len(best.words)
	return true
}

// standsHere reports whether the words of a phrase stand at the unit at hand, no sign
// between them.
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
func (r *statementReader) addWord(t *token, e *wordEntry) {
	u := r.units[r.at]
	a := atom{key: t.stem, start: t.start, end: t.end, number: -1}
	if !u.own {
		a.key = listedWords.lexemes[u.word].stem
	}
	if r.at > 0 && t.is(capital) && !t.is(opener) && !t.role.Has(text.Month|text.Weekday) {
		a.mark |= nameMark
	}
	participle := len(r.into.atoms) > 0 && r.into.atoms[len(r.into.atoms)-1].kind == tense // "is provided by"
	switch {
	case e != nil && !(e.kind == conditional && participle):
		r.take(&a, e)
	default:
		a.takeRoles(t)
	}
	w := r.into.text[t.start:t.end]
	if a.kind == noOperator && t.is(capital) && isAcronym(w) && !strings.HasSuffix(w, "s") { // "US" is not "us"
		a.key, a.use, a.mark = a.key^0x5bd1e995, 0, a.mark|contentMark|nameMark
	}
	if r.into.lang <= text.English && (a.has(irregularUse) || strings.HasSuffix(w, "ed") && len(w) > len("red")) {
		a.mark |= pastMark
	}
	r.addCount(&a, t)
	r.add(a)
	r.at++
}

// addCount gives a number word that the reader of numbers passes over its value: "one tablet".
func (r *statementReader) addCount(a *atom, t *token) {
	if !t.role.Has(text.NumberWord) || a.kind != noOperator || len(r.into.numbers) > 100 {
		return
	}
	n := text.Number{Start: int(t.start), End: int(t.end), Text: r.into.text[t.start:t.end], Kind: text.Plain, Spelled: true}
	if n.Value, _ = r.into.lang.NumberValue(foldedWord(r.into.text, t)); n.Value != "" && comparesByValue(&n) {
		a.key, a.number, a.mark = numberKey(&n, r.into.lang), int16(len(r.into.numbers)), a.mark|contentMark
		r.into.numbers = append(r.into.numbers, n)
	}
}

// take takes over what a vocabulary knows of a word.
func (r *statementReader) take(a *atom, e *wordEntry) {
	if e.key != 0 {
		a.key = e.key
	}
	a.kind, a.use = e.kind, e.use
	if a.kind == noOperator && !a.has(freeUse|prepositionUse|pronounUse) {
		a.mark |= contentMark
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
	{text.Negator, negated}, {text.Exception, excepted}, {text.Condition, conditional}, {text.Modal, modal}, {text.Quantifier | text.Approximate, quantified},
	{text.Comparative, compared}, {text.Auxiliary, tense}, {text.Connective, joined},
}
