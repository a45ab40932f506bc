package quote

import (
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
				results = make([]Result, len(ts))
				for i := range results {
					results[i] = none(0, "")
				}
				copy(results[first:], parts)
				return results, true
			}
		}
	}
	return nil, false
}

// piece is what a chunk contributes to a joined text, in bytes of the chunk and
// in code points of the joined text.
type piece struct {
	from, to   int // bytes of the chunk
	start, end int // code points of the joined text
}

// stitched joins all the given chunks and looks for the snippet across them.
func stitched(ts []*Text, snippet string, m Mode) ([]Result, bool) {
	joined, pieces := join(ts, 4*len(snippet)+256)
	r := Find(Prepare(joined), snippet, m)
	if r.Outcome != Verified {
		return nil, false
	}
	out := make([]Result, len(ts))
	for i, p := range pieces {
		start, end := max(r.Start, p.start), min(r.End, p.end)
		if start >= end {
			return nil, false // it does not run over all of them
		}
		before := utf8.RuneCountInString(ts[i].original[:p.from]) - p.start
		out[i] = r
		out[i].Start, out[i].End = start+before, end+before
		out[i].Source = runes(joined, start, end)
	}
	return out, true
}

// join writes the chunks one after the other, an overlap once, and of the first
// and the last only what a quote of `reach` bytes can touch.
func join(ts []*Text, reach int) (string, []piece) {
	var out strings.Builder
	pieces := make([]piece, len(ts))
	chars := 0
	for i, t := range ts {
		p := piece{to: len(t.original)}
		if i == 0 {
			p.from = boundary(t.original, max(0, len(t.original)-reach))
		} else {
			p.from = overlap(ts[i-1].original, t.original)
			if p.from == 0 {
				out.WriteByte('\n')
				chars++
			}
		}
		if i == len(ts)-1 {
			p.to = boundary(t.original, min(len(t.original), p.from+reach))
		}
		p.start = chars
		chars += utf8.RuneCountInString(t.original[p.from:p.to])
		p.end = chars
		out.WriteString(t.original[p.from:p.to])
		pieces[i] = p
	}
	return out.String(), pieces
}

// boundary moves a byte offset back to the start of a code point.
func boundary(s string, at int) int {
	for at > 0 && at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return at
}

// overlap returns how many bytes at the start of b repeat the end of a. It
// takes the prefix function of b over the end of a (Knuth, Morris, Pratt), so
// it is linear.
func overlap(a, b string) int {
	a, b = a[max(0, len(a)-maxOverlap):], b[:min(len(b), maxOverlap)]
	if b == "" {
		return 0
	}
	fail := make([]int, len(b))
	for i, k := 1, 0; i < len(b); i++ {
		for k > 0 && b[i] != b[k] {
			k = fail[k-1]
		}
		if b[i] == b[k] {
			k++
		}
		fail[i] = k
	}
	k := 0
	for i := range len(a) {
		for k > 0 && (k == len(b) || a[i] != b[k]) {
			k = fail[k-1]
		}
		if a[i] == b[k] {
			k++
		}
	}
	if k < minOverlap || k == len(b) {
		return 0
	}
	return boundary(b, k)
}

// runes returns the code points of s from start to end.
func runes(s string, start, end int) string {
	from, to, n := len(s), len(s), 0
	for i := range s {
		if n == start {
			from = i
		}
		if n == end {
			to = i
			break
		}
		n++
	}
	return s[from:to]
}
