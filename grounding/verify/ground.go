package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
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
	span    text.Span // its bytes in the passage
	lead    string    // what leads it in
	clauses []int     // of each word
	figures []seat    // but those of a name: "CO2", "COVID-19"
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
		for k, s := range p.Sentences() {
			if e.stopped() {
				return g
			}
			read := p.figured(k)
			if read.Text == nil {
				continue
			}
			in, at, lead := *read, len(g.sentences), titles
			in.chunk, in.span, in.figures = chunk, s.Span, slices.Clone(in.figures)
			for i := range in.figures {
				in.figures[i].sentence = at
			}
			if in.lead != "" {
				lead = append(slices.Clone(titles), folds(in.lead)...)
			}
			for _, word := range lead {
				g.words[word] = append(g.words[word], spot{clause{at, -1}, -2})
			}
			for k, w := range in.Words {
				g.words[w.Fold] = append(g.words[w.Fold], spot{clause{at, in.clauses[k]}, k})
			}
			for _, p := range in.figures {
				g.figured[p.clause] = true
			}
			g.sentences = append(g.sentences, in)
		}
	}
	return g
}

// figured is the kth sentence of a passage with its figures. What is struck out or not shown tells nothing.
func (p *Passage) figured(k int) *groundSentence {
	said := sayingOf(p, k)
	said.figuredOnce.Do(func() {
		read, lead := p.readAt(k)
		if said.figured = (&groundSentence{}); read != nil {
			said.figured = sentenceOf(read)
			said.figured.lead = lead
			p.grow(len(read.Text) * 8)
		}
	})
	return said.figured
}

// readSaid reads what a sentence of a passage says: as claims are held against it, where it is the same text.
func readSaid(p *Passage, words string, at text.Span) *text.Text {
	if words == p.original[at.Start:at.End] {
		if read := claim.ReadIn(p.Source(), p.original, at); read != nil {
			return read
		}
	}
	return text.ReadAs(words[:min(len(words), longestSaid)], p.language())
}

// readAt is the kth sentence of a passage as it is shown, and what leads it in; nil for one that is not shown.
func (p *Passage) readAt(k int) (read *text.Text, lead string) {
	said := sayingOf(p, k)
	said.readOnce.Do(func() {
		s := p.sentences[k]
		whole := p.around(s.Start, s.End)
		if hidden(whole.Text) != "" {
			return
		}
		words := whole.said()
		said.read = readSaid(p, words, s.Span)
		if whole.Lead != nil && words == whole.Text {
			said.lead = whole.Lead.Text
		}
		p.grow((s.End - s.Start) * 8)
	})
	return said.read, said.lead
}

// sentenceOf is a text as a sentence of the evidence.
func sentenceOf(read *text.Text) *groundSentence {
	in := &groundSentence{Text: read, clauses: clausesIn(read), figures: make([]seat, 0, len(read.Numbers()))}
	for _, n := range read.Numbers() {
		if !endsName(read.Text[:n.Start]) {
			in.figures = append(in.figures, in.seatOf(n, 0))
		}
	}
	for k := range in.figures {
		in.figures[k].of = in.owner(k)
	}
	return in
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
		inside := len(numbers) > 0 && numbers[0].Start < t.Words[k].Start // "no more than 2"
		label := strings.Contains(between, ":") && (!t.Words[k-1].Flags.Has(text.Digits) || !claim.States(t.Text[:t.Words[k-1].End]))
		if (endsClause(between) && !label || strings.Contains(between, " - ") || strings.Contains(between, "、") || t.Class(t.Words[k]).Has(text.Connective) && !joinsValues(t, k)) && !inside {
			out[k]++
		}
	}
	return out
}

// owned is what a figure is of that belongs to a name: "iPhone 15 price: 799 EUR", "2 adults: 180 EUR".
type owned struct {
	name bool // what stands behind it need not be counted by it
	only bool // it is of one word, and of no other of its clause
	word int
}

// owner tells what the kth figure is of where it stands in a label, in front of its colon, or in a subject, in front of
// a verb and another figure: of the word in front of it, or of what it counts. The other words are of what stands behind.
func (s *groundSentence) owner(k int) owned {
	p := s.figures[k]
	if p.first < 0 {
		return owned{}
	}
	content := func(word int) bool { return s.content(word, p.n) }
	begins := s.Words[p.first].Start // of "Covid-19" with its letters
	inFront := begins >= p.number.Start && content(p.first-1) && strings.Trim(s.gap(p.first), " -‐‑") == ""
	of := owned{name: true, only: true, word: p.first - 1}
	if joint := s.gap(p.first); p.number.Start > begins+1 || joint != "" && strings.Trim(joint, "-‐‑") == "" {
		return of
	}
	end := p.last + 1
	for end < len(s.Words) && s.clauses[end] == p.n && !s.Words[end].Flags.Has(text.Digits) && !strings.ContainsAny(s.gap(end), ":：") {
		end++
	}
	if end == len(s.Words) || s.clauses[end] != p.n {
		return owned{}
	}
	counts := p.last+1 < end && s.counts(p)
	switch label := strings.ContainsAny(s.gap(end), ":："); {
	case !label:
		verb := end-1 > p.last+1 && (content(end-1) || s.Class(s.Words[end-1]).Has(text.Auxiliary|text.Modal))
		return owned{name: inFront && counts && verb}
	case claim.States(s.Text.Text[:s.Words[end-1].End]):
		return owned{}
	case inFront && counts: // "Boeing 737 seats: 189", but not "offers 3 options: 2 nights"
		value := slices.IndexFunc(s.figures, func(o seat) bool { return o.first == end })
		of.only = value >= 0 && !s.counts(s.figures[value]) && strings.ContainsFunc(s.Text.Text[s.Words[p.first-1].Start:p.number.Start], unicode.IsUpper)
	case inFront:
	case counts:
		of.word = p.last + 1
	default:
		for of.word >= 0 && !content(of.word) {
			of.word--
		}
	}
	return of
}

// uncounted are the roles of words that say of a figure how many or when it is.
const uncounted = text.Approximate | text.Quantifier | text.Comparative | text.Month | text.Weekday

// gap is what stands in front of a word, up to the word before.
func (s *groundSentence) gap(word int) string {
	if word == 0 {
		return ""
	}
	return s.Text.Text[s.Words[word-1].End:s.Words[word].Start]
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
