package render

import (
	"sort"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
)

// Progress writes an answer out segment by segment, for a client that reads
// while it grows. What it has given out never changes: a segment waits while
// it stands in a code block that is still open, because its markers belong
// behind the block. Text is the same for an answer that is there whole, apart
// from that markers never move in front of text that has left.
type Progress struct {
	options Options
	waiting []Segment
	held    strings.Builder // the text of those that wait
	parts   []part
	cited   []Segment // what segments cite, for the list at the end
	content strings.Builder
	points  int  // code points of content
	block   bool // content ends with markers on a line of their own
	notes   []Annotation
	space   string // behind content, for what follows
}

// part is a run of segments that were written out together.
type part struct {
	first  int // index of its first segment
	points int // where it begins in the content
	result Result
}

// maxHeld bounds, in bytes, how much text waits for a code block to close;
// beyond it the block is taken for one that never does.
const maxHeld = 64 << 10

// NewProgress returns a Progress for an answer with no text yet.
func NewProgress(o Options) *Progress { return &Progress{options: o} }

// Add takes the next segment and returns the text that may leave now, which
// may be none. srcs are all sources so far: they only grow.
func (p *Progress) Add(s Segment, srcs []Source) string {
	p.waiting = append(p.waiting, s)
	p.held.WriteString(s.Text)
	if !settled(p.held.String()) && p.held.Len() < maxHeld {
		return ""
	}
	return p.write(srcs)
}

// End returns what is left: segments that waited, then the list of sources
// where there is to be one.
func (p *Progress) End(srcs []Source) string {
	rest := p.write(srcs)
	if !p.options.References {
		return rest
	}
	list := &writer{options: p.options, sources: srcs}
	list.references(p.cited)
	return rest + p.Note(list.content.String())
}

// Unlisted lets the answer end without a list of sources.
func (p *Progress) Unlisted() { p.options.References = false }

// write writes out the segments that wait.
func (p *Progress) write(srcs []Source) string {
	if len(p.waiting) == 0 {
		return ""
	}
	o := p.options
	o.References = false
	res, space := write(p.waiting, srcs, o)
	gap := p.Note(p.space)
	if p.space = space; p.block {
		gap += p.Note(behindBlock(res.Content))
	}
	p.block = res.block
	p.parts = append(p.parts, part{len(p.cited), p.points, res})
	for _, s := range p.waiting {
		p.cited = append(p.cited, Segment{Sources: s.Sources, Signs: s.Signs})
	}
	for _, a := range res.Annotations {
		a.Start, a.End = a.Start+p.points, a.End+p.points
		p.notes = append(p.notes, a)
	}
	p.waiting = p.waiting[:0]
	p.held.Reset()
	return gap + p.Note(res.Content)
}

// Note adds a text of the gateway's own behind what has been written, and
// returns it.
func (p *Progress) Note(text string) string {
	p.content.WriteString(text)
	p.points += utf8.RuneCountInString(text)
	return text
}

// Content is all that has been given out.
func (p *Progress) Content() string { return p.content.String() }

// Annotations are those of the markers given out.
func (p *Progress) Annotations() []Annotation { return p.notes }

// At returns where a byte offset in a segment's text stands in the content, in
// code points, for a segment that has been written out.
func (p *Progress) At(segment, offset int) int {
	at := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].first > segment }) - 1
	part := &p.parts[at]
	return part.points + part.result.At(segment-part.first, offset)
}

// settled reports whether no code is open at the end of a text: markers put
// there stay where they are, whatever follows.
func settled(text string) bool {
	rest := text
	if code := answer.Code(text); len(code) > 0 {
		last := code[len(code)-1]
		if last.Open {
			return false
		}
		rest = text[last.End:]
	}
	rest = rest[max(0, strings.LastIndex(rest, "\n\n")):]
	return !strings.Contains(rest, "`") && !strings.Contains(rest[strings.LastIndexByte(rest, '\n')+1:], "~~~")
}
