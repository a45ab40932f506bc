// Package answer knows the dialects in which a model cites: what it is asked
// for (instruction and JSON schema), and how its reply is read back into one
// common form. Reading is strict about meaning and forgiving about wrapping:
// the JSON may stand in a code fence or in prose. Nothing here verifies.
package answer

import "strings"

// Mode is what the model says its answer is.
type Mode string

const (
	ModeAnswer  Mode = "answer"
	ModeClarify Mode = "clarify"
	ModeRefuse  Mode = "refuse"
)

// Dialect names one way of asking for citations and of reading them back.
type Dialect string

const (
	Segments   Dialect = "segments"
	Snippet    Dialect = "snippet"
	Claims     Dialect = "claims"
	Numbered   Dialect = "numbered"
	Dagger     Dialect = "dagger"
	AuthorYear Dialect = "author_year"
	Client     Dialect = "client"
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
}

// Segment is a stretch of answer text and the citations that carry it,
// as indices into Answer.Citations. Markers are already taken out of Text.
type Segment struct {
	Text      string
	Citations []int
	// Quotation says that the text is the gateway's own: source sentences of
	// the citations, in quotation marks, in the place of what the model wrote.
	Quotation bool
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
