package quote

import (
	"strings"
	"unicode/utf8"
)

// Mode says how far a snippet may be from the source's own words.
type Mode string

// The modes. Each includes the ones before it.
const (
	// Exact: character by character.
	Exact Mode = "exact"
	// Normalized: the same words and numbers in the same order. White space,
	// case, Unicode compatibility forms, quotes, dashes, ligatures, soft
	// hyphens, zero-width characters, line-break hyphenation, Markdown, HTML
	// and commas do not count.
	Normalized Mode = "normalized"
	// Fuzzy: also evident typos, words torn apart or run together, ellipses
	// and editorial insertions in square brackets.
	Fuzzy Mode = "fuzzy"
)

// Outcome is what became of a snippet.
type Outcome string

// The outcomes.
const (
	// Verified: the snippet is in the chunk, in those words.
	Verified Outcome = "verified"
	// Drifted: it is not, but the place is certain and nothing that decides
	// the meaning differs, so Source may replace it.
	Drifted Outcome = "drifted"
	// Falsified: a place was found, and a number, unit, name, negation or
	// another word that decides the meaning differs. Never to be snapped.
	Falsified Outcome = "falsified"
	// Absent: the chunk has no place the snippet could have come from.
	Absent Outcome = "absent"
)

// The kinds of a match.
const (
	KindExact      = "exact"
	KindNormalized = "normalized"
	KindFuzzy      = "fuzzy"
	KindEllipsis   = "ellipsis"
	KindLocated    = "located" // a place was found, not verified
	KindNone       = "none"
)

// Result is what a search found.
type Result struct {
	Outcome Outcome
	// Kind is how the snippet matched: one of the Kind constants.
	Kind string
	// Similarity is 2M/T over folded characters, to four decimals: T counts
	// those of the snippet and of the place, M those that both have in the
	// same order (the ratio of Ratcliff and Obershelp, by tokens). It is the
	// best place's also where the snippet failed, and proves nothing.
	Similarity float64
	// Start and End are code points of the original, end exclusive, or -1.
	Start, End int
	// Source is the original between Start and End; for a snippet that was cut
	// behind a negation it is extended to include that.
	Source string
	// Detail names both readings where they differ.
	Detail string
}

// Find looks for a snippet in a prepared chunk.
func Find(t *Text, snippet string, m Mode) Result { return t.Find(Prepare(snippet), m) }

// Find looks for a prepared snippet in the text, so that one that is looked
// for in many texts is folded once.
func (t *Text) Find(sn *Text, m Mode) Result {
	s := search{text: t, snippet: sn, mode: m}
	if len(sn.tokens) == 0 || len(t.tokens) == 0 {
		return none(0, "the snippet names no words")
	}
	best := s.whole(sn)
	if best.Outcome == Verified {
		return best
	}
	if best = preferred(best, s.withoutBrackets()); best.Outcome == Verified {
		return best
	}
	if best = preferred(best, s.ellipsis()); best.Outcome != "" {
		return best
	}
	lost := s // what looks for a place keeps the search; one that found its words stays off the heap
	return lost.locate()
}

// preferred returns the other of two results if it verifies, or if there is
// none yet.
func preferred(best, other Result) Result {
	if other.Outcome == Verified || other.Outcome != "" && best.Outcome == "" {
		return other
	}
	return best
}

// search is one snippet looked for in one text.
type search struct {
	text, snippet *Text
	mode          Mode
}

// none is the result of a search without a place.
func none(similarity float64, detail string) Result {
	return Result{Outcome: Absent, Kind: KindNone, Similarity: round(similarity), Start: -1, End: -1, Detail: detail}
}

// whole looks for the snippet in one piece and returns the best hit; the zero
// result if there is none.
func (s *search) whole(sn *Text) Result {
	var best Result
	walked := 0
	s.text.hits(sn.folded, 0, func(hit span) bool {
		r := s.judge(hit, sn)
		if better(r.Outcome, best.Outcome) {
			best = r
		}
		walked += len(sn.tokens)
		return best.Kind != KindExact && (best.Outcome != Verified || s.mode == Exact) && walked < maxWalked
	})
	return best
}

// maxWalked bounds the tokens that are looked at over all hits of a snippet, so
// that a long one that occurs often costs no more than a few passes.
const maxWalked = 1 << 16

// better orders outcomes for choosing among hits.
func better(a, b Outcome) bool { return rank(a) > rank(b) }

func rank(o Outcome) int {
	switch o {
	case Verified:
		return 4
	case Drifted:
		return 3
	case Falsified:
		return 2
	case Absent:
		return 1
	}
	return 0
}

// judge decides on a hit: folded characters that agree from token to token.
func (s *search) judge(hit span, sn *Text) Result {
	if r, ok := s.exact(hit, sn); ok {
		return s.edge(r, hit)
	}
	if found := s.hidden(hit, sn); found.severity != same {
		return s.settle(s.result(hit, KindLocated, 1), found)
	}
	found := s.inspect(hit, sn)
	if found.severity < changed {
		found = worse(found, s.marks(hit.end, len(sn.tokens), sn))
		found = worse(found, s.marks(hit.first, 0, sn))
	}
	r := s.result(hit, KindNormalized, 1)
	if found.severity == loose {
		r.Kind = KindFuzzy
	}
	return s.edge(s.settle(r, found), hit)
}

// exact reports whether the original has the snippet character by character
// at a hit.
func (s *search) exact(hit span, sn *Text) (Result, bool) {
	snippet := strings.TrimSpace(sn.original)
	lead := int(sn.tokens[0].start) - strings.Index(sn.original, snippet)
	start, _ := s.text.bytes(hit)
	start -= lead
	if start < 0 || !strings.HasPrefix(s.text.original[start:], snippet) {
		return Result{}, false
	}
	if !s.text.wholeRunes(start, start+len(snippet)) {
		return Result{}, false
	}
	r := s.result(hit, KindExact, 1)
	r.Outcome = Verified
	r.Start -= utf8.RuneCountInString(snippet[:lead])
	r.End = r.Start + utf8.RuneCountInString(snippet)
	r.Source = s.text.original[start : start+len(snippet)]
	return r, true
}

// result describes a span of the text; it is verified until something is found
// against it.
func (s *search) result(at span, kind string, similarity float64) Result {
	from, to := s.text.bytes(at)
	r := Result{Outcome: Verified, Kind: kind, Similarity: round(similarity), Source: s.text.original[from:to]}
	r.Start, r.End = s.text.chars(at)
	return r
}

// settle lowers a result by what was found, and by what the mode allows.
func (s *search) settle(r Result, found finding) Result {
	switch {
	case found.severity == changed:
		r.Outcome, r.Kind = Falsified, KindLocated
	case found.severity == drifted, found.severity == loose && s.mode != Fuzzy:
		r.Outcome, r.Kind = Drifted, KindLocated
	case s.mode == Exact && r.Kind != KindExact:
		r.Outcome, r.Kind = Drifted, KindLocated
		found.detail = "the words agree, the characters do not"
	}
	r.Detail = found.detail
	return r
}

// round cuts a similarity to four decimals, so that nothing short of equal
// shows as 1.
func round(x float64) float64 { return float64(int(x*10000)) / 10000 }
