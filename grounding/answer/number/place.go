package number

import (
	"html"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
)

// Spot is where a number is written: in front of a byte of the request.
type Spot struct {
	At   int
	Text string // the number, and a space behind it
}

// Places finds where the numbers of chunks stand in a request. where tells where the texts of a
// message stand, or, for evidence.Beside, of what is passed on beside the messages: the bytes of
// the request between the quotes of each text, none where no model reads it. absent are the usable
// chunks of which hardly a sentence was found: they have to be shown in another place. Of two
// sentences in one place the first has its number there.
func (s *Sheet) Places(request string, set *evidence.Set, where func(message int) []text.Span) (spots []Spot, absent []int) {
	spots, pages, usable := make([]Spot, 0, len(s.All)), map[int]*page{}, map[int]bool{}
	for _, i := range set.Usable() {
		usable[i] = true
	}
	order := slices.Clone(s.order)
	slices.SortStableFunc(order, func(a, b int) int { // a chunk that counts comes first
		switch {
		case usable[a] == usable[b]:
			return 0
		case usable[a]:
			return -1
		}
		return 1
	})
	for _, chunk := range order {
		c, of := set.At(chunk), s.chunks[chunk]
		if of.first == of.last {
			continue
		}
		page, known := pages[c.Message]
		if !known {
			page = newPage(request, where(c.Message))
			pages[c.Message] = page
		}
		written := page.spots(s, of, c)
		if len(written) == 0 && usable[chunk] {
			absent = append(absent, chunk)
		}
		spots = append(spots, written...)
	}
	slices.SortStableFunc(spots, func(a, b Spot) int { return a.At - b.At })
	return slices.CompactFunc(spots, func(a, b Spot) bool { return a.At == b.At }), absent
}

// page is what a message says, as it may be read: as it stands, as the JSON in it says
// it, and so on, as its entities or the doubled quotes of YAML say it; and each of these
// with its white space evened out. A view is made when a text was found in none before it.
type page struct {
	views  []*view
	plain  int   // how many of them are not evened out; 0 while more may come
	last   *view // in which the last chunk was found
	at     int   // where that ended in the request: chunks stand in their order
	misses int   // texts that were looked for in vain
}

// mostMisses bounds how many texts are looked for in vain in a message, and
// mostViews how often JSON is wrapped in JSON.
const mostMisses, mostViews = 64, 3

// newPage reads the texts of a message, nil for none.
func newPage(request string, texts []text.Span) *page {
	if len(texts) == 0 {
		return nil
	}
	said := &view{}
	var b strings.Builder
	for i, t := range texts {
		if i > 0 {
			b.WriteString("\n\n") // as readers of prompts join them
		}
		said.unescape(&b, request[t.Start:t.End], t.Start, '\\', escape)
	}
	said.text = b.String()
	return &page{views: []*view{said}, last: said}
}

// view returns the ith view, nil behind the last.
func (p *page) view(i int) *view {
	for i >= len(p.views) {
		before := p.views[len(p.views)-1]
		switch {
		case p.plain == 0 && len(p.views) < mostViews && strings.Contains(before.text, `\`):
			p.views = append(p.views, before.read('\\', escape))
		case p.plain == 0:
			said := p.views[0]
			if strings.Contains(said.text, "&") {
				p.views = append(p.views, said.read('&', entity))
			}
			if strings.Contains(said.text, "''") {
				p.views = append(p.views, said.read('\'', doubled))
			}
			if p.plain = len(p.views); i < p.plain {
				break
			}
			fallthrough
		case len(p.views) < 2*p.plain:
			p.views = append(p.views, p.views[len(p.views)-p.plain].squeezed())
		default:
			return nil
		}
	}
	return p.views[i]
}

// spots finds the places of a chunk's numbers.
func (p *page) spots(s *Sheet, of stretch, c *evidence.Chunk) (spots []Spot) {
	if p == nil || p.misses > mostMisses {
		return nil
	}
	put := func(number, at int) { spots = append(spots, Spot{at, s.written(number)}) }
	if v, at := p.find(c.Text); v != nil {
		spots = make([]Spot, 0, of.last-of.first)
		chunk := v.like(c.Text)
		for n := of.first; n < of.last; n++ {
			put(n, v.origin(at+chunk.from(s.before[n])))
		}
		p.at = v.origin(at + len(chunk.text))
		return spots
	}
	p.misses++
	for n := of.first; n < of.last && p.misses <= mostMisses; n++ {
		if v, at := p.find(s.All[n].Text); v != nil {
			put(n, v.origin(at))
			p.at = v.origin(at + len(v.like(s.All[n].Text).text))
		} else {
			p.misses++
		}
	}
	if 2*len(spots) < of.last-of.first {
		return nil
	}
	return spots
}

// find looks for a text behind the last one that was found and in the same view, then anywhere.
func (p *page) find(said string) (*view, int) {
	if at := p.last.find(said, p.at); at >= 0 {
		return p.last, at
	}
	for _, from := range [...]int{p.at, 0} {
		for i := 0; ; i++ {
			v := p.view(i)
			if v == nil {
				break
			}
			if at := v.find(said, from); at >= 0 {
				p.last = v
				return v, at
			}
		}
	}
	return nil, -1
}

// view is a text that was made of another, with the way back.
type view struct {
	text string
	runs []run // in order
	over *view // what the runs lead back to; nil for the request itself
	even bool  // white space is evened out
}

// run says that the text from at on is that of the other from of on.
type run struct{ at, of int }

// origin is the byte of the request that a byte of the view comes from.
func (v *view) origin(at int) int {
	for ; v != nil; v = v.over {
		if i := sort.Search(len(v.runs), func(i int) bool { return v.runs[i].at > at }); i > 0 {
			at += v.runs[i-1].of - v.runs[i-1].at
		}
	}
	return at
}

// from is the byte of the view that a byte of the request became.
func (v *view) from(at int) int {
	if v.over != nil {
		at = v.over.from(at)
	}
	i := sort.Search(len(v.runs), func(i int) bool { return v.runs[i].of > at })
	if i > 0 {
		at += v.runs[i-1].at - v.runs[i-1].of
	} else if v.over == nil {
		at = 0
	}
	if i < len(v.runs) {
		at = min(at, v.runs[i].at)
	}
	return min(at, len(v.text))
}

// find looks for a text behind a byte of the request.
func (v *view) find(said string, origin int) int {
	if v.even {
		said = v.like(said).text
	}
	from := v.from(origin)
	if at := strings.Index(v.text[from:], said); at >= 0 && said != "" {
		return from + at
	}
	return -1
}

// like is a chunk's text as the view would have it.
func (v *view) like(said string) *view {
	plain := &view{text: said, runs: []run{{}}}
	if v.even {
		return plain.squeezed()
	}
	return plain
}

// squeezed is a view whose white space is evened out, with the marks of quotations
// at the beginning of lines.
func (v *view) squeezed() *view {
	out := &view{over: v, even: true}
	var b strings.Builder
	s := v.text
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !unicode.IsSpace(r) {
			b.WriteString(s[at : at+size])
			at += size
			continue
		}
		end, line := at, false
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if !unicode.IsSpace(r) && (r != '>' || !line) {
				break
			}
			line = line || r == '\n'
			end += size
		}
		b.WriteByte(' ')
		if end > at+1 {
			out.runs = append(out.runs, run{b.Len(), end})
		}
		at = end
	}
	out.text = b.String()
	return out
}

// read is a view with what a sign escapes in it spelt out.
func (v *view) read(sign byte, spell func(string) (string, int)) *view {
	out := &view{over: v}
	var b strings.Builder
	out.unescape(&b, v.text, 0, sign, spell)
	out.text = b.String()
	return out
}

// unescape writes a text with what a sign escapes in it spelt out, and notes the way back.
// The text stands at a byte of what the view is made of.
func (v *view) unescape(b *strings.Builder, s string, of int, sign byte, spell func(string) (said string, length int)) {
	const most = 2 << 10 // escapes that there is room for at once
	v.runs = slices.Grow(v.runs, 1+2*min(strings.Count(s, string(sign)), most))
	v.runs = append(v.runs, run{b.Len(), of})
	b.Grow(len(s))
	for at := 0; at < len(s); {
		next := strings.IndexByte(s[at:], sign)
		if next < 0 {
			b.WriteString(s[at:])
			break
		}
		b.WriteString(s[at : at+next])
		at += next
		said, length := spell(s[at:])
		v.runs = append(v.runs, run{b.Len(), of + at})
		b.WriteString(said)
		at += length
		v.runs = append(v.runs, run{b.Len(), of + at})
	}
}

// escape reads the escape of JSON or Python that begins a text. A backslash that begins none is itself.
func escape(s string) (said string, length int) {
	r, length := escaped(s)
	return string(r), length
}

// entity reads the entity of HTML that begins a text.
func entity(s string) (said string, length int) {
	const longest = 10 // bytes
	if end := strings.IndexByte(s[:min(len(s), longest)], ';'); end > 0 {
		if said := html.UnescapeString(s[:end+1]); len(said) <= utf8.UTFMax {
			return said, end + 1
		}
	}
	return s[:1], 1
}

// doubled reads the quote that begins a text, in single quotes of YAML.
func doubled(s string) (said string, length int) {
	if strings.HasPrefix(s, "''") {
		return s[:1], 2
	}
	return s[:1], 1
}

func escaped(s string) (said rune, length int) {
	if len(s) < 2 {
		return '\\', 1
	}
	digits := 0
	switch s[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case '"', '\'', '\\', '/':
		return rune(s[1]), 2
	case 'u':
		digits = 4
	case 'x':
		digits = 2
	}
	first, ok := hex(s, 2, digits)
	if !ok {
		return '\\', 1
	}
	if digits == 4 && utf16.IsSurrogate(first) && strings.HasPrefix(s[6:], `\u`) {
		if second, ok := hex(s, 8, 4); ok {
			if whole := utf16.DecodeRune(first, second); whole != utf8.RuneError {
				return whole, 12
			}
		}
	}
	return first, 2 + digits
}

// hex reads so many hexadecimal digits at an offset.
func hex(s string, at, digits int) (r rune, ok bool) {
	if digits == 0 || len(s) < at+digits {
		return 0, false
	}
	value, err := strconv.ParseUint(s[at:at+digits], 16, 32)
	return rune(value), err == nil
}
