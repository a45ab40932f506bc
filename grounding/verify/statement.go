package verify

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// statement is what a stretch of text says: its content words, each with the
// operators that govern it, and its figures.
type statement struct {
	words   []term
	shown   string // in which its figures are found, when they are first asked for; "" where they are told
	once    sync.Once
	numbers []text.Number // what figures returns
	turned  bool          // it has a word that denies or excepts
	refutes bool          // it has a word that says that something is not so
	but     bool          // it has a word that excepts
	modal   bool          // it has a word of duty or leave: "must", "may"
	bound   bool          // it has a word that opens a condition
	denials []denial      // of each word that denies
}

// term is a content word and the operators that govern it.
type term struct {
	fold    string
	lemma   uint32
	denied  bool // a negation reaches it
	first   bool // the negation stands in front of it, and no other content word between them
	bounded bool // a condition or an exception binds its sentence
	but     bool // it stands behind the exception, in its clause
	counted string
	clause  int
	joined  bool // a word that joins clauses stands right in front
	told    bool // an auxiliary does: "is closed"
	slot    bool // it names what is asked for: "price"
}

// denial is a word that denies something.
type denial struct {
	clause int
	plain  bool // the word has no other sense: "not", "no", "never"
}

// empty are the roles of words that have no content of their own.
const empty = text.Stop | text.Auxiliary | text.Modal | text.Connective

// readStatement reads a stretch of text: of a source all its words count.
func readStatement(s string) *statement { return readBut(text.Read(s), idle().affirming) }

// readSpoken reads what an answer or a question says: phrases that state nothing do not
// count.
func readSpoken(s string) *statement { return readBut(text.Read(s), idle().idle) }

// readBut reads a text without some phrases.
func readBut(read *text.Text, left phraseList) *statement {
	covered := left.covered(read.Words)
	r := statementReader{text: read, said: &statement{shown: read.Text, words: make([]term, 0, len(read.Words)/2+2)}}
	for i, w := range read.Words {
		if i > 0 && endsClause(read.Text[read.Words[i-1].End:w.Start]) {
			r.endClause()
		}
		if (covered == nil || !covered[i]) && !w.Flags.Has(text.Digits) {
			r.word(i, w)
		}
	}
	r.endClause()
	return r.said
}

// statementReader goes through the words of a text from left to right.
type statementReader struct {
	text    *text.Text
	said    *statement
	clause  int    // where the words of the clause at hand begin
	before  int    // where those of the one before it did
	clauses int    // how many there were
	joined  bool   // a word that joins clauses has come since the last word
	told    bool   // an auxiliary has
	denies  bool   // a negation governs what follows
	refutes bool   // a word that refutes does
	first   bool   // nothing has followed it yet
	but     bool   // an exception has opened
	counts  string // the quantifier in front
}

// endClause ends the reach of what governs a clause. A label that refutes governs what
// follows: "Myth: …". A clause that only denies governs what it follows: "Dogs allowed: no".
func (r *statementReader) endClause() {
	only := len(r.said.words) == r.clause
	if only && r.denies && len(r.said.words) > 0 {
		r.deny(r.before)
		r.said.denials[len(r.said.denials)-1].clause = r.clauses - 1
	}
	if !r.refutes || !only {
		r.denies, r.first = false, false
	}
	if !only {
		r.before, r.clause, r.clauses = r.clause, len(r.said.words), r.clauses+1
	}
	r.refutes, r.but, r.counts, r.joined, r.told = false, false, "", false, false
}

// deny has a negation reach back to the words from the kth on.
func (r *statementReader) deny(k int) {
	for ; k < len(r.said.words); k++ {
		r.said.words[k].denied, r.said.words[k].first = r.denies, r.denies
	}
}

func (r *statementReader) word(i int, w text.Word) {
	class := r.text.Class(w)
	r.said.modal = r.said.modal || class.Has(text.Modal)
	r.said.bound = r.said.bound || class.Has(text.Condition)
	switch {
	case class.Has(text.Exception):
		r.said.turned, r.said.but, r.but = true, true, true
		for k := range r.said.words {
			r.said.words[k].bounded = true
		}
	case class.Has(text.Negator), text.IsRefuting(w.Fold):
		r.refutes = text.IsRefuting(w.Fold)
		r.said.refutes = r.said.refutes || r.refutes
		r.negation(class.Has(text.Negator) && !class.Has(text.Denying) && !r.bounds(i))
	case class.Has(text.Quantifier):
		r.counts = w.Fold
	case class.Has(empty) && !names(class), utf8.RuneCountInString(w.Fold) < 2 && w.Fold[0] < utf8.RuneSelf:
		r.joined, r.told = r.joined || class.Has(text.Connective), r.told || class.Has(text.Auxiliary)
	default:
		r.said.words = append(r.said.words, term{
			fold: w.Fold, lemma: claim.Lemma(w.Fold, r.text.Language()),
			denied: r.denies, first: r.denies && r.first, but: r.but, counted: r.counts,
			clause: r.clauses, joined: r.joined, told: r.told,
		})
		r.first, r.counts, r.joined, r.told = false, "", false, false
	}
}

// bounds reports whether a negation only bounds a figure: "no later than 3 May", "may not exceed 50 GB".
func (r *statementReader) bounds(i int) bool {
	words := r.text.Words
	compares := i+1 < len(words) && r.text.Class(words[i+1]).Has(text.Comparative)
	return compares && slices.ContainsFunc(words, func(w text.Word) bool { return w.Flags.Has(text.Digits) || r.text.Class(w).Has(text.NumberWord) })
}

// names reports whether a word without content has some all the same: "allowed", which is no
// "may".
func names(class text.Class) bool { return class.Has(text.Modal) && !class.Has(text.Stop) }

// negation turns what follows in the clause. In some languages a negation may
// stand behind what it denies.
func (r *statementReader) negation(plain bool) {
	language := r.text.Language()
	switch language {
	case text.French, text.Spanish, text.Italian, text.Portuguese, text.Russian:
		if r.denies {
			r.first = true
			return // "ne … pas", "no … nada": they deny once
		}
	}
	r.denies, r.first, r.said.turned = !r.denies, true, true
	r.said.denials = append(r.said.denials, denial{r.clauses, plain})
	if slices.Contains(negatesBehind, language) {
		r.deny(r.clause)
	}
}

// endsClause reports whether what stands between two words ends a clause. Alone and without
// white space a mark stands in a number, a time or an abbreviation.
func endsClause(between string) bool {
	if between == "," || between == "." || between == ":" {
		return false
	}
	return strings.ContainsAny(between, ",;:()—–|\n.!?。，；：")
}

// comparison is how the words of one statement fare in another.
type comparison struct {
	found   int // they stand there
	asked   int // they stand in the question instead, as they are
	missing int
	differs bool // an operator governs a word in one of the two only
	denied  bool // and it is a negation, right in front of the word
	but     bool // a word stands behind an exception there
}

// in looks for the words of a statement in a source's and, those that are not
// there, in the question's; nil for none.
func (p *statement) in(source, question *statement) (c comparison) {
	for i := range p.words {
		w := &p.words[i]
		if at := source.find(w); at >= 0 {
			have := &source.words[at]
			c.found++
			if have.but {
				c.but = true
			}
			if !have.same(w) {
				c.differs = true
			}
			if have.opposes(w) && source.follows(at, p) {
				c.denied = true
			}
		} else if at := question.find(w); at >= 0 && question.words[at].denied == w.denied {
			c.asked++
		} else {
			c.missing++
		}
	}
	return c
}

// follows reports whether the word in front of a word stands in another
// statement, too: "refused to go" does not deny "declined to go".
func (p *statement) follows(at int, other *statement) bool {
	return at == 0 || other.find(&p.words[at-1]) >= 0
}

// agreement is how one statement fares against another.
type agreement int

const (
	apart   agreement = iota // one says what the other does not
	turned                   // all that it says is said there, but not in the same way
	aligned                  // all that it says is said there, in the same way
)

// against holds a statement against a source's sentence, nil for none; words may
// also come from the question, nil for none.
func (p *statement) against(source, question *statement) agreement {
	c := p.in(source, question)
	switch {
	case c.missing > 0, source != nil && c.found == 0, c.differs && c.asked > 0:
		return apart
	case c.differs:
		return turned
	}
	return aligned
}

// denies is against, by negations alone, and by exceptions that are told as the rule.
func (p *statement) denies(source *statement) agreement {
	const fewest = 2 // words, below which two sentences may speak of different things
	c := p.in(source, nil)
	excepted := c.but && !p.but
	switch {
	case len(p.words) < fewest, c.missing > 0, excepted && c.denied, c.denied && p.deniesToo(source):
		return apart
	case c.denied, excepted, source.deniesPart(p):
		return turned
	}
	return aligned
}

// deniesToo reports whether either of two statements denies once, and both some word: "found
// no evidence" and "did not find any evidence" differ in where the negation stands.
func (p *statement) deniesToo(other *statement) bool {
	return len(p.denials) == 1 && len(other.denials) == 1 && slices.ContainsFunc(p.words, func(w term) bool {
		at := other.find(&w)
		return w.denied && at >= 0 && other.words[at].denied
	})
}

// deniesPart reports whether a word that a negation stands in front of is denied
// nowhere in another statement, which has the words on both sides of it.
func (p *statement) deniesPart(other *statement) bool {
	for i := range p.words {
		switch {
		case !p.words[i].first, !p.follows(i, other), i+1 < len(p.words) && other.find(&p.words[i+1]) < 0:
			continue
		}
		if k := other.find(&p.words[i]); k >= 0 && !other.words[k].denied && !p.saidElsewhere(i, other, k) {
			return true
		}
	}
	return false
}

// saidElsewhere reports whether a statement also has its ith word without a denial, and
// the kth word of another statement rather stands in that one's place: "whom he had never
// met, Hoffman met him in May".
func (p *statement) saidElsewhere(i int, other *statement, k int) bool {
	denied := p.neighbours(i, other, k)
	for j := range p.words {
		if plain := &p.words[j]; plain.lemma == p.words[i].lemma && !plain.denied && p.neighbours(j, other, k) > denied {
			return true
		}
	}
	return false
}

// neighbours counts the words beside the ith that also stand beside the kth of another
// statement, on the same side.
func (p *statement) neighbours(i int, other *statement, k int) (n int) {
	for _, side := range [...]int{-1, 1} {
		a, b := i+side, k+side
		if min(a, b) >= 0 && a < len(p.words) && b < len(other.words) && p.words[a].lemma == other.words[b].lemma {
			n++
		}
	}
	return n
}

// opposes reports whether two statements have the same words, and a negation
// governs one of them on one side only.
func (p *statement) opposes(o *statement) bool {
	const fewest = 2 // words, below which two sentences may speak of different things
	if min(len(p.words), len(o.words)) < fewest {
		return false
	}
	here, there := p.in(o, nil), o.in(p, nil)
	return here.missing+there.missing == 0 && (here.denied || there.denied) && !slices.ContainsFunc(p.figures(), o.lacks)
}

// differs reports whether two statements have the same words, and another figure
// each.
func (p *statement) differs(o *statement) bool {
	const fewest = 3 // words
	switch {
	case min(len(p.words), len(o.words)) < fewest, p.in(o, nil).missing+o.in(p, nil).missing > 0:
		return false
	case len(p.figures()) != 1, len(o.figures()) != 1:
		return false
	}
	return p.figures()[0].Unit == o.figures()[0].Unit && !o.has(p.figures()[0])
}

// find is the place of a word that says what w says, under the same operators if
// there is one; -1 for none.
func (p *statement) find(w *term) int {
	other := -1
	if p == nil {
		return other
	}
	for i := range p.words {
		if have := &p.words[i]; have.lemma == w.lemma || alike(have.fold, w.fold) {
			if have.same(w) {
				return i
			}
			other = i
		}
	}
	return other
}

// figures are the numbers of a statement: most statements are compared by their words alone.
func (p *statement) figures() []text.Number {
	p.once.Do(func() {
		if p.shown != "" {
			p.numbers = text.Numbers(p.shown)
		}
	})
	return p.numbers
}

// has reports whether a figure stands in the statement.
func (p *statement) has(n text.Number) bool { return slices.ContainsFunc(p.figures(), n.SameValue) }

func (p *statement) lacks(n text.Number) bool { return !p.has(n) }

// opposes reports whether a negation stands in front of one of two words and does
// not reach the other.
func (s *term) opposes(o *term) bool { return s.denied != o.denied && (s.first || o.first) }

// same reports whether the same operators govern two words.
func (s *term) same(o *term) bool {
	return s.denied == o.denied && (!s.bounded || o.bounded) && (o.counted == "" || s.counted == o.counted)
}

// kindred reports whether two words are forms of one, by their lemma, or since they
// begin alike and differ only in a short ending.
func kindred(a, b string) bool {
	return claim.Lemma(a, text.English) == claim.Lemma(b, text.English) || alike(a, b)
}

// alike reports whether two words begin alike and differ only in a short ending.
func alike(a, b string) bool {
	const beginning, ending = 4, 3
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	common := utf8.RuneCountInString(a[:n])
	return common >= beginning && utf8.RuneCountInString(a[n:]) <= ending && utf8.RuneCountInString(b[n:]) <= ending
}
