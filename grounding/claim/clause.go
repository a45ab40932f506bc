package claim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// clause is what one part of a sentence does and how much it states.
type clause struct {
	kind    Kind // of its boilerplate phrase, if any; Claim for a question that states something
	content int  // content words outside that phrase
	states  bool // it has a finite verb
	negated bool
	asserts bool // it has a word that answers by itself: "yes", "never"
	asks    bool // it opens like a question
	leadIn  bool // it opens with a lead-in: "here are …"
	dangles bool // it ends in a verb that wants a list: "the steps are:"
}

// clauseWord is a word of a clause and what it may do there.
type clauseWord struct {
	fold     string // in a script without spaces a whole run of characters
	part     part
	unspaced bool
}

// goesOn reports whether the word may grow by what is glued to it: a run is cut now and
// then, so that a long one is not copied for each of its characters.
func (w clauseWord) goesOn() bool {
	const longest = 512 // bytes
	return w.unspaced && len(w.fold) < longest
}

// clauseWords are the words of a clause, in order.
type clauseWords []clauseWord

func (c clauseWords) all(p part) bool {
	return !slices.ContainsFunc(c, func(w clauseWord) bool { return w.part&p == 0 })
}

func (c clauseWords) beginWith(words []string) bool {
	return len(c) >= len(words) && slices.EqualFunc(c[:len(words)], words, func(w clauseWord, word string) bool { return w.fold == word })
}

// part is a set of the things that a word may do in a clause.
type part uint16

const (
	turns       part = 1 << iota // opens a new clause
	asks                         // opens a question
	negates                      // denies
	finite                       // makes the clause a statement
	says                         // speaks of the answer, not of the world
	asserts                      // answers by itself
	dangles                      // waits for the list below
	phraseStart                  // opens a phrase of boilerplate
	fills                        // a function word in some language
)

// hollowPart is what a word may do that says nothing by itself.
const hollowPart = says | fills

// partLists are the lists of words.yaml whose words have a part.
var partLists = map[part]string{
	turns: "turningWords", asks: "askers", negates: "negations", finite: "verbs", says: "hollow",
	asserts: "bareAnswers", dangles: "dangling",
}

// clauses cuts a sentence into clauses: at signs, and in front of words such as
// "but", and appends them to out. Citation markers and the mark of a list item are no words of it.
func clauses(t *text.Text, out []clause) []clause {
	var room [24]clauseWord
	words := clauseWords(room[:0])
	end := func() {
		if len(words) > 0 {
			out = append(out, words.read())
		}
		words = words[:0]
	}
	at := text.ListMarker(t.Text)
	for i := range t.Words {
		w := &t.Words[i]
		if w.Start < at {
			continue
		}
		between := t.Text[at:w.Start]
		if marker := markerAround(t.Text, at, w.Start); marker > 0 {
			at = marker
			continue
		}
		if strings.IndexFunc(between, endsClause) >= 0 {
			end()
		}
		word := clauseWord{fold: w.Fold, unspaced: unspaced(w.Script)}
		if last := len(words) - 1; last >= 0 && word.unspaced && words[last].goesOn() && w.Flags.Has(text.Glued) {
			word.fold, words = words[last].fold+w.Fold, words[:last]
		}
		at = w.End
		if word.part = listedWords.of(word.fold).part; word.part&turns == 0 {
			words = append(words, word)
		} else {
			end()
		}
	}
	end()
	return out
}

// markerAround returns the end of a citation marker that begins behind byte from
// and holds the word at another byte; 0 for none.
func markerAround(s string, from, word int) int {
	for at := from; at < word; at++ {
		if c := s[at]; c != '[' && c < utf8.RuneSelf {
			continue
		}
		if n := text.MarkerLength(s[at:]); at+n > word {
			return at + n
		}
	}
	return 0
}

// read tells what a clause does, which has words.
func (c clauseWords) read() clause {
	out := clause{asks: c[0].part&asks != 0, dangles: c[len(c)-1].part&dangles != 0}
	for i := 0; i < len(c); {
		if c[i].part&phraseStart != 0 {
			if p := c.phraseAt(i); len(p.words) > 0 && out.take(p, i) {
				i += len(p.words)
				continue
			}
		}
		out.count(c[i])
		i++
	}
	return out
}

// take takes over what a phrase at a word says of the clause. A single word that
// leads over does so at its start only.
func (c *clause) take(p phrase, at int) bool {
	leads := p.kind == Transition
	if leads && at > 0 && len(p.words) == 1 {
		return false
	}
	c.kind = weightier(c.kind, p.kind)
	c.leadIn = c.leadIn || leads && at == 0
	return p.kind != Claim
}

// count counts one word outside of a phrase.
func (c *clause) count(w clauseWord) {
	c.asserts = c.asserts || w.part&asserts != 0
	switch {
	case w.part&negates != 0:
		c.negated = true
	case w.part&finite != 0:
		c.states = true
		c.negated = c.negated || strings.HasSuffix(w.fold, "n't")
	case w.part&(says|fills) != 0:
	case w.unspaced:
		c.countRun(w.fold)
	default:
		c.content++
	}
}

// countRun counts the words of a script without spaces, of two characters each.
func (c *clause) countRun(run string) {
	c.content += max(1, utf8.RuneCountInString(run)/2)
}

// unspaced reports whether a script is written without spaces.
func unspaced(s text.Script) bool { return s == text.Han || s == text.Kana || s == text.Thai }

// endsClause reports whether r parts two clauses.
func endsClause(r rune) bool {
	return text.EndsSentence(r) || strings.ContainsRune(",;:()[]—–|，；：、（）「」،؛", r)
}
