package claim

import (
	"sort"

	lexis "vouchsafe/grounding/text"
)

// window is the words of the sentences that quotes stand in.
type window struct {
	text      string // that the tokens are of
	tokens    []token
	more      []further // where tokens of other texts follow
	clauseOf  *window   // of which these are a clause, if they are one of a window
	offset    int       // where it begins there
	said      []token   // what stands in front of the first sentence
	closeness float64   // share of the claim's different content words that it holds
	summary
}

// summary is what the words of a window are, taken together: most checks look
// for a word of some kind, and few sentences have one.
type summary struct {
	negated bool   // something is
	manner  manner // what they may do
	traits  trait  // the lists that they stand in
	flags   flag
}

func summaryOf(tokens []token) (s summary) {
	for i := range tokens {
		t := &tokens[i]
		s.manner |= t.manner()
		s.traits |= t.lexeme().trait
		s.flags |= t.flags
	}
	s.negated = s.flags&negatedWord != 0
	return s
}

// further is where the tokens of another text begin in a window.
type further struct {
	from int
	text string
}

// quotedWords gathers the words of the areas. Of one area, which is the rule,
// they are the source's own tokens, not a copy.
func (r *reading) quotedWords(ev Evidence) (w window) {
	for _, a := range r.areas {
		src := ev.Sources[a.source]
		in := src.within(a.start, a.end)
		if len(w.tokens) == 0 {
			w.text, w.tokens, w.said = src.text, in[:len(in):len(in)], src.before(in)
			continue
		}
		w.more = append(w.more, further{len(w.tokens), src.text})
		w.tokens = append(w.tokens, in...)
	}
	return w
}

// whole is the claim's own words as a window.
func (r *reading) whole() *window {
	if r.own.tokens == nil {
		r.own = window{text: r.text, tokens: r.tokens, summary: summaryOf(r.tokens)}
	}
	return &r.own
}

// measure looks at what the checks of a quote ask again and again.
func (w *window) measure(r *reading) {
	w.closeness = r.closenessTo(w)
	w.summary = summaryOf(w.tokens)
}

// within returns the tokens that lie in the bytes [start,end).
func (s *Source) within(start, end int) []token {
	from := sort.Search(len(s.tokens), func(i int) bool { return int(s.tokens[i].start) >= start })
	to := from + sort.Search(len(s.tokens)-from, func(i int) bool { return int(s.tokens[from+i].end) > end })
	return s.tokens[from:to]
}

// copies reports whether the claim is one of the sentences, word for word:
// then nothing was changed. A part of one may lack its "not".
func (r *reading) copies(w *window) bool {
	n := len(r.tokens)
	for k := 0; k+n <= len(w.tokens); k++ {
		whole := (k == 0 || w.tokens[k].sent != w.tokens[k-1].sent) && (k+n == len(w.tokens) || w.tokens[k+n].sent != w.tokens[k+n-1].sent)
		if whole && sameStems(r.tokens, w.tokens[k:k+n]) {
			return true
		}
	}
	return false
}

func sameStems(a, b []token) bool {
	for i := range a {
		if a[i].stem != b[i].stem {
			return false
		}
	}
	return true
}

// word is the window's ith word, folded.
func (w *window) word(i int) string { return foldedWord(w.textOf(i), &w.tokens[i]) }

// textOf is the text that the window's ith word is of.
func (w *window) textOf(i int) string {
	text := w.text
	for _, m := range w.more {
		if i >= m.from {
			text = m.text
		}
	}
	return text
}

// word is the claim's ith word, folded.
func (r *reading) word(i int) string { return foldedWord(r.text, &r.tokens[i]) }

func (w *window) holds(stem uint32) bool {
	for i := range w.tokens {
		if w.tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// has reports whether one of the window's words is spelt as the claim's ith.
func (w *window) has(r *reading, i int) bool {
	t := &r.tokens[i]
	for k := range w.tokens {
		if w.tokens[k].word == t.word && (t.word != 0 || w.word(k) == r.word(i)) {
			return true
		}
	}
	return false
}

// firstIn returns the first of the window's words that is in a group, "" for
// none.
func (w *window) firstIn(group map[string]bool) string {
	var room [48]byte
	for i := range w.tokens {
		t := &w.tokens[i]
		if group[string(lexis.AppendFold(room[:0], w.textOf(i)[t.start:t.end]))] {
			return w.word(i)
		}
	}
	return ""
}
