package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// Words at the start of a reply by which the dialects without a `mode` say it.
const (
	refusePrefix  = "REFUSE:"
	clarifyPrefix = "CLARIFY:"
)

// readProse reads a reply that is prose with markers.
func (r *reader) readProse(text string) {
	if r.asked != AuthorYear && r.asked != Numbered && r.asked != Sentences {
		r.answer.Dialect = Client
	}
	if r.asked != Client && r.asked != "" {
		text = r.cutMode(text)
	}
	r.split(text, r.bindSource)
}

// bindSource lets a reference mean the known sources that it names. Where the
// reply has a list of sources, its numbers are those of the list.
func (r *reader) bindSource(ref string) binding {
	if sources, ok := r.listed[ref]; ok {
		return bindKnown(sources)
	}
	return bindKnown(r.known.find(ref))
}

// cutMode takes the word that stands for a mode off the start of a text.
func (r *reader) cutMode(text string) string {
	for prefix, mode := range map[string]Mode{refusePrefix: ModeRefuse, clarifyPrefix: ModeClarify} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			r.answer.Mode = mode
			return strings.TrimLeft(rest, " ")
		}
	}
	return text
}

// split reads a text with markers into segments: the text up to and including
// a marker is a segment, of which whole sentences at its beginning that have
// no marker are parted. A marker that stands behind a full stop belongs to
// the sentence before it, one that begins a line to the sentence after it.
// It tells whether the text held no markers at all.
func (r *reader) split(text string, bind func(string) binding) (unmarked bool) {
	text, r.answer.List = r.cutList(text)
	r.listed = r.numbersOf(r.answer.List)
	marks := r.marks(text, bind)
	r.segments(text, 0, marks)
	return len(marks) == 0
}

// segments adds the segments of a text from an offset on, given the markers
// there, and returns where each of them begins.
func (r *reader) segments(text string, from int, marks []mark) (starts []int) {
	s := splitter{reader: r, text: text, pos: from, worded: -1}
	for _, c := range clusters(text, from, marks) {
		s.add(c)
	}
	if len(s.pending.list) > 0 && s.limit < len(text) {
		s.emit(s.limit)
	}
	s.emit(len(text))
	return s.starts
}

// splitter is one walk over a text with markers.
type splitter struct {
	*reader
	text    string
	pos     int      // start of the segment at hand
	cuts    []Region // what is taken out of it
	pending citedSet // citations of markers inside it
	limit   int      // where the sentence of the pending citations ends
	worded  int      // index of the last segment with words in it, -1 for none
	last    citedSet // its citations
	starts  []int    // of the segments so far
}

// add takes in one cluster of markers.
func (s *splitter) add(c cluster) {
	if len(s.pending.list) > 0 && s.limit <= c.start {
		s.emit(s.limit)
	}
	if c.marks[0].leads && !blank(s.text[s.pos:c.start]) {
		s.emit(c.start)
	}
	if len(s.pending.list) == 0 { // else the sentences before it have been parted already
		s.emitUncited(c.start)
	}
	s.pending.add(s.citeMarks(s.text, c.marks))
	if c.inside || c.marks[0].leads || s.leads(c) { // its sentence goes on behind it
		s.cuts = append(s.cuts, c.cuts()...)
		if s.limit < c.end {
			s.limit = nextBoundary(s.text, c.end)
		}
		return
	}
	if length, final := closing(s.text[c.end:]); final {
		s.cuts = append(s.cuts, Region{c.start, c.end})
		s.emit(c.end + length)
		return
	}
	s.emit(c.start)
	s.pos = c.end
}

// leads tells whether a cluster begins its line, a bullet or number aside, and
// text follows on it.
func (s *splitter) leads(c cluster) bool {
	before := strings.TrimRight(s.text[s.pos:c.start], " \t-*+>#.0123456789")
	rest := strings.TrimLeft(s.text[c.end:], " \t\r")
	begins := before == "" && s.pos == 0 || strings.HasSuffix(before, "\n")
	return begins && rest != "" && rest[0] != '\n'
}

// emitUncited parts the whole sentences before the one that ends at an offset
// from it.
func (s *splitter) emitUncited(end int) {
	if last := lastBoundary(s.text[s.pos:end]); last > 0 {
		s.emit(s.pos + last)
	}
}

// emit makes a segment of the text up to an offset. Markers without words of
// their own cite for the segment before.
func (s *splitter) emit(end int) {
	start, text, cited := s.pos, s.known.numbered.Clean(cutOut(s.text, Region{s.pos, end}, s.cuts)), s.pending
	s.pos, s.cuts, s.pending, s.limit = end, nil, citedSet{}, 0
	if text == "" && len(cited.list) == 0 {
		return
	}
	segments := s.answer.Segments
	switch {
	case !isWordless(text) || len(segments)+start == 0:
		s.worded, s.last = len(segments), cited
	case s.worded >= 0:
		s.last.add(cited.list)
		segments[s.worded].Citations = s.last.list
		cited = citedSet{}
	default: // the segment before them has been read already, with them
		cited = citedSet{}
	}
	if text != "" || len(segments) == 0 {
		s.answer.Segments = append(segments, Segment{Text: text, Citations: cited.list})
		s.starts = append(s.starts, start)
	}
}

// closing returns the length of the punctuation that begins a text, and
// whether it ends a sentence there.
func closing(s string) (length int, final bool) {
	for length < len(s) {
		r, size := utf8.DecodeRuneInString(s[length:])
		if !text.EndsSentence(r) && (length == 0 || !strings.ContainsRune(`"'”’»)*_`, r)) {
			break
		}
		length += size
	}
	if length == 0 || length == len(s) {
		return length, length > 0
	}
	next, _ := utf8.DecodeRuneInString(s[length:])
	return length, unicode.IsSpace(next) || s[length-1] >= utf8.RuneSelf
}

// nextBoundary returns the offset of the first end of a sentence or line
// behind an offset, or the end of the text.
func nextBoundary(s string, from int) int {
	line := len(s)
	if next := min(from+1, len(s)); strings.Contains(s[next:], "\n") {
		line = next + strings.IndexByte(s[next:], '\n')
	}
	borders := text.Borders{Text: s[:line]}
	return borders.Next(from)
}

// lastBoundary returns the offset of the last boundary inside a text, 0 for
// none; the end of its last sentence is not inside it.
func lastBoundary(text string) int {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	last := 0
	for {
		next := nextBoundary(text, last)
		if next == len(text) {
			return last
		}
		last = next
	}
}
