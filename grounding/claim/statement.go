package claim

import (
	"regexp"
	"slices"
	"strconv"

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
type atomMark uint16

const (
	contentMark   atomMark = 1 << iota // says something by itself
	nameMark                           // has a capital that does not open a sentence
	commaBefore                        // a comma, colon, dash or bracket stands before it
	stopBefore                         // a semicolon or the end of a sentence or line stands before it
	bracketMark                        // stands in brackets
	adverbMark                         // an adverb that may be left out
	verbMark                           // may be a verb, by its form
	pastMark                           // has the ending or form of the past
	wideMark                           // a character of a script without spaces
	articleBefore                      // an article or the like stands before it
	oneBefore                          // "a" or "an" does
	ingMark                            // has the ending of a participle of the present
)

func (a *atom) is(m atomMark) bool { return a.mark&m != 0 }
func (a *atom) has(u wordUse) bool { return a.use&u != 0 }
func (a *atom) boundary() bool     { return a.is(commaBefore | stopBefore) }
func (a *atom) content() bool      { return a.is(contentMark) }

// limits reports whether the atom is an operator that turns or limits what is
// said; words that join clauses or carry the tense do not.
func (a *atom) limits() bool { return a.kind.limits() }

func (k operatorKind) limits() bool { return k != noOperator && k != joined && k != tense }

// statement is a stretch of text, read as atoms.
type statement struct {
	text       string
	lang       text.Language
	atoms      []atom
	numbers    []text.Number
	start, end int32 // bytes, of a sentence that stands in one piece
}

// mostAtoms bounds a statement: a longer one is no one statement.
const mostAtoms = 120

// word is an atom as it is written.
func (st *statement) word(a *atom) string { return st.text[a.start:a.end] }

// contains reports whether some atom has the key.
func (st *statement) contains(key uint32) bool {
	return slices.ContainsFunc(st.atoms, func(a atom) bool { return a.key == key })
}

// readStatement reads tokens of a source as a statement, with the numbers and signs
// among them.
func readStatement(s *Source, tokens []token, start, end int32) *statement {
	st := &statement{text: s.text, lang: s.lang}
	for n := range s.numbersIn(int(start), int(end)) {
		st.numbers = append(st.numbers, *n)
	}
	st.fill(tokens, start, end)
	return st
}

// fill reads the tokens of a statement whose numbers are known, and the signs from
// its start to its end.
func (st *statement) fill(tokens []token, start, end int32) {
	st.atoms = slices.Grow(st.atoms[:0], min(len(tokens), mostAtoms)+1)
	r := statementReader{st: st, tokens: tokens, words: vocabularies[st.lang], numbers: len(st.numbers), start: start}
	r.cut()
	for r.at < len(r.units) && len(st.atoms) <= mostAtoms {
		r.next()
	}
	if len(tokens) > 0 && len(st.atoms) <= mostAtoms {
		r.signs(min(end, tokens[len(tokens)-1].end), end)
	}
	st.dropFree()
}

// dropFree takes out the words that say nothing wherever they stand ("the", "do"), and
// leaves a mark on the atom behind.
func (st *statement) dropFree() {
	out, mark := st.atoms[:0], atomMark(0)
	for _, a := range st.atoms {
		if a.has(freeUse) && !a.is(nameMark) {
			mark |= a.mark&(commaBefore|stopBefore) | articleBefore
			if a.key == aKey || a.key == anKey {
				mark |= oneBefore
			}
			continue
		}
		a.mark |= mark
		mark = 0
		out = append(out, a)
	}
	st.atoms = out
}

var aKey, anKey = stemKey("a"), stemKey("an")

// labels matches numbers that are written as names of things are: 007, rule 4.10.
var labels = regexp.MustCompile(`^(0\d+|\d+\.\d*0)$`)

// isLabel reports whether a number may be a name: by its value alone it is not known.
func isLabel(n *text.Number) bool {
	return n.Bare() && n.High == "" && labels.MatchString(n.Text)
}

// share is the measure of a number, a percentage as the part of the whole that it is:
// 25 % is a quarter.
func share(n *text.Number) (m text.Measure, ok bool) {
	if m, ok = n.Measure(); n.Kind == text.Percent && m.Kind == "%" {
		m.Kind, m.Value = "", m.Value/100
	}
	return m, ok
}

// numberKey is equal for numbers that state the same quantity, in whatever unit; for degrees
// only in one, because another scale gives a difference another figure than a temperature.
func numberKey(n *text.Number) uint32 {
	var room [64]byte
	key := room[:0]
	if !n.Kind.In(text.Plain, text.Percent, text.Fraction) {
		key = append(key, n.Kind...)
	}
	if isLabel(n) {
		return hashString(n.Text)
	}
	for _, value := range [...]string{n.Value, n.High} {
		if value == "" {
			continue
		}
		end := *n
		end.Value = value
		key = append(key, ' ')
		measure, ok := share(&end)
		if !ok {
			key = append(key, value...)
			continue
		}
		if measure.Kind == "heat" {
			key = append(key, text.UnitName(n.Unit)...)
		}
		const digits = 10 // more of them are floating point's
		key = strconv.AppendFloat(append(key, measure.Kind...), measure.Value, 'g', digits, 64)
	}
	return hash(key)
}

// fold is an atom's word as lists have it.
func (st *statement) fold(a *atom) string { return text.Fold(st.word(a)) }
