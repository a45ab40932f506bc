package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// clause is what one part of a sentence does and how much it states.
type clause struct {
	kind     Kind // of its boilerplate phrase, if any
	refuses  bool // it says that there is no answer, not only sorry
	content  int  // content words outside that phrase
	states   bool // it has a finite verb
	negated  bool
	asserts  bool // it has a word that answers by itself: "yes", "never"
	asks     bool // it opens like a question
	smuggles bool // "did you know", "…, right?"
	turned   bool // it opens with "but" and the like
	joined   bool // it opens like the tail of a list
	leadIn   bool // it opens with a lead-in: "here are …"
	dangles  bool // it ends in a verb that wants a list: "the steps are:"
}

// clauses cuts a sentence into clauses and appends those with words to out.
func clauses(s string, out []clause) []clause {
	var words [24]string
	var parts [24]part
	c := clauseWords{words: words[:0], parts: parts[:0]}
	norm := fold(s[listMarker(s):])
	for stretch := range strings.SplitSeq(norm, "\n") {
		c.start(false)
		for w := range strings.FieldsSeq(stretch) {
			p := listedWords.lexemes[listedWords.number([]byte(w))].part
			if p&turns == 0 {
				c.words, c.parts = append(c.words, w), append(c.parts, p)
				continue
			}
			if len(c.words) > 0 {
				out = append(out, c.read())
			}
			c.start(true)
		}
		if len(c.words) > 0 {
			out = append(out, c.read())
		}
	}
	return out
}

// clauseWords are the words of one clause and what each may do in it.
type clauseWords struct {
	words  []string
	parts  []part
	turned bool
	told   bool // a clause before this one speaks of the evidence, and of nothing else
}

// start begins a new clause.
func (c *clauseWords) start(turned bool) {
	c.words, c.parts, c.turned = c.words[:0], c.parts[:0], turned
}

// read reads the clause, which has words.
func (c *clauseWords) read() clause {
	out := clause{turned: c.turned, joined: c.parts[0]&joins != 0, asks: c.parts[0]&asks != 0}
	for i := 0; i < len(c.words); {
		if c.parts[i]&phraseStart != 0 {
			p := boilerplate.at(c.words, i, c.told)
			if n := len(p.words); n > 0 && !(p.kind == Transition && i > 0 && n == 1) {
				out.kind = weightier(out.kind, p.kind)
				out.refuses = out.refuses || p.kind == Refusal && p.bound != apology
				out.leadIn = out.leadIn || p.kind == Transition && i == 0
				i += n
				continue
			}
		}
		out.word(c.words[i], c.parts[i])
		i++
	}
	c.told = c.told || speaksOfEvidence(c.words) && allHollow(c.words)
	out.smuggles = smuggles(c.words)
	out.dangles = c.parts[len(c.parts)-1]&dangles != 0
	return out
}

// word counts one word outside of a phrase.
func (c *clause) word(w string, p part) {
	c.asserts = c.asserts || p&asserts != 0
	switch {
	case p&negates != 0:
		c.negated = true
	case p&finite != 0:
		c.states = true
		c.negated = c.negated || strings.HasSuffix(w, "nt")
	case p&(says|fills) != 0:
	default:
		wide := wideRunes(w)
		c.content += max(1, wide/2)
		if wide == 0 {
			return
		}
		if kind, ok := phraseCJK(w); ok {
			c.kind, c.content = weightier(c.kind, kind), max(0, c.content-6)
		}
	}
}

// part is a set of the things that a word may do in a clause.
type part uint16

const (
	turns       part = 1 << iota // opens a new clause
	joins                        // goes on with a list
	asks                         // opens a question
	negates                      // denies
	finite                       // makes the clause a statement
	says                         // speaks of the answer, not of the world
	asserts                      // answers by itself
	dangles                      // waits for the list below
	phraseStart                  // opens a phrase of boilerplate
	fills                        // a function word in some language
)

// addParts enters what words do in a clause.
func (v *vocabulary) addParts() {
	for p, words := range map[part]map[string]bool{
		turns: turningWords, joins: joiners, asks: askers, negates: negations, finite: verbs, says: hollow, asserts: bareAnswers, dangles: dangling,
	} {
		for w := range words {
			v.add(w).part |= p
		}
	}
	for w := range boilerplate {
		v.add(w).part |= phraseStart
	}
	for n := range v.lexemes {
		if x := &v.lexemes[n]; x.roles.In(lexis.Unknown).Has(function) {
			x.part |= fills
		}
	}
}

// negations turn a question into a statement: "does it not cause …?"
var negations = set(`not never no nicht kein keine pas jamais nunca non mai não niet geen nie не`)

// dangling verbs at the end of a lead-in wait for the list below it.
var dangling = set(`is are was were include includes including be with by for as ist sind sont est son es sono è são zijn`)

// smuggles reports whether a question only dresses up a statement.
func smuggles(words []string) bool {
	if hasPrefix(words, []string{"did", "you", "know"}) || hasPrefix(words, []string{"wusstest", "du"}) ||
		hasPrefix(words, []string{"wussten", "sie"}) || hasPrefix(words, []string{"saviez", "vous"}) {
		return true
	}
	switch words[0] {
	case "isnt", "arent", "wasnt", "werent", "doesnt", "dont", "didnt", "cant", "wont", "shouldnt":
		return true
	}
	return len(words) == 1 && (words[0] == "right" || words[0] == "correct" || words[0] == "oder")
}

// phraseCJK returns the kind of the boilerplate in a run of wide characters.
func phraseCJK(w string) (Kind, bool) {
	for _, p := range boilerplateCJK {
		if strings.Contains(w, p.text) {
			return p.kind, true
		}
	}
	return "", false
}

// wideRunes counts the characters of w in scripts without spaces.
func wideRunes(w string) int {
	n := 0
	for i := 0; i < len(w); {
		if w[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(w[i:])
		if i += size; isWide(r) {
			n++
		}
	}
	return n
}

// fold brings s into lower-case words, one space apart, without apostrophes
// and citation markers; a line feed stands where a sign ends a clause.
func fold(s string) string {
	var out strings.Builder
	out.Grow(len(s) + utf8.UTFMax)
	for i := 0; i < len(s); {
		if m := markerLen(s[i:]); m > 0 {
			i += m
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r < utf8.RuneSelf && (r|0x20 >= 'a' && r|0x20 <= 'z'):
			out.WriteByte(byte(r | 0x20))
		case r >= '0' && r <= '9':
			out.WriteByte(byte(r))
		case r == ' ':
			out.WriteByte(' ')
		case r == '\'' || r == '’' || r == '‘' || r == '*' || r == '_' || r == '`':
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			out.WriteRune(unicode.ToLower(r))
		case endsClause(r):
			out.WriteByte('\n')
		default:
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// endsClause reports whether r parts two clauses.
func endsClause(r rune) bool {
	return isTerminal(r) || strings.ContainsRune(",;:()[]—–|，；：、（）「」،؛", r)
}
