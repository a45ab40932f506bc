package number

import (
	"math"
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

// Shown is where the text of a message stands.
type Shown struct {
	Texts    []text.Span // the bytes of the request between the quotes of each text; none where no model reads it
	Passages []text.Span // what of it is material, in order: bytes of its texts joined by blank lines, with line feeds alone
	Length   int         // of that text; 0 where nobody knows of passages
}

// Places finds where the numbers of chunks stand in a request. where tells of the text of a
// message, or, for evidence.Beside, of what is passed on beside the messages. What is material
// comes before the same words in a question or instruction. absent are the usable
// chunks of which hardly a sentence was found: they have to be shown in another place.
// A sentence that two chunks have in one place has one number, of a chunk that counts.
func (s *Sheet) Places(request string, set *evidence.Set, where func(message int) Shown) (spots []Spot, absent []int) {
	spots, pages := make([]Spot, 0, len(s.All)), map[int]*page{}
	usable := map[int]bool{}
	for _, i := range set.Usable() {
		usable[i] = true
	}
	var taken map[int]int            // spots by place; nil while each stands behind all before it
	by := make([]int, 0, cap(spots)) // the chunks of the spots
	last := -1                       // place of a spot
	for _, chunk := range s.order {
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
		for _, spot := range written {
			if taken == nil && spot.At <= last {
				taken = make(map[int]int, len(s.All))
				for i := range spots {
					taken[spots[i].At] = i
				}
			}
			last = max(last, spot.At)
			switch at, has := taken[spot.At]; {
			case !has:
				if taken != nil {
					taken[spot.At] = len(spots)
				}
				spots, by = append(spots, spot), append(by, chunk)
			case usable[chunk] && !usable[by[at]]:
				spots[at], by[at] = spot, chunk
			}
		}
	}
	return spots, absent
}

// page is what a message says, as it may be read: as it stands, as the JSON in it says
// it, and so on; and each of these with its white space evened out. A view is made when
// a text was found in none before it.
type page struct {
	views  []*view
	plain  int   // how many of them are not evened out; 0 while more may come
	last   *view // in which the last chunk was found
	at     int   // where that ended in the request: chunks stand in their order
	misses int   // texts that were looked for in vain

	material []text.Span // where passages stand in the request, in order; nil where nobody knows
}

// mostMisses bounds how many texts are looked for in vain in a message, and
// mostViews how often JSON is wrapped in JSON.
const mostMisses, mostViews = 16, 3

// newPage reads the texts of a message, nil for none.
func newPage(request string, shown Shown) *page {
	if len(shown.Texts) == 0 {
		return nil
	}
	said := &view{}
	var b strings.Builder
	for i, t := range shown.Texts {
		if i > 0 {
			b.WriteString("\n\n") // as readers of prompts join them
		}
		said.unescape(&b, request[t.Start:t.End], t.Start)
	}
	said.text = b.String()
	return &page{views: []*view{said}, last: said, material: said.material(shown)}
}

// material is where the passages of a message stand in the request; nil where its text is
// another one.
func (v *view) material(shown Shown) (spans []text.Span) {
	returns := strings.Count(v.text, "\r\n")
	if len(v.text)-returns != shown.Length {
		return nil
	}
	at, unix := 0, 0 // a byte, and the one that it is with line feeds alone
	origin := func(to int) int {
		if returns == 0 {
			return v.origin(to)
		}
		for ; unix < to || strings.HasPrefix(v.text[at:], "\r\n"); at++ {
			if !strings.HasPrefix(v.text[at:], "\r\n") {
				unix++
			}
		}
		return v.origin(at)
	}
	spans = make([]text.Span, 0, len(shown.Passages))
	for _, p := range shown.Passages {
		spans = append(spans, text.Span{Start: origin(p.Start), End: origin(p.End)})
	}
	return spans
}

// view returns the ith view, nil behind the last.
func (p *page) view(i int) *view {
	for i >= len(p.views) {
		before := p.views[len(p.views)-1]
		switch {
		case !before.even && len(p.views) < mostViews && strings.Contains(before.text, `\`):
			inner := &view{over: before}
			var b strings.Builder
			inner.unescape(&b, before.text, 0)
			inner.text = b.String()
			p.views = append(p.views, inner)
		case !before.even:
			p.plain = len(p.views)
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
	in := inside{}
	if strict := isData(c.Text) || c.Layout == "json" || c.Layout == "azure-citations"; strict {
		in.of = p.data()
	}
	put := func(number, at int) {
		if in.of == nil || in.string(at) {
			spots = append(spots, Spot{at, s.written(number)})
		}
	}
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

// everywhere is any stretch of a request.
var everywhere = []text.Span{{Start: 0, End: math.MaxInt / 2}}

// find looks for a text, first in the material, behind the last one that was found and in the same
// view.
func (p *page) find(said string) (*view, int) {
	for _, in := range [...][]text.Span{p.material, everywhere} {
		if at := p.last.find(said, p.at, in); at >= 0 {
			return p.last, at
		}
		for _, from := range [...]int{p.at, 0} {
			for i := 0; ; i++ {
				v := p.view(i)
				if v == nil {
					break
				}
				if at := v.find(said, from, in); at >= 0 {
					p.last = v
					return v, at
				}
			}
		}
	}
	return nil, -1
}

// data is the view in which JSON stands as JSON, and not as a string.
func (p *page) data() *view {
	for i := 0; ; i++ {
		v := p.view(i)
		if v == nil || v.even {
			return p.views[0]
		}
		if body := strings.TrimLeft(v.text, " \t\r\n"); body == "" || body[0] != '"' {
			return v
		}
	}
}

// inside tells the strings of JSON from what stands around them. A string does not
// go over the end of its line.
type inside struct {
	of     *view
	at     int  // the byte up to which has been looked
	quoted bool // a string is open there
}

func (in *inside) string(origin int) bool {
	to := in.of.from(origin)
	if to < in.at {
		in.at, in.quoted = 0, false
	}
	for s := in.of.text; in.at < to; in.at++ {
		switch s[in.at] {
		case '\n':
			in.quoted = false
		case '\\':
			in.at++
		case '"':
			in.quoted = !in.quoted
		}
	}
	return in.quoted
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

// find looks for a text behind a byte of the request, in stretches of it.
func (v *view) find(said string, origin int, in []text.Span) int {
	if v.even {
		said = v.like(said).text
	}
	if said == "" {
		return -1
	}
	for _, part := range in {
		if part.End < origin {
			continue
		}
		from := v.from(max(part.Start, origin))
		if at := strings.Index(v.text[from:max(from, v.from(part.End))], said); at >= 0 {
			return from + at
		}
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

// unescape writes a text with what is escaped in it spelt out, and notes the way back.
// The text stands at a byte of what the view is made of.
func (v *view) unescape(b *strings.Builder, s string, of int) {
	const most = 2 << 10 // escapes that there is room for at once
	v.runs = slices.Grow(v.runs, 1+2*min(strings.Count(s, `\`), most))
	v.runs = append(v.runs, run{b.Len(), of})
	b.Grow(len(s))
	for at := 0; at < len(s); {
		next := strings.IndexByte(s[at:], '\\')
		if next < 0 {
			b.WriteString(s[at:])
			break
		}
		b.WriteString(s[at : at+next])
		at += next
		said, length := escape(s[at:])
		v.runs = append(v.runs, run{b.Len(), of + at})
		b.WriteRune(said)
		at += length
		v.runs = append(v.runs, run{b.Len(), of + at})
	}
}

// escape reads the escape of JSON or Python that begins a text. A backslash that begins none is itself.
func escape(s string) (said rune, length int) {
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
