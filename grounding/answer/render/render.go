// Package render writes an answer out for the client: the text of its
// segments, the markers that name their sources in the style that the client's
// interface expects, the annotations that point at those markers, and a list
// of sources. It decides nothing: what it is given has been verified. All
// offsets that it returns are Unicode code points of the content.
//
// Titles and addresses come from documents, so nothing of them reaches the
// content that could change how it is read: no control character, no bracket
// that ends a link, no address but http and https. No marker enters code.
//
// Start with Text; Progress writes the same answer while it grows, JSON writes
// it in a dialect's own shape. What Marker writes, package answer reads back.
package render

import (
	"cmp"
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
	Sign   string // the answer's own marker for it, where it has one; "" for one in the style of the options
}

// Segment is a stretch of the answer's text and what carries it.
type Segment struct {
	Text    string
	Sources []int  // indices into the sources
	Mark    string // what tells readers that nothing carries it; "" for no mark
	Signs   []Sign
}

// Sign is a marker inside a segment's text: in front of the byte at an offset. Sources of
// the segment does not name what it names.
type Sign struct {
	At      int
	Sources []int
	Written string // the marker with what stands around it, as it is; "" for one to be made
}

// Options say how an answer is written out.
type Options struct {
	Marker     string // a style: see Marker
	References bool   // append a list of the sources used
	Heading    string // of that list; "" for "Sources:", and for none over notes
	Spot       answer.Spot
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
	if offset <= 0 {
		return r.Spans[segment].Start
	}
	return r.offsets.at(r.offsets.starts[segment]+offset, false)
}

// Text writes an answer as text. Markers follow the text that they are for,
// behind its closing punctuation and before its trailing white space; equal
// markers are written once for a segment. Spaces at the end of an answer are left out.
func Text(segs []Segment, srcs []Source, o Options) Result {
	res, _ := write(segs, srcs, o)
	return res
}

// write writes an answer, or a part of one, and returns the spaces at its end apart: those of a
// part belong to the next.
func write(segs []Segment, srcs []Source, o Options) (res Result, space string) {
	w := &writer{options: o, sources: srcs, links: make([]link, len(srcs))}
	full, ends := w.join(segs)
	at := 0
	for _, in := range w.place(segs, full, ends) {
		w.write(full[at:in.place])
		w.insert(segs, full, in)
		at = in.place
	}
	rest := strings.TrimRight(full[at:], " ")
	w.write(rest)
	for i := range segs {
		start := w.result.offsets.at(w.result.offsets.starts[i], true)
		w.result.Spans = append(w.result.Spans, Span{start, max(start, w.result.offsets.at(ends[i], false))})
	}
	if o.References {
		w.references(segs)
	}
	w.result.Content = w.content.String()
	return w.result, full[at+len(rest):]
}

// writer grows the content and keeps count of its code points.
type writer struct {
	options Options
	sources []Source
	links   []link // of each source, made on first use
	content strings.Builder
	points  int
	result  Result
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

// join returns the texts as one, and where the words of each end in it.
func (w *writer) join(segs []Segment) (full string, ends []int) {
	const markers = 8 // about what the markers of a segment take up, in bytes
	var b strings.Builder
	w.result.offsets.starts = make([]int, 0, len(segs))
	w.result.Spans = make([]Span, 0, len(segs))
	for i := range segs {
		w.result.offsets.starts = append(w.result.offsets.starts, b.Len())
		ends = append(ends, b.Len()+wordsEnd(segs[i].Text))
		b.WriteString(segs[i].Text)
	}
	w.result.offsets.begin(b.String())
	w.content.Grow(b.Len() + markers*len(segs))
	return b.String(), ends
}

// insertion is what segments add to the text at one place.
type insertion struct {
	place    int    // byte offset in the joined text
	segments []int  // one, or all whose places a code block or a table row unites
	sign     *Sign  // or the marker inside a text that stands here
	block    bool   // it stands on a line of its own, behind a code block
	closing  string // what closes that block first, "" where it is closed
}

// place finds where each segment's markers go.
func (w *writer) place(segs []Segment, full string, ends []int) []insertion {
	p := placer{full: full, code: answer.Code(full)}
	ins := make([]insertion, 0, len(segs))
	marked := make([]int, 0, len(segs)) // all insertions' segments, one after the other
	first := 0                          // of the last insertion
	for i, s := range segs {
		for k := range s.Signs {
			at := w.result.offsets.starts[i] + s.Signs[k].At
			if s.Signs[k].Written != "" {
				ins = append(ins, insertion{place: max(at, floor(ins)), sign: &s.Signs[k]})
				continue
			}
			if w.options.Marker == None || at > ends[i] {
				continue // it stood in what was cut off, such as the model's own list of sources
			}
			if in := p.find(at); !in.block {
				in.sign = &s.Signs[k]
				ins = append(ins, in)
			}
		}
		if s.Mark == "" && (len(s.Sources) == 0 || w.options.Marker == None) {
			continue
		}
		in := p.find(ends[i])
		in.place = max(in.place, floor(ins))
		if w.options.Spot.Before && s.Mark == "" && !in.block && in.place == ends[i] {
			in.place = max(beforeStop(full, in.place), floor(ins))
		}
		if n := len(ins); n == 0 || ins[n-1].place != in.place || ins[n-1].sign != nil {
			ins, first = append(ins, in), len(marked)
		}
		marked = append(marked, i)
		ins[len(ins)-1].segments = marked[first:]
	}
	return ins
}

// insert writes the markers and the marks of some segments.
func (w *writer) insert(segs []Segment, full string, in insertion) {
	before, text := w.points, full[:in.place]
	if in.sign != nil && in.sign.Written != "" {
		w.written(in.sign)
		w.result.offsets.insert(in.place, w.points-before)
		return
	}
	if in.block && !strings.HasSuffix(text, "\n") {
		w.write("\n")
	}
	if in.closing != "" {
		w.write(in.closing + "\n")
	}
	tight := in.block || !needsSpace(text)
	gap := " "
	if raised := (w.options.Marker == Superscript || w.options.Spot.Glued && in.sign == nil) && !strings.Contains(lastWord(text), "://"); tight || raised {
		gap = ""
	}
	if in.sign != nil {
		if w.markers([][]int{in.sign.Sources}, gap) && tight && beginsWord(full[in.place:]) {
			w.write(" ")
		}
		w.result.offsets.insert(in.place, w.points-before)
		return
	}
	sources := make([][]int, len(in.segments))
	for i, segment := range in.segments {
		sources[i] = segs[segment].Sources
	}
	written := w.markers(sources, gap)
	for _, segment := range in.segments {
		if segs[segment].Mark != "" && (!tight || written) {
			w.write(" ")
		}
		w.write(segs[segment].Mark)
	}
	if in.block {
		w.write(behindBlock(full[in.place:]))
		w.result.block = in.place == len(full)
	}
	w.result.offsets.insert(in.place, w.points-before)
}

// written writes a marker as it is.
func (w *writer) written(s *Sign) {
	sign := strings.TrimSpace(s.Written)
	before := s.Written[:strings.Index(s.Written, sign)]
	w.write(before)
	start := w.points
	w.write(sign)
	for _, at := range s.Sources {
		if at < 0 || at >= len(w.sources) {
			continue
		}
		if l := w.link(at); l.url != "" || l.file != "" {
			w.result.Annotations = append(w.result.Annotations, Annotation{start, w.points, l.url, l.title, l.file})
		}
	}
	w.write(s.Written[len(before)+len(sign):])
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

func beginsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// markers writes the markers of lists of sources, equal ones once and a gap before
// the first, and tells whether there were any.
func (w *writer) markers(lists [][]int, gap string) bool {
	written := make([]string, 0, 4)
	for _, sources := range lists {
		for _, at := range sources {
			if at < 0 || at >= len(w.sources) {
				continue
			}
			l := w.link(at)
			if l.marker == "" || slices.Contains(written, l.marker) {
				continue
			}
			w.write(gap)
			start := w.points
			w.write(l.marker)
			if l.url != "" || l.file != "" {
				w.result.Annotations = append(w.result.Annotations, Annotation{start, w.points, l.url, l.title, l.file})
			}
			written = append(written, l.marker)
			switch gap = ""; {
			case w.options.Marker == Superscript:
				gap = "," // ¹,² is not ¹²
			case beginsWord(l.marker):
				gap = " "
			}
		}
	}
	return len(written) > 0
}

// link returns the marker of a source and where it leads: to the chunk's web
// address, else to where its evidence can be looked at.
func (w *writer) link(at int) *link {
	l := &w.links[at]
	if !l.made {
		*l = w.options.link(w.sources[at])
	}
	return l
}

func (o *Options) link(src Source) link {
	l := link{title: name(src), made: true}
	if src.Chunk != nil {
		l.url = WebURL(src.Chunk.URL)
	}
	if l.url == "" && o.EvidenceURL != nil {
		l.url = WebURL(o.EvidenceURL(src.Handle))
	}
	if l.url == "" {
		l.file = src.File
	}
	l.marker = cmp.Or(src.Sign, Marker(o.Marker, src, l.url))
	return l
}

// MarkerOf is the marker that Text writes for a source.
func (o *Options) MarkerOf(src Source) string { return o.link(src).marker }
