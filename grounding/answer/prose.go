package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// modeWord matches a word in front of a sentence by which the dialects without a `mode` say it: at the
// start of a reply that of the whole.
var modeWord = regexp.MustCompile(`(^|[.!?。！？\]]\s+|\n\s*)\*{0,2}(REFUSE|CLARIFY):\*{0,2}[ \t]*`)

// readProse reads a reply that is prose with markers.
func (r *reader) readProse(text string) {
	if r.asked != AuthorYear && r.asked != Numbered && r.asked != Sentences {
		r.answer.Dialect = Client
	}
	if r.asked != Client && r.asked != "" {
		text = r.answer.cutMode(text)
	}
	if r.split(text, r.bindSource); r.answer.citesByList() {
		r.citeList()
	}
}

// citesByList reports whether an answer cites nowhere but in lists of sources at its end.
func (a *Answer) citesByList() bool {
	listed := false
	for i := range a.Segments {
		s := &a.Segments[i]
		if listed = listed || len(s.Names) > 0; listed && len(s.Names) == 0 && !s.Frame && !isWordless(s.Text) {
			return len(a.Citations) == 0
		}
	}
	return !slices.ContainsFunc(a.Citations, func(c Citation) bool { return c.Marker != "" })
}

// citeList lets an answer that cites nowhere else cite, with each sentence, all sources that its lists
// name: which of them carries a sentence is for others to find.
func (r *reader) citeList() {
	var names []Name
	for i := range r.answer.Segments {
		names = append(names, r.answer.Segments[i].Names...)
	}
	if names == nil && r.known.heading != "" {
		for line := range strings.Lines(r.answer.List) {
			if _, rest := splitHeading(line); rest != "" {
				line = rest
			}
			names = append(names, namesIn(r.known, strings.TrimSpace(line), 0)...)
		}
	}
	r.answer.CiteNamed(names)
}

// bindSource lets a reference mean the known sources that it names. Where the
// reply has a list of sources, its numbers are those of the list.
func (r *reader) bindSource(ref string) binding {
	if sources, ok := r.listed[ref]; ok {
		return bindKnown(sources)
	}
	return bindKnown(r.known.find(ref))
}

// cutMode takes the words that stand for a mode out of a text.
func (a *Answer) cutMode(text string) string {
	all := modeWord.FindStringSubmatchIndex(text)
	if all == nil {
		return text
	}
	if word := text[all[4]:all[5]]; all[3] == 0 {
		a.Mode = map[string]Mode{"REFUSE": ModeRefuse, "CLARIFY": ModeClarify}[word]
	}
	return modeWord.ReplaceAllString(text, "$1")
}

// split reads a text with markers into segments, each of which is a sentence with
// the markers that stand in it or directly behind it, or several sentences without.
// A marker that begins a line, an item or a paragraph belongs to what follows on
// it; one in the head of a list to the items that have none.
func (r *reader) split(text string, bind func(string) binding) {
	text = r.known.listing(text)
	body, list := r.known.cutList(text)
	r.answer.List = list
	r.listed = r.known.numbersOf(list)
	names := shownList(r.known, text[len(body):])
	r.renumbers, r.legend = len(r.listed) > 0 && len(names) == 0, len(names) > 0
	marks := r.proseMarks(body, 0, Code(body), bind)
	r.segments(body, 0, marks)
	if len(names) > 0 {
		r.answer.Segments = append(r.answer.Segments, Segment{Text: text[len(body):], Frame: true, Names: names})
	}
	r.sayNames()
}

// sayNames makes an answer of the names of sources where nothing else is said: a list of sources is one
// of what it stands below.
func (r *reader) sayNames() {
	says := func(s Segment) bool { return len(s.Names) == 0 && !s.Frame && !isWordless(s.Text) }
	if slices.ContainsFunc(r.answer.Segments, says) {
		return
	}
	for i := len(r.answer.Segments) - 1; i >= 0; i-- {
		if s := &r.answer.Segments[i]; len(s.Names) > 0 {
			names := s.Names
			s.Frame, s.Names = false, nil
			citeUncited(r, i, Citation{}, names)
		}
	}
}

// segments adds the segments of a text from an offset on, given the markers
// there, and returns where each of them begins.
func (r *reader) segments(text string, from int, marks []mark) (starts []int) {
	s := splitter{to: r, text: text, pos: from, worded: -1}
	all := clusters(text, from, marks)
	for i, c := range all {
		s.add(c, all[i+1:])
	}
	if len(s.pending.list) > 0 && s.limit < len(text) {
		s.emit(s.limit)
	}
	s.emit(len(text))
	return s.to.answer.shareHeads(s.starts)
}

// listSign begins an item of a list, behind a line break.
var listSign = regexp.MustCompile(`^\n\s*(?:[-*+•]|\d{1,3}[.)])\s`)

// belowHead is where the items of a list, or the fenced block, end that a text begins with; 0 where it begins with neither.
func belowHead(text string) int {
	if listSign.MatchString(text) {
		return listEnd(text)
	}
	if code := Code(text); len(code) > 0 && code[0].Fence != "" && strings.TrimSpace(text[:code[0].Start]) == "" {
		return code[0].End
	}
	return 0
}

// shareHeads gives what the head of a list or a block cites to what stands below it and cites nothing,
// as far as that goes.
func (a *Answer) shareHeads(starts []int) []int {
	for i := 0; i+1 < len(a.Segments); i++ {
		if !isCitedHead(&a.Segments[i]) {
			continue
		}
		if below := &a.Segments[i+1]; isCitedHeading(&a.Segments[i]) && len(below.Citations) == 0 {
			below.Citations = a.Segments[i].Citations // as far as it goes without a marker of its own
		}
		for k := i + 1; k < len(a.Segments); k++ {
			item := &a.Segments[k]
			end := belowHead(item.Text)
			if end == 0 {
				break
			}
			if len(item.Citations) > 0 {
				continue
			}
			if end < len(item.Text) {
				rest := Segment{Text: item.Text[end:]}
				item.Text = item.Text[:end]
				a.Segments = slices.Insert(a.Segments, k+1, rest)
				starts = slices.Insert(starts, k+1, starts[k]+end)
				item = &a.Segments[k]
			}
			if item.Citations = a.Segments[i].Citations; !listSign.MatchString(item.Text) {
				break // of blocks, one
			}
		}
	}
	return starts
}

// listEnd is where the items end that a text begins with: behind the last of them in front of
// the first line with words that is neither an item nor set in below one.
func listEnd(text string) int {
	items := 0
	for at := 0; at < len(text); {
		end := len(text)
		if next := strings.IndexByte(text[at+1:], '\n'); next >= 0 {
			end = at + 1 + next
		}
		switch line := text[at:end]; {
		case listSign.MatchString(line+" ") || strings.HasPrefix(line, "\n "):
			items = end
		case strings.TrimSpace(line) != "":
			return items
		}
		at = end
	}
	return len(text)
}

// splitter is one walk over a text with markers.
type splitter struct {
	to      *reader
	text    string
	pos     int            // start of the segment at hand
	cuts    []Region       // what is taken out of it
	pending citedSet       // citations of markers inside it
	named   map[string]int // the pending citations by what their markers name, nil where there are none
	signs   []Sign         // what is taken out of it, at its places in the text that is read
	line    int            // where the line of the last cluster begins, as far as it has not been read
	seen    int            // where the last cluster begins
	limit   int            // where the sentence of the pending citations ends
	worded  int            // index of the last segment with words in it, -1 for none
	last    citedSet       // its citations
	starts  []int          // of the segments so far
	framed  bool           // a sign of the app's own form stands before
	thinks  bool           // it is one of the model's own reasoning
}

// add takes in one cluster of markers, given those behind it.
func (s *splitter) add(c cluster, behind []cluster) {
	if len(s.pending.list) > 0 && s.limit <= c.start {
		s.emit(s.limit)
	}
	if m := &c.marks[0]; m.frame {
		s.addFrame(m, behind)
		return
	}
	if at := strings.LastIndexByte(s.text[max(s.pos, s.seen):c.start], '\n'); at >= 0 {
		s.line = max(s.pos, s.seen) + at + 1
	}
	s.line, s.seen = max(s.line, s.pos), c.start
	if c.marks[0].leads && !blank(s.text[s.pos:c.start]) {
		s.emit(c.start)
		s.line = s.pos
	}
	leads := c.marks[0].leads || s.leads(c)
	if before := strings.TrimRight(s.text[s.pos:s.line], " \t\r\n"); leads && before != "" {
		s.emit(s.pos + len(before))
	}
	if len(s.pending.list) == 0 { // else the sentences before it have been parted already
		s.emitUncited(c.start)
	}
	if !leads && (c.alone || s.to.known.own.byParagraph()) {
		s.citeParagraph(c)
	}
	length, final := closing(s.text[c.end:])
	inside := c.inside || leads || !final && s.goesOn(c) && !s.endsClause(c, behind)
	if inside && s.named == nil {
		s.named = map[string]int{}
	}
	cited := s.to.citeMarks(s.text, c.marks, s.named)
	s.pending.add(cited)
	for k, cut := range c.cuts() {
		sign := Sign{At: cut.Start, Citations: cited, Inside: k == 0 && inside && !c.inside && (!leads || s.isSubject(c))}
		written := s.text[cut.Start:cut.End]
		if !s.to.renumbers && !s.to.known.numbered.in(written) && (s.to.legend || shows(s.to.known, s.text, c.marks)) {
			sign.Written = written
		}
		if sign.Inside || sign.Written != "" {
			s.signs = append(s.signs, sign)
		}
	}
	switch {
	case inside:
		s.cuts = append(s.cuts, c.cuts()...)
		if last, _ := utf8.DecodeLastRuneInString(s.text[:c.marks[0].kept.End]); c.marks[0].kept.End > c.marks[0].kept.Start && text.EndsSentence(last) {
			s.limit = c.end // it encloses its sentence
		} else if s.limit < c.end {
			s.limit = nextBoundary(s.text, c.end)
		}
	case final:
		s.cuts = append(s.cuts, Region{c.start, c.end})
		s.emit(c.end + length)
	default:
		s.emit(c.start)
		s.pos = c.end
	}
}

// addFrame takes in what belongs to the app's own form. What only names sources is cited by the
// sentences of the paragraph above it that cite nothing.
func (s *splitter) addFrame(m *mark, behind []cluster) {
	above := strings.TrimRight(s.text[s.pos:m.start], " \t\r\n")
	if at := strings.LastIndex(above, "\n\n"); at >= 0 && len(m.names) > 0 {
		s.emit(s.pos + at + 2)
	}
	s.emit(m.start)
	if len(m.names) > 0 && s.text[m.start] != '<' { // those in a tag stand beside what they are of
		citeAbove(s.to, Citation{}, slices.Concat(m.names, s.listedNext(m.end, behind)), false)
		s.count()
	}
	s.starts = append(s.starts, m.start)
	s.to.answer.Segments = append(s.to.answer.Segments, Segment{Text: s.text[m.start:m.end], Frame: true, Names: m.names})
	s.pos, s.worded, s.framed, s.thinks = m.end, -1, true, m.thinks
}

// citeParagraph lets the sentences of the paragraph in which a cluster stands, and which cite nothing,
// cite what it names: it stands below them, or the app's own words want citations by paragraph.
func (s *splitter) citeParagraph(c cluster) {
	begins := strings.TrimLeft(s.text[s.pos:c.start], " \t\r")
	before := strings.TrimRight(s.text[:s.pos], " \t\r")
	if strings.HasPrefix(begins, "\n\n") || strings.HasSuffix(before, "\n\n") {
		return
	}
	var names []Name
	for _, m := range c.marks {
		for _, b := range m.bound {
			if len(b.sources) > 0 {
				names = append(names, Name{Handles: s.to.known.handles(b.sources)})
			}
		}
	}
	citeAbove(s.to, Citation{Below: true}, names, c.alone)
	s.count()
	s.worded, s.last = len(s.to.answer.Segments)-1, citedSet{}
	if s.worded >= 0 {
		s.last.add(s.to.answer.Segments[s.worded].Citations)
	}
}

// listedNext are the names in the lines of names that follow on one.
func (s *splitter) listedNext(at int, behind []cluster) (names []Name) {
	for i := range behind {
		m := &behind[i].marks[0]
		if len(m.names) == 0 || !blank(s.text[at:m.start]) {
			break
		}
		names, at = append(names, m.names...), m.end
	}
	return names
}

// count keeps the beginnings of segments in step where some were parted: only the whole reply is
// read so, and nobody asks for these.
func (s *splitter) count() {
	for len(s.starts) < len(s.to.answer.Segments) {
		s.starts = append(s.starts, s.pos)
	}
}

// citeAbove lets the segments of the last paragraph that cite nothing cite some sources, as a citation does; of a
// sign below it (own), those since the last that cites something.
func citeAbove(r *reader, as Citation, names []Name, own bool) {
	for i := len(r.answer.Segments) - 1; i >= 0; i-- {
		seg := &r.answer.Segments[i]
		if len(seg.Names) > 0 || own && len(seg.Citations) > 0 || strings.HasSuffix(seg.Text, "\n\n") && i < len(r.answer.Segments)-1 {
			break
		}
		rest := strings.TrimRight(seg.Text, " \t\r\n")
		if at := beforeBlock(rest, strings.LastIndex(rest, "\n\n")+2) - 2; at >= 0 && strings.TrimSpace(rest[:at]) != "" { // another paragraph
			if len(seg.Citations) == 0 && !seg.Frame {
				above, below := *seg, *seg
				above.Text, above.Signs, below.Text = seg.Text[:at+2], nil, seg.Text[at+2:]
				r.answer.Segments = slices.Replace(r.answer.Segments, i, i+1, above, below)
				citeUncited(r, i+1, as, names)
			}
			break
		}
		citeUncited(r, i, as, names)
	}
}

// beforeBlock is a place in a text or, inside a fenced block, where that begins.
func beforeBlock(text string, at int) int {
	for _, c := range Code(text) {
		if c.Fence != "" && c.Start < at && at < c.End && strings.TrimSpace(text[at:c.End]) != "" {
			return c.Start
		}
	}
	return at
}

// CiteNamed lets the sentences of an answer that cite nothing cite some sources.
func (a *Answer) CiteNamed(names []Name) {
	r := reader{answer: *a}
	for i := len(a.Segments) - 1; i >= 0; i-- {
		citeUncited(&r, i, Citation{}, names)
	}
	*a = r.answer
}

// NamedIn are the sources that a text names, if it is nothing but names of some.
func NamedIn(text string, known Known) []Name {
	d := directoryOf(known)
	d.build()
	return namesIn(d, text, 0)
}

// citeUncited lets a segment that cites nothing cite some sources, each of its sentences by itself.
func citeUncited(r *reader, i int, as Citation, names []Name) {
	seg := r.answer.Segments[i]
	if seg.Frame || seg.Thought || len(seg.Citations) > 0 || isWordless(seg.Text) || len(names) == 0 {
		return
	}
	var parts []Segment
	for at := 0; at < len(seg.Text); {
		end := nextBoundary(seg.Text, at)
		for beforeBlock(seg.Text, end) < end { // of a block no line is by itself
			end = nextBoundary(seg.Text, end)
		}
		part := seg
		part.Text, part.Signs = seg.Text[at:end], nil
		if at = end; isWordless(part.Text) {
			parts = append(parts, part)
			continue
		}
		for k, n := range names[:min(len(names), maxRange)] {
			if slices.ContainsFunc(names[:k], func(o Name) bool { return slices.Equal(o.Handles, n.Handles) }) {
				continue
			}
			as.ChunkID, as.Candidates, as.ByHead, as.ByPart = n.Handles[0], n.Handles, !n.Quotes, n.Part
			part.Citations = append(part.Citations, r.cite(as))
		}
		parts = append(parts, part)
	}
	r.answer.Segments = slices.Replace(r.answer.Segments, i, i+1, parts...)
}

// maxSign bounds, in bytes, the bullet or number that begins a line.
const maxSign = 24

// leads tells whether a cluster begins its line, a bullet or number aside, and
// text follows on it.
func (s *splitter) leads(c cluster) bool {
	if c.start-s.line > maxSign {
		return false
	}
	before := strings.Trim(s.text[s.line:c.start], " \t-*+>#.•0123456789|")
	rest := strings.TrimLeft(s.text[c.end:], " \t\r")
	return before == "" && rest != "" && rest[0] != '\n'
}

// isSubject tells a cluster that is what its sentence begins with: "[1] states that …".
func (s *splitter) isSubject(c cluster) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.text[c.end:], " \t"))
	return unicode.IsLower(r)
}

// maxClauses bounds the clauses of a sentence of which each has markers of its own.
const maxClauses = 8

// endsClause tells a cluster at the end of a clause of which all have markers at their
// ends: "A [1], but B [2]." Each is then held against its own.
func (s *splitter) endsClause(c cluster, behind []cluster) bool {
	if before := s.text[s.pos:c.start]; isWordless(before) || len(before) <= longestLead && leadsIn.MatchString(before) {
		return false
	}
	for i := 0; i < min(len(behind), maxClauses); i++ {
		rest := s.text[c.end:]
		if rest == "" || rest[0] != ',' && rest[0] != ';' || len(s.pending.list) > 0 || nextBoundary(s.text, c.end) <= behind[i].start {
			return false
		}
		c = behind[i]
		if _, final := closing(s.text[c.end:]); final || !s.goesOn(c) {
			return !c.inside
		}
	}
	return false
}

// goesOn tells a cluster behind which its sentence goes on: on the same line, and not
// behind its end.
func (s *splitter) goesOn(c cluster) bool {
	rest := strings.TrimLeft(s.text[c.end:], " \t\r*_|")
	if rest == "" || rest[0] == '\n' {
		return false
	}
	before := strings.TrimRight(s.text[max(s.pos, c.start-maxSign):c.start], " \t\"'”’»)*_")
	last, _ := utf8.DecodeLastRuneInString(before)
	return !text.EndsSentence(last)
}

// emitUncited parts the whole sentences before the one that ends at an offset
// from it.
func (s *splitter) emitUncited(end int) {
	if last := beforeBlock(s.text[s.pos:end], lastBoundary(s.text[s.pos:end])); last > 0 {
		s.emit(s.pos + last)
	}
}

// emit makes a segment of the text up to an offset. Markers without words of
// their own cite for the segment before.
func (s *splitter) emit(end int) {
	start, text, cited := s.pos, cutOut(s.text, Region{s.pos, end}, s.cuts), s.pending
	signs := placed(s.signs, start, s.cuts)
	s.pos, s.cuts, s.pending, s.signs, s.named, s.limit = end, nil, citedSet{}, nil, nil, 0
	if text == "" && len(cited.list) == 0 {
		return
	}
	segments := s.to.answer.Segments
	switch {
	case !isWordless(text) || len(segments)+start == 0:
		s.worded, s.last = len(segments), cited
	case s.worded >= 0:
		s.last.add(cited.list)
		segments[s.worded].Citations = s.last.list
		cited, signs = citedSet{}, outside(signs)
	default: // the segment before them has been read already, with them
		cited, signs = citedSet{}, nil
	}
	if text != "" || len(segments) == 0 {
		s.to.answer.Segments = append(segments, Segment{Text: text, Citations: cited.list, Signs: signs, Lead: leadIn(text, signs), Asked: s.framed, Thought: s.thinks})
		s.starts = append(s.starts, start)
		return
	}
	last := &segments[len(segments)-1]
	for _, sign := range outside(signs) {
		sign.At = len(last.Text)
		last.Signs = append(last.Signs, sign)
	}
}

// outside are the signs that are kept as they were written, as such that stand in no sentence.
func outside(signs []Sign) (out []Sign) {
	for _, sign := range signs {
		if sign.Inside = false; sign.Written != "" {
			out = append(out, sign)
		}
	}
	return out
}

// placed moves signs from their places in a text to those in a stretch of it that
// begins at an offset, without what is cut.
func placed(signs []Sign, from int, cuts []Region) []Sign {
	gone := 0
	for i := range signs {
		for len(cuts) > 0 && cuts[0].End <= signs[i].At {
			gone, cuts = gone+cuts[0].End-cuts[0].Start, cuts[1:]
		}
		signs[i].At -= from + gone
	}
	return signs
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
