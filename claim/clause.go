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
	var buf [24]string
	words, turned := buf[:0], false
	norm := fold(s[listMarker(s):])
	for part := range strings.SplitSeq(norm, "\n") {
		words, turned = words[:0], false
		for w := range strings.FieldsSeq(part) {
			if turns[w] {
				if len(words) > 0 {
					out = append(out, newClause(words, turned))
				}
				words, turned = words[:0], true
				continue
			}
			words = append(words, w)
		}
		if len(words) > 0 {
			out = append(out, newClause(words, turned))
		}
	}
	return out
}

// newClause reads the words of one clause.
func newClause(words []string, turned bool) clause {
	c := clause{turned: turned, joined: joins[words[0]], asks: askers[words[0]]}
	for i := 0; i < len(words); {
		p := boilerplate.at(words, i)
		if n := len(p.words); n > 0 && !(p.kind == Transition && i > 0 && n == 1) {
			c.kind = weightier(c.kind, p.kind)
			c.refuses = c.refuses || p.kind == Refusal && p.bound != apology
			c.leadIn = c.leadIn || p.kind == Transition && i == 0
			i += n
			continue
		}
		c.word(words[i])
		i++
	}
	c.smuggles = smuggles(words)
	c.dangles = dangling[words[len(words)-1]]
	return c
}

// word counts one word outside of a phrase.
func (c *clause) word(w string) {
	c.asserts = c.asserts || bareAnswers[w]
	switch {
	case negations[w]:
		c.negated = true
	case verbs[w]:
		c.states = true
		c.negated = c.negated || strings.HasSuffix(w, "nt")
	case hollow[w] || lexis.Unknown.Class(w).Has(function):
	default:
		c.content += max(1, wideRunes(w)/2)
		if kind, ok := phraseCJK(w); ok {
			c.kind, c.content = weightier(c.kind, kind), max(0, c.content-6)
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

// phraseCJK returns the kind of the boilerplate in a run of CJK text.
func phraseCJK(w string) (Kind, bool) {
	if wideRunes(w) == 0 {
		return "", false
	}
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
	out := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); {
		if m := markerLen(s[i:]); m > 0 {
			i += m
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r < utf8.RuneSelf && (r|0x20 >= 'a' && r|0x20 <= 'z'):
			out = append(out, byte(r|0x20))
		case r >= '0' && r <= '9':
			out = append(out, byte(r))
		case r == '\'' || r == '’' || r == '‘' || r == '*' || r == '_' || r == '`':
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			out = utf8.AppendRune(out, unicode.ToLower(r))
		case endsClause(r):
			out = append(out, '\n')
		default:
			out = append(out, ' ')
		}
	}
	return string(out)
}

// endsClause reports whether r parts two clauses.
func endsClause(r rune) bool {
	return isTerminal(r) || strings.ContainsRune(",;:()[]—–|，；：、（）「」،؛", r)
}
