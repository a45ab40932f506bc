package answer

import "strings"

// jsonScan walks over the JSON of a reply in the dialect segments while it is
// being written, and tells where each segment, and each citation of the open
// one, begins and ends. It looks at structure only: what stands between is
// read when it is whole.
type jsonScan struct {
	begun  bool
	pos    int // of the next byte to look at
	levels []level
	text   bool // inside a string
	escape bool // behind a backslash in one
	start  int  // of the string that is open, or was read last
	lost   bool // there is no following it any more
	done   bool // the object has ended

	from, at  int      // the segment that has just become whole
	citations []Region // of the open segment; End is -1 for the open one
}

// level is an object or array that is open.
type level struct {
	kind  byte // '{' or '['
	start int
	key   string // of an object: the member that is being read
	value bool   // of an object: the colon has come
}

// maxLevels bounds how deep a reply may nest: far more than any dialect does.
const maxLevels = 32

func newJSONScan(at int) jsonScan { return jsonScan{begun: true, pos: at} }

// next walks on until a segment is whole. False where the text ends before
// that, or the rest has none.
func (s *jsonScan) next(text string) bool {
	for s.pos < len(text) && !s.lost && !s.done {
		c := text[s.pos]
		if s.text {
			s.inString(text, c)
			continue
		}
		s.pos++
		switch c {
		case '"':
			s.text, s.start = true, s.pos-1
		case '{', '[':
			s.open(c)
		case '}', ']':
			if s.close(c) {
				return true
			}
		case ':':
			s.top().value = true
		case ',':
			if top := s.top(); top.kind == '{' {
				top.key, top.value = "", false
			}
		}
	}
	return false
}

// inString walks to the end of a string, or of the text.
func (s *jsonScan) inString(text string, c byte) {
	switch {
	case s.escape:
		s.escape = false
		s.pos++
	case c == '\\':
		s.escape = true
		s.pos++
	case c == '"':
		s.pos++
		s.text = false
		if top := s.top(); top.kind == '{' && !top.value {
			top.key = text[s.start+1 : s.pos-1]
		}
	default:
		for s.pos < len(text) && text[s.pos] != '"' && text[s.pos] != '\\' {
			s.pos++
		}
	}
}

// top is the innermost level, or one that nothing is in.
func (s *jsonScan) top() *level {
	if len(s.levels) == 0 {
		return &level{}
	}
	return &s.levels[len(s.levels)-1]
}

func (s *jsonScan) open(kind byte) {
	if s.lost = len(s.levels) == maxLevels; s.lost {
		return
	}
	s.levels = append(s.levels, level{kind: kind, start: s.pos - 1})
	switch {
	case s.inSegment():
		s.citations = s.citations[:0]
	case s.inCitation():
		s.citations = append(s.citations, Region{Start: s.pos - 1, End: -1})
	}
}

// close ends a level, and tells whether it was a segment.
func (s *jsonScan) close(c byte) bool {
	top := s.top()
	if s.lost = top.kind == 0 || (top.kind == '{') != (c == '}'); s.lost {
		return false
	}
	segment := s.inSegment()
	if s.inCitation() {
		s.citations[len(s.citations)-1].End = s.pos
	}
	s.from, s.at = top.start, s.pos
	s.levels = s.levels[:len(s.levels)-1]
	s.done = len(s.levels) == 0
	if segment {
		s.citations = s.citations[:0]
	}
	return segment
}

// inSegment reports whether the innermost level is a segment:
// {"segments":[{.
func (s *jsonScan) inSegment() bool {
	l := s.levels
	return len(l) == 3 && l[0].kind == '{' && l[0].key == "segments" && l[1].kind == '[' && l[2].kind == '{'
}

// inCitation reports whether it is a citation of one:
// {"segments":[{"citations":[{.
func (s *jsonScan) inCitation() bool {
	l := s.levels
	return len(l) == 5 && l[0].key == "segments" && l[2].kind == '{' && l[2].key == "citations" && l[3].kind == '[' && l[4].kind == '{'
}

// quoting reports whether a value that is a string is open: what is being
// written can be closed and read as far as it goes.
func (s *jsonScan) quoting() bool {
	return s.text && s.top().kind == '{' && s.top().value
}

// closeJSON completes an object that breaks off inside a string which is the
// value of a member, so that it can be read as far as it has come.
func closeJSON(text string, quoting bool) (string, bool) {
	if !quoting {
		return "", false
	}
	if at := strings.LastIndexByte(text, '\\'); at >= 0 && at >= len(text)-6 {
		text = text[:at] // an escape that may not be whole
		for strings.HasSuffix(text, `\`) {
			text = text[:len(text)-1]
		}
	}
	return text + `"}`, true
}
