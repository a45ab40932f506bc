package quote

import (
	"strings"
	"sync"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// surroundings is how many bytes on both sides of a snippet tell all that Find asks about them,
// if they are as many words as that; farStrike is from how far off a mark may strike words out.
const surroundings, farStrike, enoughTokens = 200, 2400, 12

// StandsIn looks for a prepared snippet in a page as it is written, character by character, and
// prepares only what stands around it. found is false where Find may still find it: it changes
// nothing but how long that takes.
func (t *Text) StandsIn(page string) (r Result, found bool) {
	snippet := strings.TrimSpace(t.Original)
	if len(t.Tokens) == 0 || len(t.Hidden) > 0 || t.struck {
		return r, false
	}
	at := find(page, snippet)
	if at < 0 {
		return r, false
	}
	from, to := window(page, at, at+len(snippet))
	if strings.ContainsAny(page[max(0, from-farStrike):to], "<~") || strings.ContainsAny(page[from:to], `>\`) {
		return r, false
	}
	folded := windows.Get().(*text.Folded)
	defer windows.Put(folded)
	folded.Fold(page[from:to])
	s := search{text: &Text{Folded: *folded, page: page}, snippet: t, mode: Exact}
	s.text.hits(t.Folded.Folded, 0, func(hit text.Run) bool {
		if from > 0 && hit.First < enoughTokens || to < len(page) && len(s.text.Tokens)-hit.End < enoughTokens {
			return true
		}
		r = s.judge(hit)
		found = r.Outcome == Verified && r.Kind == KindExact
		return !found
	})
	before := utf8.RuneCountInString(page[:from])
	r.Start, r.End = r.Start+before, r.End+before
	return r, found
}

// windows lend the room for what stands around a snippet.
var windows = sync.Pool{New: func() any { return new(text.Folded) }}

// window is a stretch of a page and what stands around it, cut at spaces.
func window(page string, from, to int) (start, end int) {
	if start = from - surroundings; start > 0 {
		start += strings.IndexByte(page[start:from], ' ') + 1
	}
	if end = to + surroundings; end < len(page) {
		end = to + max(0, strings.LastIndexByte(page[to:end], ' '))
	}
	return max(0, start), min(end, len(page))
}
