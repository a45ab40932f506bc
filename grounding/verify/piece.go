package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// piece is a stretch of text by what it says: its content words, each with what
// turns its meaning, and its figures.
type piece struct {
	content []term
	numbers []text.Number
	source  string
	turned  bool // it has a word that denies or excepts
}

// term is a content word and the operators that govern it.
type term struct {
	fold    string
	denied  bool // a negation reaches it
	bounded bool // a condition or an exception binds its sentence
	counted string
}

// empty are the roles of words that have no content of their own.
const empty = text.Stop | text.Auxiliary | text.Modal | text.Connective

// readPiece reads a stretch of text.
func readPiece(s string) *piece {
	read := text.Read(s)
	p := &piece{source: s, numbers: read.Numbers()}
	const usual = 32 // words
	var covered [usual]bool
	var room [usual]term
	content := room[:0]
	idle := idle().covered(read.Words, covered[:0])
	clause := 0 // where the content of the clause at hand begins
	denies, counts := false, ""
	for i, w := range read.Words {
		if i > 0 && endsClause(read.Text[read.Words[i-1].End:w.Start]) {
			clause, denies, counts = len(content), false, ""
		}
		class := read.Class(w)
		switch {
		case idle[i] || w.Flags.Has(text.Digits):
		case class.Has(text.Exception):
			p.turned = true
			for k := range content {
				content[k].bounded = true
			}
		case class.Has(text.Negator) || text.IsRefuting(w.Fold):
			denies, p.turned = !denies, true
			if deniesBackwards(read.Language()) {
				for k := clause; k < len(content); k++ {
					content[k].denied = denies
				}
			}
		case class.Has(text.Quantifier):
			counts = w.Fold
		case class.Has(empty) || utf8.RuneCountInString(w.Fold) < 2 && w.Fold[0] < utf8.RuneSelf:
		default:
			content = append(content, term{fold: w.Fold, denied: denies, counted: counts})
			counts = ""
		}
	}
	p.content = slices.Clone(content)
	return p
}

// endsClause reports whether what stands between two words ends a clause.
func endsClause(between string) bool {
	return strings.ContainsAny(between, ",;:()—–|\n.!?。，；：")
}

// deniesBackwards reports whether a negation may stand behind what it denies.
func deniesBackwards(l text.Language) bool {
	switch l {
	case text.German, text.Dutch, text.Japanese, text.Unknown:
		return true
	}
	return false
}

// agreement is how one stretch of text fares against another.
type agreement int

const (
	apart   agreement = iota // one says what the other does not
	aligned                  // all that it says is said there, in the same way
	turned                   // all that it says is said there, but not in the same way
)

// against holds a piece against a source's sentence, nil for none; words may also
// come from the question, nil for none.
func (p *piece) against(source, question *piece) agreement {
	found, out := 0, aligned
	for i := range p.content {
		w := &p.content[i]
		if source != nil {
			if have := source.find(w); have != nil {
				found++
				if !have.same(w) {
					out = turned
				}
				continue
			}
		}
		if question == nil {
			return apart
		}
		if have := question.find(w); have == nil || have.denied != w.denied {
			return apart
		}
	}
	if source != nil && found == 0 {
		return apart
	}
	if source != nil && out == turned && found < len(p.content) {
		return apart
	}
	return out
}

// beside counts the content words that another piece does not have.
func (p *piece) beside(other *piece) int {
	n := 0
	for i := range p.content {
		if other.find(&p.content[i]) == nil {
			n++
		}
	}
	return n
}

// find returns a word of the piece that says what w says, under the same
// operators if there is one.
func (p *piece) find(w *term) *term {
	var other *term
	for i := range p.content {
		if have := &p.content[i]; kindred(have.fold, w.fold) {
			if have.same(w) {
				return have
			}
			other = have
		}
	}
	return other
}

// same reports whether the same operators govern two words.
func (s *term) same(o *term) bool {
	return s.denied == o.denied && (!s.bounded || o.bounded) && (o.counted == "" || s.counted == o.counted)
}

// base is a word without an ending of English that changes no meaning.
func base(word string) string {
	for _, ending := range [...]string{"ing", "ed", "es", "en", "s", "e"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 3 {
			return rest
		}
	}
	return word
}

// kindred reports whether two words are forms of one: they begin alike and
// differ only in a short ending.
func kindred(a, b string) bool {
	if a == b || base(a) == base(b) {
		return true
	}
	const beginning, ending = 4, 3
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	common := utf8.RuneCountInString(a[:n])
	return common >= beginning && utf8.RuneCountInString(a[n:]) <= ending && utf8.RuneCountInString(b[n:]) <= ending
}

// denialAgainst is against, by negations alone: it is turned where a sentence
// has all that a piece says, and a negation governs a word in one of them only.
func (p *piece) denialAgainst(source *piece) agreement {
	const fewest = 2 // words
	out := aligned
	if len(p.content) < fewest {
		return apart
	}
	for i := range p.content {
		have := source.find(&p.content[i])
		if have == nil {
			return apart
		}
		if have.denied != p.content[i].denied {
			out = turned
		}
	}
	return out
}
