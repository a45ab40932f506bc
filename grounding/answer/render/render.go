// Package render writes an answer out for the client: the text of its
// segments, the markers that name their sources in the style that the client's
// interface expects, the annotations that point at those markers, and a list
// of sources. It decides nothing: what it is given has been verified. All
// offsets that it returns are Unicode code points of the content.
//
// Titles and addresses come from documents, so nothing of them reaches the
// content that could change how it is read: no control character, no bracket
// that ends a link, no address but http and https. No marker enters code.
package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// Source is a chunk that the answer cites, under the number that its marker
// shows: from 1 in order of first use, or the app's own number.
type Source struct {
	Number int
	Handle string // the chunk's name in this exchange
	File   string // id of the upstream's own file that the chunk is of, or ""
	Chunk  *evidence.Chunk
}

// Segment is a stretch of the answer's text and what carries it.
type Segment struct {
	Text    string
	Sources []int  // indices into the sources
	Mark    string // what tells readers that nothing carries it; "" for no mark
}

// Options say how an answer is written out.
type Options struct {
	Marker     string // a style: see Marker
	References bool   // append a list of the sources used
	Heading    string // of that list; "" for "Sources:"
	// EvidenceURL gives the address at which people can look at a chunk that
	// has no web address of its own; nil where there is none.
	EvidenceURL func(handle string) string
}

// Span is a stretch of the content, in code points, end exclusive.
type Span struct{ Start, End int }

// Annotation is one marker's link: where the marker stands in the content, in
// code points, end exclusive, and what it leads to: an address, or where there
// is none the id of a file.
type Annotation struct {
	Start, End int
	URL, Title string
	File       string
}

// Result is an answer written out.
type Result struct {
	Content string
	// Spans holds, for each segment, where its text stands in Content, without
	// the white space at its end. Where a text ends in a table row, or another
	// segment's code block ends inside it, markers stand within its span.
	Spans       []Span
	Annotations []Annotation
	offsets     offsets
	block       bool // the content ends with markers on a line of their own
}

// At returns where a byte offset in a segment's text stands in the content,
// in code points. Where a marker was put in at that offset, it is behind it.
func (r *Result) At(segment, offset int) int {
	if offset == 0 {
		return r.Spans[segment].Start
	}
	return r.offsets.at(segment, offset)
}

// Text writes an answer as text. Markers follow the text that they are for,
// behind its closing punctuation and before its trailing white space; equal
// markers are written once for a segment.
func Text(segs []Segment, srcs []Source, o Options) Result {
	w := &writer{options: o, segments: segs, sources: srcs, links: make([]link, len(srcs))}
	w.result.Spans = make([]Span, len(segs))
	full, ins := w.place(segs)
	w.result.offsets = newOffsets(full, len(segs))
	w.content.Grow(len(full) + markerRoom*len(segs))
	at := 0
	for i, s := range segs {
		ins = w.insertUpTo(full, ins, at)
		w.result.offsets.starts = append(w.result.offsets.starts, at)
		w.result.Spans[i].Start = w.points
		body := at + len(trimRight(s.Text))
		ins = w.writeTo(full, ins, at, body)
		w.result.Spans[i].End = w.points
		end := at + len(s.Text)
		ins = w.writeTo(full, ins, body, end)
		at = end
	}
	w.insertUpTo(full, ins, len(full))
	if o.References {
		w.references()
	}
	w.result.Content = w.content.String()
	return w.result
}

// markerRoom is about what the markers of a segment take up, in bytes.
const markerRoom = 8

// writer grows the content and keeps count of its code points.
type writer struct {
	options  Options
	segments []Segment
	sources  []Source
	links    []link // of each source, made on first use
	content  strings.Builder
	points   int
	result   Result
}

// link is what a source's marker looks like and leads to.
type link struct {
	marker, url, title, file string
	made                     bool
}

func (w *writer) write(s string) {
	w.content.WriteString(s)
	w.points += utf8.RuneCountInString(s)
}

// insertion is what segments add to the text at one place.
type insertion struct {
	place    int    // byte offset in the joined text
	segments []int  // one, or all whose places a code block or a table row unites
	block    bool   // it stands on a line of its own, behind a code block
	closing  string // what closes that block first, "" where it is closed
}

// writeTo writes the joined text between two offsets with what is put in
// before the second.
func (w *writer) writeTo(full string, ins []insertion, from, to int) []insertion {
	for len(ins) > 0 && ins[0].place < to {
		place := max(ins[0].place, from)
		w.write(full[from:place])
		w.insert(full, ins[0])
		from, ins = place, ins[1:]
	}
	w.write(full[from:to])
	return ins
}

// insertUpTo writes what is put in at an offset at most.
func (w *writer) insertUpTo(full string, ins []insertion, to int) []insertion {
	for len(ins) > 0 && ins[0].place <= to {
		w.insert(full, ins[0])
		ins = ins[1:]
	}
	return ins
}

// insert writes the markers and the marks of some segments.
func (w *writer) insert(full string, in insertion) {
	before, text := w.points, full[:in.place]
	if in.block && !strings.HasSuffix(text, "\n") {
		w.write("\n")
	}
	if in.closing != "" {
		w.write(in.closing + "\n")
	}
	tight := in.block || !needsSpace(text)
	written := w.insertMarkers(in.segments, w.gap(text, tight))
	for _, segment := range in.segments {
		mark := w.segments[segment].Mark
		if mark != "" && (!tight || written) {
			w.write(" ")
		}
		w.write(mark)
	}
	if in.block {
		w.write(behindBlock(full[in.place:]))
		w.result.block = in.place == len(full)
	}
	w.result.offsets.insert(in.place, w.points-before)
}

// behindBlock parts markers on a line of their own from the text behind them.
func behindBlock(rest string) string {
	switch {
	case rest == "":
		return ""
	case rest[0] == '\n':
		return "\n"
	}
	return "\n\n"
}

// insertMarkers writes the markers of some segments, equal ones once and a gap
// before the first, and tells whether there were any.
func (w *writer) insertMarkers(segments []int, gap string) bool {
	written := make([]string, 0, 4)
	for _, segment := range segments {
		for _, at := range w.segments[segment].Sources {
			if at < 0 || at >= len(w.sources) {
				continue
			}
			l := w.link(at)
			if l.marker == "" || slices.Contains(written, l.marker) {
				continue
			}
			w.write(gap)
			w.annotate(l)
			written = append(written, l.marker)
			if gap = ""; w.options.Marker == Superscript {
				gap = "," // ¹,² is not ¹²
			}
		}
	}
	return len(written) > 0
}

// gap returns what parts the first marker from the text before it.
func (w *writer) gap(before string, tight bool) string {
	if tight || w.options.Marker == Superscript && !strings.Contains(lastWord(before), "://") {
		return ""
	}
	return " "
}

// annotate writes one marker and the annotation that points at it.
func (w *writer) annotate(l *link) {
	start := w.points
	w.write(l.marker)
	if l.url != "" || l.file != "" {
		w.result.Annotations = append(w.result.Annotations, Annotation{Start: start, End: w.points, URL: l.url, Title: l.title, File: l.file})
	}
}

// link returns the marker of a source and where it leads: to the chunk's web
// address, else to where its evidence can be looked at.
func (w *writer) link(at int) *link {
	l, src := &w.links[at], w.sources[at]
	if l.made {
		return l
	}
	if src.Chunk != nil {
		l.url = WebURL(src.Chunk.URL)
	}
	if l.url == "" && w.options.EvidenceURL != nil {
		l.url = WebURL(w.options.EvidenceURL(src.Handle))
	}
	if l.url == "" {
		l.file = src.File
	}
	l.marker, l.title, l.made = Marker(w.options.Marker, src, l.url), name(src), true
	return l
}

// place joins the texts and finds where each segment's markers go.
func (w *writer) place(segs []Segment) (string, []insertion) {
	size := 0
	for i := range segs {
		size += len(segs[i].Text)
	}
	var b strings.Builder
	b.Grow(size)
	for i := range segs {
		b.WriteString(segs[i].Text)
	}
	full := b.String()
	p := placer{full: full, code: answer.Code(full)}
	ins := make([]insertion, 0, len(segs))
	marked := make([]int, 0, len(segs)) // all insertions' segments, one after the other
	first := 0                          // of the last insertion
	at := 0
	for i, s := range segs {
		if len(s.Sources) > 0 && w.options.Marker != None || s.Mark != "" {
			in := p.find(at + len(trimRight(s.Text)))
			if n := len(ins); n == 0 || ins[n-1].place != in.place {
				ins, first = append(ins, in), len(marked)
			}
			marked = append(marked, i)
			ins[len(ins)-1].segments = marked[first:]
		}
		at += len(s.Text)
	}
	return full, ins
}

func trimRight(s string) string {
	return strings.TrimRightFunc(s, unicode.IsSpace)
}
