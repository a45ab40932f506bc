package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// readSegments reads the dialect segments.
func (r *reader) readSegments(n node) {
	r.mode(n)
	s := segmentReader{reader: r, quoted: map[string]string{}}
	items := r.list(n, "segments")
	r.answer.Segments = make([]Segment, 0, len(items))
	r.answer.Citations = make([]Citation, 0, min(len(items), 32)) // mostly one each
	for _, item := range items {
		s.add(item)
	}
	r.answer.Unanswered = r.texts(n, "unanswered_aspects")
	r.dropList()
}

// segmentReader takes segment objects one by one, in order; a segment depends
// on what came before it only through the snippets already quoted and the
// white space at which the text so far ends.
type segmentReader struct {
	*reader
	quoted map[string]string // the snippet last quoted, by chunk id
	begun  bool              // some text has been added
	open   bool              // the text so far ends without white space
}

func (s *segmentReader) add(n node) {
	if n.kind != '{' {
		s.problem(malformed, -1, "a segment is "+kindName(n.kind))
		return
	}
	var cited []int
	for _, item := range s.list(n, "citations") {
		at := s.citation(item, "chunk_id", "snippet")
		s.refer(&s.answer.Citations[at], item.member(firstOf(item, snippetKeys)))
		cited = append(cited, at)
	}
	text, cited := s.liftMarkers(s.text(n, "text", -1), cited)
	s.answer.Segments = append(s.answer.Segments, Segment{Text: s.join(text), Citations: cited})
}

// refer lets an empty snippet stand for the one last quoted from its chunk.
// A snippet that is no string refers to nothing.
func (s *segmentReader) refer(c *Citation, written node) {
	if !blank(c.Snippet) {
		s.quoted[c.ChunkID] = c.Snippet
		return
	}
	c.Quoted = true
	if last, ok := s.quoted[c.ChunkID]; ok && c.ChunkID != "" && written.kind == '"' {
		c.Snippet, c.Reference = last, true
	}
}

// join puts one space before a text where neither it nor the text before it
// brings white space.
func (s *segmentReader) join(text string) string {
	if text == "" {
		return ""
	}
	if s.begun && s.open && !beginsBlank(text) {
		text = " " + text
	}
	s.begun, s.open = true, !endsBlank(text)
	return text
}

// liftMarkers takes the markers that the model wrote into a segment's text
// out of it and adds what they cite to the segment's citations. A marker
// means a chunk that the segment cites; else it numbers the segment's
// citations, else all citations so far; else it names a known source.
func (s *segmentReader) liftMarkers(text string, cited []int) (string, []int) {
	var own map[string]int // the segment's citations, by chunk
	marks := s.marks(text, func(ref string) binding {
		if own == nil {
			own = s.byChunk(cited)
		}
		n, _ := plainNumber(ref)
		at, ok := own[ref]
		switch {
		case ok:
			return binding{citation: at, ok: true}
		case n >= 1 && n <= len(cited):
			return binding{citation: cited[n-1], ok: true}
		case n >= 1 && n <= len(s.answer.Citations):
			return binding{citation: n - 1, ok: true}
		}
		return bindKnown(s.known.find(ref))
	})
	if len(marks) == 0 {
		return text, cited
	}
	all := citedSet{list: cited}
	all.add(s.citeMarks(text, marks))
	return without(text, marks), all.list
}

// byChunk indexes citations by what names their chunk, the first of each.
func (r *reader) byChunk(cited []int) map[string]int {
	index := make(map[string]int, len(cited))
	for _, at := range cited {
		c := &r.answer.Citations[at]
		for _, name := range []string{c.ChunkID, c.DocID, c.Filename} {
			if _, taken := index[name]; !taken && name != "" {
				index[name] = at
			}
		}
	}
	return index
}

func beginsBlank(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}

func endsBlank(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsSpace(r)
}

func blank(s string) bool {
	return strings.TrimSpace(s) == ""
}
