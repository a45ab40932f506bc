package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/quote"
)

// hopelessWeight is how much of a snippet must have come, see quote.Weight,
// before it is given up: some ten words, which stand in no chunk by chance and
// of which honest quotes do not get so many wrong.
const hopelessWeight = 56

// Hopeless reports whether a snippet that is still being written can no longer
// stand, whatever follows: it is longer than any may be, or what has come of
// it stands in no chunk, not even nearly. It saves the rest of the answer's
// tokens and decides nothing that the whole snippet would not.
func Hopeless(c answer.Citation, ev Evidence, r Rules) bool {
	if r.MaxChars > 0 && utf8.RuneCountInString(c.Snippet) > r.MaxChars {
		return true
	}
	written := wholeWords(c.Snippet)
	snippet := quote.Prepare(written)
	if snippet.Weight() < hopelessWeight || strings.ContainsAny(written, "…[") || strings.Contains(written, "...") {
		return false
	}
	named := ev.Set.Resolve(evidence.Ref{ChunkID: c.ChunkID, DocID: c.DocID, Filename: c.Filename}).Candidates
	for _, i := range named { // where an honest quote is found at once
		if ev.Passages[i].Text().Find(snippet, quote.Fuzzy).Outcome != quote.Absent {
			return false
		}
	}
	for _, i := range ev.Set.Usable() {
		if !slices.Contains(named, i) && ev.Passages[i].Text().Find(snippet, quote.Fuzzy).Outcome != quote.Absent {
			return false
		}
		for _, next := range ev.Set.Neighbours(i) {
			texts := []*quote.Text{ev.Passages[min(i, next)].Text(), ev.Passages[max(i, next)].Text()}
			if _, ok := quote.FindStitched(texts, written, quote.Fuzzy); ok {
				return false
			}
		}
	}
	return true
}

// wholeWords drops the last two words: one may not be whole, and the one
// before it may turn what follows.
func wholeWords(s string) string {
	for range 2 {
		at := strings.LastIndexAny(s, " \n\t")
		if at < 0 {
			return s
		}
		s = s[:at]
	}
	return s
}
