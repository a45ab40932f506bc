package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// ground is the evidence as values are looked up in it: its sentences, read once for all values of
// an answer.
type ground struct {
	sentences []groundSentence
	words     map[string][]spot // by folded form
	named     map[string][]spot // by a word of a name: where it stands, in any form
	figured   map[clause]bool   // clauses with a figure
}

// groundSentence is a sentence of the evidence, cells of a table under their heads.
type groundSentence struct {
	*text.Text
	chunk   int
	span    text.Span     // its bytes in the passage
	clauses []int         // of each word
	numbers []text.Number // but those of a name: "CO2", "COVID-19"
	figures []seat        // of each of them
}

// clause is a clause of a sentence; -1 is what governs the sentence.
type clause struct{ sentence, n int }

// spot is where a word stands, the kth of its sentence.
type spot struct {
	clause
	word int
}

func readGround(e *Evidence) *ground {
	g := &ground{words: map[string][]spot{}, named: map[string][]spot{}, figured: map[clause]bool{}}
	for _, chunk := range e.Set.Usable() {
		p := e.Passages[chunk]
		var titles []string
		for _, title := range e.titles(nil, chunk) {
			titles = append(titles, folds(title)...)
		}
		for _, s := range p.Sentences() {
			if e.stopped() {
				return g
			}
			whole := p.around(s.Start, s.End)
			if hidden(whole.Text) != "" {
				continue // what is struck out or not shown tells nothing
			}
			said := whole.said()
			at, lead := len(g.sentences), titles
			read := text.ReadAs(said[:min(len(said), longestSaid)], p.language())
			in := groundSentence{Text: read, chunk: chunk, span: s.Span, clauses: clausesIn(read)}
			if whole.Lead != nil && said == whole.Text {
				lead = append(slices.Clone(titles), folds(whole.Lead.Text)...)
			}
			for _, word := range lead {
				g.words[word] = append(g.words[word], spot{clause{at, -1}, -2})
			}
			for k, w := range read.Words {
				g.words[w.Fold] = append(g.words[w.Fold], spot{clause{at, in.clauses[k]}, k})
			}
			for _, n := range read.Numbers() {
				if endsName(read.Text[:n.Start]) {
					continue
				}
				p := in.seatOf(n, at)
				in.numbers, in.figures, g.figured[p.clause] = append(in.numbers, n), append(in.figures, p), true
			}
			g.sentences = append(g.sentences, in)
		}
	}
	return g
}

// endsName reports whether a text ends with a capital, or with one and a hyphen, to which a figure behind it belongs.
func endsName(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, "-‐‑"))
	return len(before)-len(strings.TrimRight(before, "-‐‑")) <= len("‑") && unicode.IsUpper(last)
}

// clausesIn numbers the clauses of a sentence, by word.
func clausesIn(t *text.Text) []int {
	out, numbers := make([]int, len(t.Words)), t.Numbers()
	for k := 1; k < len(t.Words); k++ {
		out[k] = out[k-1]
		between := t.Text[t.Words[k-1].End:t.Words[k].Start]
		for len(numbers) > 0 && numbers[0].End <= t.Words[k].Start {
			numbers = numbers[1:]
		}
		inside := len(numbers) > 0 && numbers[0].Start < t.Words[k].Start               // "no more than 2"
		label := strings.Contains(between, ":") && !t.Words[k-1].Flags.Has(text.Digits) // "dose: 5", but not "step 2: dose 5"
		if (endsClause(between) && !label || strings.Contains(between, " - ") || t.Class(t.Words[k]).Has(text.Connective) && !joinsValues(t, k)) && !inside {
			out[k]++
		}
	}
	return out
}

// joinsValues reports whether a word stands between two figures or two names: "two or three", "CSV or JSON".
func joinsValues(t *text.Text, k int) bool {
	both := func(is func(w text.Word) bool) bool {
		return k+1 < len(t.Words) && is(t.Words[k-1]) && is(t.Words[k+1])
	}
	figure := func(w text.Word) bool { return w.Flags.Has(text.Digits) || t.Class(w).Has(text.NumberWord) }
	name := func(w text.Word) bool { return w.Flags.Has(text.Capital) && !w.Flags.Has(text.Opens) }
	return both(figure) || both(name) && t.Language() != text.German
}

// spotsOf is where a word of a name stands, in any form.
func (g *ground) spotsOf(word string) []spot {
	out, known := g.named[word]
	if !known {
		for form, at := range g.words {
			if kindred(form, word) {
				out = append(out, at...)
			}
		}
		g.named[word] = out
	}
	return out
}
