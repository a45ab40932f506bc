package claim

import (
	"sort"
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// window is the words of the sentences that quotes stand in.
type window struct {
	tokens  []token
	words   []string // by token: as it is written, folded
	manners []manner // by token: what its word may do
}

// quotedWords gathers the words of the areas. Of one area, which is the rule,
// they are the source's own tokens, not a copy.
func (r *reading) quotedWords(ev Evidence) (w window) {
	for _, a := range r.areas {
		if in := ev.Sources[a.source].within(a.start, a.end); len(w.tokens) == 0 {
			w.tokens = in[:len(in):len(in)]
		} else {
			w.tokens = append(w.tokens, in...)
		}
	}
	return w
}

// within returns the tokens that lie in the bytes [start,end).
func (s *Source) within(start, end int) []token {
	from := sort.Search(len(s.tokens), func(i int) bool { return int(s.tokens[i].start) >= start })
	to := from + sort.Search(len(s.tokens)-from, func(i int) bool { return int(s.tokens[from+i].end) > end })
	return s.tokens[from:to]
}

// fold fills in the words of the areas that quotedWords went through.
func (w *window) fold(ev Evidence, areas []area) {
	w.words = make([]string, len(w.tokens))
	from := 0
	for _, a := range areas {
		src := ev.Sources[a.source]
		in := src.within(a.start, a.end)
		foldWords(w.words[from:from+len(in)], src.text, in)
		from += len(in)
	}
	w.manners = mannersOf(w.words, w.tokens)
}

// foldWords folds the words of tokens that follow each other in a text. Where
// they are plain ASCII the whole stretch is folded at once.
func foldWords(words []string, text string, tokens []token) {
	if len(tokens) == 0 {
		return
	}
	first := tokens[0].start
	stretch := text[first:tokens[len(tokens)-1].end]
	plain := isASCII(stretch)
	if plain {
		stretch = strings.ToLower(stretch)
	}
	for i := range tokens {
		if t := &tokens[i]; plain {
			words[i] = stretch[t.start-first : t.end-first]
		} else {
			words[i] = lexis.Fold(text[t.start:t.end])
		}
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// copies reports whether the claim is one of the sentences, word for word:
// then nothing was changed. A part of one may lack its "not".
func (r *reading) copies(w window) bool {
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

func (w window) word(i int) string { return w.words[i] }

// word is the claim's ith word, folded.
func (r *reading) word(i int) string {
	if r.folded == nil {
		r.folded = make([]string, len(r.tokens))
		foldWords(r.folded, r.text, r.tokens)
	}
	return r.folded[i]
}

func (w window) holds(stem uint32) bool {
	for i := range w.tokens {
		if w.tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// closeness is the share of the claim's different content words that the
// window holds.
func (r *reading) closeness(w window) float64 {
	if r.n == 0 {
		return 0
	}
	held := 0
	for k := range r.n {
		if w.holds(r.tokens[r.unique[k]].stem) {
			held++
		}
	}
	return float64(held) / float64(r.n)
}

func (w window) has(word string) bool {
	for _, have := range w.words {
		if have == word {
			return true
		}
	}
	return false
}
