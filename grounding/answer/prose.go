package answer

import "strings"

// Words at the start of a reply by which the dialects without a `mode` say it.
const (
	refusePrefix  = "REFUSE:"
	clarifyPrefix = "CLARIFY:"
)

// readProse reads a reply that is prose with markers.
func (r *reader) readProse(text string) {
	if r.asked != AuthorYear && r.asked != Numbered {
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
	s := splitter{reader: r, text: text}
	for _, c := range clusters(text, marks) {
		s.add(c)
	}
	s.flush(len(text))
	return len(marks) == 0
}

// splitter is one walk over a text with markers.
type splitter struct {
	*reader
	text    string
	pos     int      // start of the segment at hand
	cuts    []Region // what is taken out of it
	pending citedSet // citations of markers inside it
	limit   int      // where the sentence of the pending citations ends
	worded  int      // index of the last segment with words in it
	last    citedSet // its citations
}

// add takes in one cluster of markers.
func (s *splitter) add(c cluster) {
	if len(s.pending.list) > 0 && s.limit <= c.start {
		s.emit(s.limit)
	}
	cited := s.citeMarks(s.text, c.marks)
	if c.inside || s.leads(c) {
		s.hold(c, cited)
		return
	}
	s.emitUncited(c.start)
	s.pending.add(cited)
	end := c.start
	if length, final := closing(s.text[c.end:]); final {
		s.cuts, end = append(s.cuts, Region{c.start, c.end}), c.end+length
		s.emit(end)
		return
	}
	s.emit(end)
	s.pos = c.end
}

// hold keeps citations whose sentence goes on behind their marker.
func (s *splitter) hold(c cluster, cited []int) {
	s.emitUncited(c.start)
	s.pending.add(cited)
	s.cuts = append(s.cuts, c.cuts()...)
	if s.limit < c.end {
		s.limit = nextBoundary(s.text, c.end)
	}
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
// from it. Pending citations have had theirs parted already.
func (s *splitter) emitUncited(end int) {
	if len(s.pending.list) > 0 {
		return
	}
	if last := lastBoundary(s.text[s.pos:end]); last > 0 {
		s.emit(s.pos + last)
	}
}

// flush ends the last segments.
func (s *splitter) flush(end int) {
	if len(s.pending.list) > 0 && s.limit < end {
		s.emit(s.limit)
	}
	s.emit(end)
}

// emit makes a segment of the text up to an offset. Markers without words of
// their own cite for the segment before.
func (s *splitter) emit(end int) {
	text, cited := cutOut(s.text, Region{s.pos, end}, s.cuts), s.pending
	s.pos, s.cuts, s.pending, s.limit = end, nil, citedSet{}, 0
	if text == "" && len(cited.list) == 0 {
		return
	}
	segments := s.answer.Segments
	if isWordless(text) && len(segments) > 0 {
		s.last.add(cited.list)
		segments[s.worded].Citations = s.last.list
		cited = citedSet{}
	} else {
		s.worded, s.last = len(segments), cited
	}
	if text != "" || len(segments) == 0 {
		s.answer.Segments = append(segments, Segment{Text: text, Citations: cited.list})
	}
}
