package text

import (
	"sort"
	"unicode/utf8"
)

// Shown is a text written anew, with the way back: without what people do not see
// (Show), or without its markup as well (ShowPage).
type Shown struct {
	Text  string
	diffs []diff // in order
	inner *Shown // what Text was written from, where that is not the original
}

// diff is a place where the two texts differ, in code points: what stood from start
// to end of the original stands in the last width code points before plain.
type diff struct{ start, end, plain, width int }

// rewriter writes a text anew, from left to right.
type rewriter struct {
	src               string
	at                int // byte of src that is read next
	out               []byte
	original, written int // code points behind and written
	diffs             []diff
}

// rewrite begins behind the first bytes, which stay as they are.
func rewrite(s string, first int) rewriter {
	w := rewriter{src: s, at: first, original: utf8.RuneCountInString(s[:first])}
	w.written = w.original
	w.out = append(make([]byte, 0, len(s)+16), s[:first]...)
	return w
}

// shown is the text that was written.
func (w *rewriter) shown() Shown {
	if w.diffs == nil {
		return Shown{Text: w.src}
	}
	return Shown{Text: string(w.out), diffs: w.diffs}
}

// keep takes some bytes as they are.
func (w *rewriter) keep(bytes, runes int) {
	w.out = append(w.out, w.src[w.at:w.at+bytes]...)
	w.at, w.original, w.written = w.at+bytes, w.original+runes, w.written+runes
}

// replace writes other characters in the place of some bytes.
func (w *rewriter) replace(bytes int, instead string) {
	start, width := w.original, utf8.RuneCountInString(instead)
	w.original += utf8.RuneCountInString(w.src[w.at : w.at+bytes])
	w.written += width
	w.out = append(w.out, instead...)
	w.diffs = append(w.diffs, diff{start, w.original, w.written, width})
	w.at += bytes
}

// ToPlain returns where a code point of the original stands in the shown text.
func (p *Shown) ToPlain(i int) int {
	if p.inner != nil {
		i = p.inner.ToPlain(i)
	}
	return p.across(i, func(d diff) (from, to int) { return d.end, d.plain })
}

// ToOriginal is the way back.
func (p *Shown) ToOriginal(i int) int {
	i = p.across(i, func(d diff) (from, to int) { return d.plain, d.end })
	if p.inner != nil {
		i = p.inner.ToOriginal(i)
	}
	return i
}

// across takes a place in one text to the other: the place is as far behind the
// last difference before it, and not behind the next.
func (p *Shown) across(i int, ends func(diff) (from, to int)) int {
	k := sort.Search(len(p.diffs), func(k int) bool { from, _ := ends(p.diffs[k]); return from > i })
	if k > 0 {
		from, to := ends(p.diffs[k-1])
		i += to - from
	}
	if k < len(p.diffs) {
		_, next := ends(p.diffs[k])
		i = min(i, next)
	}
	return i
}

// OriginalOf returns the code points of the original that a stretch of the shown
// text, in code points, was written from; what was left out at its ends is not
// among them.
func (p *Shown) OriginalOf(start, end int) (from, to int) {
	from, to = p.across(start, func(d diff) (from, to int) { return d.plain, d.end }), p.endOf(end)
	if p.inner != nil {
		return p.inner.OriginalOf(from, to)
	}
	return from, to
}

// endOf takes the end of a stretch back: a difference that begins there is not part
// of the stretch.
func (p *Shown) endOf(i int) int {
	k := sort.Search(len(p.diffs), func(k int) bool { return p.diffs[k].plain-p.diffs[k].width >= i })
	if k == 0 {
		return i
	}
	return p.diffs[k-1].end + max(0, i-p.diffs[k-1].plain)
}
