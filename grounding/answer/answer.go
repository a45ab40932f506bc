package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// Mode is what the model says its answer is.
type Mode string

const (
	ModeAnswer  Mode = "answer"
	ModeClarify Mode = "clarify"
	ModeRefuse  Mode = "refuse"
)

// Citation is one citation as the model wrote it, before anything is checked.
type Citation struct {
	// ChunkID is what names the chunk, as text: chunk_id, id or number; for an
	// inline marker the handle of the one source that it names, else its inside.
	ChunkID  string
	DocID    string
	Filename string // source_filename
	Snippet  string // the quoted words; "" where the dialect cites without quoting
	Quoted   bool   // the dialect quotes: an empty Snippet is then a defect or a reference back
	URL      string
	Path     string // JSON Pointer, for own-schema answers
	Number   int    // the number that the model gave it, 0 where none
	Marker   string // the marker as written, for inline dialects
	// Reference says that the model left Snippet empty to refer to the
	// snippet last quoted from that chunk, which the reader has copied here.
	Reference bool
	// Candidates are the handles of the known sources that an inline marker
	// can mean, in prompt order: one where it names a chunk, several where it
	// names a document that has several. Nil where the marker resolves to
	// nothing, and in dialects whose citations name chunks by id.
	Candidates []string
	// Place is where the quoted sentence stands in its chunk, for a citation that
	// named it by number; nil for all others.
	Place *Place
	// ByHead says that a sign of no known form names the source by words that head it.
	ByHead bool
	ByPart bool // and these are a part of that head
	Below  bool // its sign stands further on, at the end of the paragraph or item
	// Named is the number of another sentence, which the model wrote here; "" mostly.
	Named string
}

// Segment is a stretch of answer text and the citations that carry it,
// as indices into Answer.Citations. Markers are already taken out of Text.
type Segment struct {
	Text      string
	Citations []int
	// Quotation says that the text is the gateway's own: source sentences of
	// the citations, in quotation marks, in the place of what the model wrote.
	Quotation bool
	// Signs are the stretches that were taken out of the text: markers, with what stands
	// around them. What they cite is among Citations.
	Signs []Sign
	// Lead is how many bytes at its beginning, around a marker, only say whose words
	// follow: "According to [1], ", "[1] states that ".
	Lead int
	// Frame says that the text belongs to the form that the app's own words show: a label, a
	// heading, a tag. It states nothing. Names are the sources that it names.
	Frame   bool
	Names   []Name
	Thought bool // the model's own reasoning in such a form
	Asked   bool // the text stands in such a form, which may have a place for questions
}

// Sign is a stretch that was taken out of a text.
type Sign struct {
	At        int // byte offset in the text that is left
	Citations []int
	Inside    bool   // it stood in a sentence, and not behind it
	Written   string // its bytes, where the app's own words show such a sign; else ""
}

// Name is a place in a text that names a source.
type Name struct {
	Start, End int      // bytes in the text
	Handles    []string // of the sources that it may mean
	Quotes     bool     // it names them by words that stand in them
	Part       bool     // it is only a part of what heads them
}

// moved is a segment with citations that have moved.
func (s Segment) moved(to func(int) int) Segment {
	move := func(all []int) (out []int) {
		for _, at := range all {
			out = append(out, to(at))
		}
		return out
	}
	s.Citations, s.Signs = move(s.Citations), slices.Clone(s.Signs)
	for i := range s.Signs {
		s.Signs[i].Citations = move(s.Signs[i].Citations)
	}
	return s
}

// indent puts a space in front of the text.
func (s *Segment) indent() {
	s.Text = " " + s.Text
	if s.Move(1); s.Lead > 0 {
		s.Lead++
	}
}

// Move moves the places in the text of a segment that nobody shares by some bytes.
func (s *Segment) Move(by int) {
	s.Signs, s.Names = slices.Clone(s.Signs), slices.Clone(s.Names)
	for k := range s.Signs {
		s.Signs[k].At = min(max(0, s.Signs[k].At+by), len(s.Text))
	}
	moveNames(s.Names, by)
}

// Inside reports whether a segment has markers inside its sentence.
func (s *Segment) Inside() bool {
	return slices.ContainsFunc(s.Signs, func(sign Sign) bool { return sign.Inside })
}

// DeclaredClaim is a claim that the model listed itself (dialect claims).
type DeclaredClaim struct {
	Text       string
	Citations  []int
	Confidence string
}

// Problem is a defect of form found while reading. Code is one of report's:
// malformed-output, missing-citations, missing-field, marker-unresolved,
// marker-order. Citation is an index into Answer.Citations, or -1.
type Problem struct {
	Code     string
	Citation int
	Detail   string
}

// Answer is a model's reply in the common form of all dialects. The answer's
// text is the concatenation of the segments' texts as they stand (the reader
// has put one space between two where neither side had white space).
type Answer struct {
	Dialect    Dialect // the dialect it was read in, which may differ from the one asked for
	Mode       Mode
	Segments   []Segment
	Citations  []Citation
	Claims     []DeclaredClaim
	Unanswered []string
	Problems   []Problem
	List       string // the model's own list of sources, taken out of the text
}

// Text is the answer's text without markers: all segments as they stand.
func (a *Answer) Text() string {
	size := 0
	for i := range a.Segments {
		size += len(a.Segments[i].Text)
	}
	var b strings.Builder
	b.Grow(size)
	for i := range a.Segments {
		b.WriteString(a.Segments[i].Text)
	}
	return b.String()
}

// Between returns the segments from an index up to another as an answer of
// their own, with the citations that they rest on and the problems of these.
func (a *Answer) Between(from, to int) Answer {
	out := Answer{Dialect: a.Dialect, Mode: a.Mode}
	moved := map[int]int{}
	for _, s := range a.Segments[from:to] {
		out.Segments = append(out.Segments, s.moved(func(at int) int {
			to, ok := moved[at]
			if !ok {
				to = len(out.Citations)
				moved[at] = to
				out.Citations = append(out.Citations, a.Citations[at])
			}
			return to
		}))
	}
	for _, p := range a.Problems {
		if to, ok := moved[p.Citation]; ok {
			p.Citation = to
			out.Problems = append(out.Problems, p)
		}
	}
	return out
}

// SentenceEnd returns the index behind the last segment of the sentence that
// begins with a segment. A marker inside a sentence parts it in two, and so may a
// model that writes segments. They are to be told together: the second may bind
// the first.
func (a *Answer) SentenceEnd(from int) int {
	list := false // the head of a list is cited: what it cites is its items', too
	for to := from + 1; to < len(a.Segments); to++ {
		before, behind := &a.Segments[to-1], a.Segments[to].Text
		list = list && listSign.MatchString(behind) || isCitedHead(before)
		if !list && endsSentence(before.Text, behind) || before.Frame || a.Segments[to].Frame {
			return to
		}
	}
	return len(a.Segments)
}

// startsAnew fits what parts paragraphs, and items of a list.
var startsAnew = regexp.MustCompile(`\n\s*?(?:\n|(?:[-*+•]|\d{1,3}[.)])\s)`)

// NextSign are the citations of the next sign in the paragraph or item that a segment ends with, nil where it
// has none, and where in the segment's text that begins.
func (a *Answer) NextSign(segment int) (sign []int, from int) {
	const most = 32 // segments of a paragraph
	before := strings.TrimRight(a.Segments[segment].Text, " \t\r\n")
	if all := startsAnew.FindAllStringIndex(before, -1); len(all) > 0 {
		from = all[len(all)-1][0]
	}
	for at := segment + 1; at < min(len(a.Segments), segment+most) && a.joins(at); at++ {
		if s := &a.Segments[at]; len(s.Citations) > 0 {
			return s.Citations, from
		}
	}
	return nil, from
}

// joins reports whether a segment is of the paragraph or item that the one before it ends with.
func (a *Answer) joins(at int) bool {
	before, behind := &a.Segments[at-1], &a.Segments[at]
	blanks := before.Text[len(strings.TrimRight(before.Text, " \t\r\n")):]
	return !before.Frame && !behind.Frame && !startsAnew.MatchString(blanks+strings.TrimRight(behind.Text, " \t\r\n"))
}

// goesOn reports whether a segment goes on with the paragraph or item of the one before, whose sign
// is still to come.
func (a *Answer) goesOn(at int) bool {
	return len(a.Segments[at-1].Citations) == 0 && !isWordless(a.Segments[at-1].Text) && a.joins(at)
}

// holdsList tells segments in which the head of a list is cited: more of its items may follow.
func (a *Answer) holdsList(from, to int) bool {
	return slices.ContainsFunc(a.Segments[from:to], func(s Segment) bool { return isCitedHead(&s) })
}

// isCitedHead tells the head of a list, what leads in anything else, or a heading, with a
// marker.
func isCitedHead(s *Segment) bool {
	return len(s.Citations) > 0 && (strings.HasSuffix(strings.TrimRight(s.Text, " \t*_"), ":") || isCitedHeading(s))
}

// isCitedHeading tells a heading of Markdown with a marker.
func isCitedHeading(s *Segment) bool {
	return len(s.Citations) > 0 && aHeading.MatchString(s.Text)
}

var aHeading = regexp.MustCompile(`(?:^|\n)(?:#{1,6} [^\n]+|\*\*[^*\n]*[^*\n.!?。]\*\*)[ \t]*$`)

// endsSentence tells a text whose sentence is over before what stands behind
// it: it ends with a full stop, or its line ends there. What leads a list in
// goes with the first entry.
func endsSentence(before, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " \t\"'”’»)*_"))
	if lead, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(before, unicode.IsSpace)); lead == ':' || lead == '：' {
		return false
	}
	return text.EndsSentence(last) || last == '\n' || strings.HasPrefix(strings.TrimLeft(behind, " \t\r*_|"), "\n")
}

// Append adds an answer's segments, citations and problems behind a's own,
// with one space between the two texts where neither has white space there.
func (a *Answer) Append(b Answer) {
	first, open := len(a.Segments), a.endsOpen()
	a.Extend(b)
	for i := first; i < len(a.Segments); i++ {
		if s := &a.Segments[i]; s.Text != "" {
			if open && !beginsBlank(s.Text) {
				s.indent()
			}
			return
		}
	}
}

// endsOpen tells a text that ends without white space.
func (a *Answer) endsOpen() bool {
	for i := len(a.Segments) - 1; i >= 0; i-- {
		if text := a.Segments[i].Text; text != "" {
			return !endsBlank(text)
		}
	}
	return false
}

// Extend is Append for an answer that goes on where a ends: the texts are
// joined as they stand.
func (a *Answer) Extend(b Answer) {
	n := len(a.Citations)
	a.Citations = append(a.Citations, b.Citations...)
	for _, s := range b.Segments {
		a.Segments = append(a.Segments, s.moved(func(at int) int { return n + at }))
	}
	for _, p := range b.Problems {
		if p.Citation >= 0 {
			p.Citation += n
		}
		a.Problems = append(a.Problems, p)
	}
}

func beginsBlank(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}

func endsBlank(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsSpace(r)
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
