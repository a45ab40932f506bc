package quote

import (
	"slices"
	"vouchsafe/grounding/text"

	"strings"
	"unicode/utf8"
)

// Bounds of stitching.
const (
	maxStitched = 3    // neighbours that one quote may run over
	maxOverlap  = 4096 // bytes in which an overlap of neighbours is looked for
	minOverlap  = 12   // bytes from which it counts as one
)

// FindStitched looks for a snippet that runs over neighbouring chunks of one
// document, given in their order, with or without an overlap between them. If
// it is verified, ok is true and the results have the part of each chunk; a
// chunk without a part is Absent. Quotes that lie in one chunk are Find's.
func FindStitched(ts []*Text, snippet string, m Mode) (results []Result, ok bool) {
	for width := 2; width <= min(maxStitched, len(ts)); width++ {
		for first := 0; first+width <= len(ts); first++ {
			if parts, ok := stitched(ts[first:first+width], snippet, m); ok {
				results = slices.Repeat([]Result{none(0, "")}, len(ts))
				copy(results[first:], parts)
				return results, true
			}
		}
	}
	return nil, false
}

// piece is what a chunk contributes to a joined text.
type piece struct {
	text       string // of the chunk
	skipped    int    // bytes of the chunk in front of it
	start, end int    // bytes of the joined text
}

// stitched joins all the given chunks and looks for the snippet across them.
func stitched(ts []*Text, snippet string, m Mode) ([]Result, bool) {
	joined, pieces := join(ts, 4*len(snippet)+256)
	r := Find(Prepare(joined), snippet, m)
	if r.Outcome != Verified {
		return nil, false
	}
	from := text.ByteOf(joined, r.Start)
	to := from + len(r.Source)
	out := make([]Result, len(ts))
	for i, p := range pieces {
		start, end := max(from, p.start), min(to, p.end)
		if start >= end {
			return nil, false // it does not run over all of them
		}
		out[i] = r
		out[i].Source = joined[start:end]
		out[i].Start = utf8.RuneCountInString(p.text[:p.skipped+start-p.start])
		out[i].End = out[i].Start + utf8.RuneCountInString(out[i].Source)
	}
	return out, true
}

// join writes the chunks one after the other, an overlap once, and of the first
// and the last only what a quote of `reach` bytes can touch.
func join(ts []*Text, reach int) (string, []piece) {
	var out strings.Builder
	pieces := make([]piece, len(ts))
	for i, t := range ts {
		p := piece{text: t.Original}
		if i == 0 {
			p.skipped = runeStart(p.text, len(p.text)-reach)
		} else if p.skipped = overlap(ts[i-1].Original, p.text); p.skipped == 0 {
			out.WriteByte('\n')
		}
		end := len(p.text)
		if i == len(ts)-1 {
			end = runeStart(p.text, min(end, p.skipped+reach))
		}
		p.start = out.Len()
		out.WriteString(p.text[p.skipped:end])
		p.end = out.Len()
		pieces[i] = p
	}
	return out.String(), pieces
}

// runeStart moves a byte back to the start of a code point.
func runeStart(s string, at int) int {
	for at > 0 && at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return max(0, at)
}

// overlap returns how many bytes at the start of b repeat the end of a. Both are
// bounded, so that trying every length costs little.
func overlap(a, b string) int {
	for n := min(maxOverlap, len(a), len(b)-1); n >= minOverlap; n-- {
		if a[len(a)-n] == b[0] && strings.HasPrefix(b, a[len(a)-n:]) {
			return runeStart(b, n)
		}
	}
	return 0
}
