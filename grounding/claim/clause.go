package claim

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
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
	var room [256]byte
	var spans [24]span
	var parts [24]part
	norm := appendFolded(room[:0], s[lexis.ListMarker(s):])
	c := clauseWords{text: norm, spans: spans[:0], parts: parts[:0]}
	for from := 0; from < len(norm); {
		switch norm[from] {
		case ' ':
			from++
			continue
		case '\n':
			from++
			out = c.end(out, false)
			continue
		}
		to := from + 1
		for to < len(norm) && norm[to] != ' ' && norm[to] != '\n' {
			to++
		}
		if p := listedWords.of(norm[from:to]).part; p&turns == 0 {
			c.spans, c.parts = append(c.spans, span{int32(from), int32(to)}), append(c.parts, p)
		} else {
			out = c.end(out, true)
		}
		from = to
	}
	return c.end(out, false)
}

// clauseWords are the words of one clause and what each may do in it.
type clauseWords struct {
	text   []byte
	spans  []span
	parts  []part
	turned bool
	told   bool // a clause before this one speaks of the evidence, and of nothing else
}

// run is some words of a folded text.
type run struct {
	text  []byte
	spans []span // bytes
	parts []part
}

// word is the ith word.
func (r run) word(i int) []byte { return r.text[r.spans[i].from:r.spans[i].to] }

// opens reports whether the run begins with some words.
func (r run) opens(words []string) bool {
	if len(r.spans) < len(words) {
		return false
	}
	for i, w := range words {
		if string(r.word(i)) != w {
			return false
		}
	}
	return true
}

// before and from are the words in front of the ith and from it on.
func (r run) before(i int) run { return run{r.text, r.spans[:i], r.parts[:i]} }
func (r run) from(i int) run   { return run{r.text, r.spans[i:], r.parts[i:]} }

// end appends the clause to out, if it has words, and begins a new one.
func (c *clauseWords) end(out []clause, turned bool) []clause {
	if len(c.spans) > 0 {
		out = append(out, c.read())
	}
	c.spans = c.spans[:0]
	c.parts = c.parts[:0]
	c.turned = turned
	return out
}

// read reads the clause, which has words.
func (c *clauseWords) read() clause {
	words := run{c.text, c.spans, c.parts}
	out := clause{turned: c.turned, joined: c.parts[0]&joins != 0, asks: c.parts[0]&asks != 0}
	for i := 0; i < len(c.spans); {
		if c.parts[i]&phraseStart != 0 {
			p := boilerplate.at(words, i, c.told)
			if n := len(p.words); n > 0 && !(p.kind == Transition && i > 0 && n == 1) {
				out.kind = weightier(out.kind, p.kind)
				out.refuses = out.refuses || p.kind == Refusal && p.bound != apology
				out.leadIn = out.leadIn || p.kind == Transition && i == 0
				i += n
				continue
			}
		}
		out.word(words.word(i), c.parts[i])
		i++
	}
	c.told = c.told || speaksOfEvidence(words) && allHollow(words)
	out.smuggles = smuggles(words)
	out.dangles = c.parts[len(c.parts)-1]&dangles != 0
	return out
}

// word counts one word outside of a phrase.
func (c *clause) word(w []byte, p part) {
	c.asserts = c.asserts || p&asserts != 0
	switch {
	case p&negates != 0:
		c.negated = true
	case p&finite != 0:
		c.states = true
		c.negated = c.negated || bytes.HasSuffix(w, []byte("nt"))
	case p&(says|fills) != 0:
	default:
		wide := wideRunes(string(w))
		c.content += max(1, wide/2)
		if wide == 0 {
			return
		}
		if kind, ok := phraseCJK(string(w)); ok {
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
	evident                      // a word for what an answer draws on
	dresses                      // opens a question that is none, see smuggles
)

// addParts enters what words do in a clause.
func (v *lists) addParts() {
	for p, words := range map[part]map[string]bool{
		turns: turningWords, joins: joiners, asks: askers, negates: negations, finite: verbs, says: hollow, asserts: bareAnswers, dangles: dangling, evident: evidenceNouns,
	} {
		for w := range words {
			v.add(w).part |= p
		}
	}
	for w := range dressings {
		v.add(w).part |= dresses
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
var negations = wordSet("negations")

// dangling verbs at the end of a lead-in wait for the list below it.
var dangling = wordSet("dangling")

// dressings are the words that such a question opens with.
var dressings = wordSet("dressings")

// smuggles reports whether a question only dresses up a statement.
func smuggles(words run) bool {
	if words.parts[0]&dresses == 0 {
		return false
	}
	for _, opening := range [...][]string{{"did", "you", "know"}, {"wusstest", "du"}, {"wussten", "sie"}, {"saviez", "vous"}} {
		if words.opens(opening) {
			return true
		}
	}
	switch string(words.word(0)) {
	case "isnt", "arent", "wasnt", "werent", "doesnt", "dont", "didnt", "cant", "wont", "shouldnt":
		return true
	case "right", "correct", "oder":
		return len(words.spans) == 1
	}
	return false
}

// phraseCJK returns the kind of the boilerplate in a run of wide characters.
func phraseCJK(w string) (Kind, bool) {
	for _, kind := range [...]Kind{Refusal, Offer, Greeting, Transition} {
		for phrase := range strings.SplitSeq(wordLists.Scripts[kind], " | ") {
			if phrase != "" && strings.Contains(w, strings.TrimSpace(phrase)) {
				return kind, true
			}
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

// appendFolded appends s in lower-case words, one space or more apart, without
// apostrophes and citation markers; a line feed stands where a sign ends a
// clause.
func appendFolded(out []byte, s string) []byte {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf && c != '[' {
			if f := foldedByte[c]; f != 0 {
				out = append(out, f)
			}
			i++
			continue
		}
		if m := lexis.MarkerLength(s[i:]); m > 0 {
			i += m
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r == '’' || r == '‘':
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			out = utf8.AppendRune(out, unicode.ToLower(r))
		case endsClause(r):
			out = append(out, '\n')
		default:
			out = append(out, ' ')
		}
	}
	return out
}

// foldedByte is what stands for an ASCII character, 0 for nothing.
var foldedByte = func() (to [utf8.RuneSelf]byte) {
	for c := range byte(utf8.RuneSelf) {
		switch {
		case class[c] == letterByte:
			to[c] = c | 0x20
		case class[c] == digitByte:
			to[c] = c
		case strings.IndexByte("'*_`", c) >= 0:
		case endsClause(rune(c)):
			to[c] = '\n'
		default:
			to[c] = ' '
		}
	}
	return to
}()

// endsClause reports whether r parts two clauses.
func endsClause(r rune) bool {
	return lexis.EndsSentence(r) || strings.ContainsRune(",;:()[]—–|，；：、（）「」،؛", r)
}
