package quote

import (
	"vouchsafe/grounding/text"

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
	// Fuzzy: also evident typos and ellipses.
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
	KindLocated    = "located"  // a place was found, not verified
	KindSentence   = "sentence" // the whole sentence, named by its number
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

// Find looks for a prepared snippet in the text, so that one that is looked
// for in many texts is folded once.
func (t *Text) Find(sn *Text, m Mode) Result {
	s := search{text: t, snippet: sn, mode: m}
	if len(sn.Tokens) == 0 || len(t.Tokens) == 0 {
		return none(0, "the snippet names no words")
	}
	best := s.whole()
	if best.Outcome == Verified {
		return best
	}
	lost := s // what looks further keeps the search; one that found its words stays off the heap
	return lost.further(best)
}

// further looks for a snippet that was not verified in one piece.
func (s *search) further(best Result) Result {
	if r := s.ellipsis(); best.Outcome == "" || r.Outcome == Verified {
		best = r
	}
	if best.Outcome == "" {
		return s.locate()
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
func (s *search) whole() Result {
	var best Result
	walked := 0
	s.text.hits(s.snippet.Folded.Folded, 0, func(hit text.Run) bool {
		if r := s.judge(hit); rank[r.Outcome] > rank[best.Outcome] {
			best = r
		}
		walked += len(s.snippet.Tokens)
		return best.Kind != KindExact && (best.Outcome != Verified || s.mode == Exact) && walked < maxWalked
	})
	return best
}

// maxWalked bounds the tokens that are looked at over all hits of a snippet, so
// that a long one that occurs often costs no more than a few passes.
const maxWalked = 1 << 16

// rank orders outcomes for choosing among hits.
var rank = map[Outcome]int{Absent: 1, Falsified: 2, Drifted: 3, Verified: 4}

// judge decides on a hit: folded characters that agree from token to token.
func (s *search) judge(hit text.Run) Result {
	found := s.hides(hit)
	if found.severity == same {
		if r, ok := s.exact(hit); ok {
			return s.edge(r, hit)
		}
		found = s.compare(hit, run(0, len(s.snippet.Tokens)))
		found = worse(found, s.notes(hit.First, 0))
		found = worse(found, s.notes(hit.End, len(s.snippet.Tokens)))
	}
	r := s.result(hit, KindNormalized, 1)
	if found.severity == loose {
		r.Kind = KindFuzzy
	}
	return s.edge(s.settle(r, found), hit)
}

// hides reports what the snippet says where nobody looks: an attribute of a tag, the
// address of a link or a turned direction of letters that the source has not.
func (s *search) hides(hit text.Run) finding {
	for _, said := range s.snippet.Hidden {
		if !strings.Contains(s.text.Original, said) {
			return finding{changed, "the snippet has markup that the source has not: " + clip(said)}
		}
	}
	if (s.text.struck && s.text.Has(hit, text.TokenStruck)) != s.snippet.struck {
		return finding{changed, "words are text.TokenStruck out in the source or the snippet"}
	}
	if strings.Contains(s.snippet.Original, override) && !strings.Contains(s.text.Original, override) {
		return finding{drifted, "the snippet turns the direction of its letters"}
	}
	return finding{}
}

// override is the control character that shows the letters behind it from right
// to left, so that 17 reads as 71.
const override = "\u202e"

// exact reports whether the original has the snippet character by character
// at a hit.
func (s *search) exact(hit text.Run) (Result, bool) {
	snippet := strings.TrimSpace(s.snippet.Original)
	leading := strings.Index(s.snippet.Original, snippet)
	_, first, _ := s.snippet.Source(run(0, 1))
	point, from, _ := s.text.Source(hit)
	from -= first - leading
	if first < leading || from < 0 || !strings.HasPrefix(s.text.Original[from:], snippet) {
		return Result{}, false
	}
	to := from + len(snippet)
	if !utf8.RuneStart(s.text.Original[from]) || to < len(s.text.Original) && !utf8.RuneStart(s.text.Original[to]) {
		return Result{}, false
	}
	point -= utf8.RuneCountInString(s.snippet.Original[leading:first])
	return s.found(point, from, to, KindExact, 1), true
}

// result describes a span of the text; it is verified until something is found
// against it.
func (s *search) result(at text.Run, kind string, similarity float64) Result {
	point, from, to := s.text.Source(at)
	return s.found(point, from, to, kind, similarity)
}

// found describes some bytes of the original that begin at a code point.
func (s *search) found(point, from, to int, kind string, similarity float64) Result {
	source := s.text.Original[from:to]
	end := point + utf8.RuneCountInString(source)
	return Result{Outcome: Verified, Kind: kind, Similarity: round(similarity), Start: point, End: end, Source: source}
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
		found.detail = "the words are the same, the characters are not (verify.snippet: exact)"
	}
	r.Detail = found.detail
	return r
}

// round cuts a similarity to four decimals, so that nothing short of equal
// shows as 1.
func round(x float64) float64 { return float64(int(x*10000)) / 10000 }
