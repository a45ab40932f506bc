package claim

import (
	"strings"
	"unicode"

	lexis "vouchsafe/grounding/text"
)

// Split cuts text into sentences in the order of the text. The spans do not
// overlap and leave out nothing but white space. It knows Markdown's blocks
// (headings, lists, tables, fences) and, inside of them, where a full stop
// does not end a sentence. It is linear in the length of text.
func Split(text string) []Sentence {
	s := splitter{text: text, out: make([]Sentence, 0, len(text)/80+1)}
	return s.split()
}

func (s *splitter) split() []Sentence {
	text := s.text
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += at
		}
		at = s.line(at, end)
	}
	s.flush()
	return joinBare(text, s.out)
}

// splitter walks over the lines of a text and gathers those of a paragraph.
type splitter struct {
	text       string
	out        []Sentence
	start, end int  // the paragraph gathered so far; none while start == end
	table      bool // the line before was a row of a table
	known      *known
}

// line takes the line [start,end) and returns where the next one starts.
func (s *splitter) line(start, end int) int {
	l := strings.TrimSpace(s.text[start:end])
	inTable := s.table
	s.table = false
	switch {
	case l == "":
		s.flush()
	case isFence(l):
		s.flush()
		return s.fence(start, end)
	case l[0] == '#' && isATX(l):
		s.flush()
		s.emit(start, end, title(l))
	case s.start < s.end && isUnderline(l):
		s.heading(end)
	case l[0] == '|':
		s.flush()
		s.row(start, end, inTable)
	case isListItem(l):
		s.flush()
		s.start, s.end = start, end
	case s.start < s.end && wraps(s.lastLine(), l):
		s.end = end
	default:
		s.flush()
		s.start, s.end = start, end
	}
	return end + 1
}

// lastLine returns the last line gathered into the paragraph.
func (s *splitter) lastLine() string {
	p := s.text[s.start:s.end]
	return strings.TrimSpace(p[strings.LastIndexByte(p, '\n')+1:])
}

// flush emits the gathered paragraph, sentence by sentence.
func (s *splitter) flush() {
	start, end := s.start, s.end
	s.start, s.end = 0, 0
	if start >= end {
		return
	}
	if p := strings.TrimSpace(s.text[start:end]); isBoldLine(p) {
		s.emit(start, end, title(p))
		return
	}
	s.sentences(start, end)
}

// sentences cuts [start,end), one paragraph, at its sentence boundaries.
func (s *splitter) sentences(start, end int) {
	b := lexis.Borders{Text: s.text[:end], From: start + lexis.ListMarker(s.text[start:end])}
	for from := start; from < end; {
		to := nextBorder(&b, from)
		s.emit(from, to, "")
		from = to
	}
}

// heading emits the gathered paragraph, which an underline just made a title,
// together with that underline.
func (s *splitter) heading(end int) {
	start := s.start
	s.start, s.end = 0, 0
	s.emit(start, end, title(s.text[start:end]))
}

// row emits a row of a table. The first row is its head where a line of dashes
// follows; to look ahead is not worth it: a first row counts as head unless
// it states something.
func (s *splitter) row(start, end int, inTable bool) {
	s.table = true
	l := strings.TrimSpace(s.text[start:end])
	switch {
	case inTable || !s.dashesFollow(end):
		s.emit(start, end, "")
	default:
		s.emit(start, end, title(l))
	}
}

// dashesFollow reports whether the line behind end is the rule of a table.
func (s *splitter) dashesFollow(end int) bool {
	if end >= len(s.text) {
		return false
	}
	next := s.text[end+1:]
	if i := strings.IndexByte(next, '\n'); i >= 0 {
		next = next[:i]
	}
	return strings.Contains(next, "-") && strings.Trim(next, "|:- \t\r") == ""
}

// emit adds the sentence [start,end) without its outer white space. An empty
// kind is to be found out.
func (s *splitter) emit(start, end int, kind Kind) {
	body := s.text[start:end]
	start += len(body) - len(strings.TrimLeftFunc(body, unicode.IsSpace))
	body = strings.TrimSpace(body)
	if body == "" {
		return
	}
	sent := Sentence{Start: start, End: start + len(body), Kind: kind}
	switch kind {
	case Code, Empty:
	case Heading:
		sent.Numeric = natureOf(body).numeric
	default:
		n := natureOf(body)
		sent.Kind, sent.Numeric = n.kind, n.numeric
		s.known.keep(body, n)
	}
	s.out = append(s.out, sent)
}
