package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// settling finds, in a text that grows, the places up to which its reading is
// settled: the first letters of words outside of brackets, code and lines that
// may yet head a list of sources. Such a letter ends every run of markers,
// punctuation and white space before it, so nothing behind it reaches back.
type settling struct {
	at    int  // the last such place
	line  int  // where the first line begins that has not been seen whole
	last  int  // where the last line begins
	seen  int  // how much of the text has been searched for lines
	over  bool // no further place is to be found
	spent int  // bytes looked at
}

// What a search may look at, in bytes: so many for each byte of the text, and
// so many besides. It bounds the work on a text that never settles.
const (
	effortEach = 16
	effortMore = 4 << 20
)

// pairs are the brackets inside of which markers, links and tags are told.
var pairs = [][2]string{{"[", "]"}, {"(", ")"}, {"【", "】"}}

// next returns the last settled place in a text, and the code between the one
// before and that. It is s.at again where there is no further one.
func (s *settling) next(text string) (at int, code []CodeRegion) {
	s.spent += len(text) - s.at
	if s.over = s.over || s.spent > effortEach*len(text)+effortMore || !utf8.ValidString(text[s.at:]); s.over {
		return s.at, nil
	}
	end := s.bound(text)
	code = Code(text[s.at:])
	for i := range code {
		code[i].Start, code[i].End = code[i].Start+s.at, code[i].End+s.at
	}
	end = min(end, openCode(text, s.at, code))
	if at = s.word(text, end, code); at > s.at {
		s.at = at
	}
	return s.at, code
}

// bound returns where the text ends that no list of sources can take away.
func (s *settling) bound(text string) int {
	if at := strings.LastIndexByte(text[s.seen:], '\n'); at >= 0 {
		s.last = s.seen + at + 1
	}
	s.seen = len(text)
	for s.line < s.last {
		end := lineEnd(text, s.line)
		if line := text[s.line:end]; mayBeList(line) || endsThinking(line) {
			s.over = true
			return s.line
		}
		s.line = end
	}
	if line := text[s.last:]; mayBecomeList(line) || strings.HasPrefix(line, "<") {
		return s.last
	}
	return len(text)
}

// word returns the last place before an end where a word begins that no marker
// and no code touches, or the last settled place.
func (s *settling) word(text string, end int, code []CodeRegion) int {
	for end > s.at {
		start := s.at + strings.LastIndexByte(text[s.at:end], '\n') + 1
		end = openBracket(text, start, end)
		from := start + strings.LastIndexAny(text[start:end], "[](){}<>【】`~") + 1
		for cut := end; cut > from; {
			cut = from + strings.LastIndexAny(text[from:cut], " \t")
			if cut >= from && cut+1 < end && s.isWord(text, cut+1, code) {
				return cut + 1
			}
		}
		if from == start && start < end && s.isWord(text, start, code) {
			return start
		}
		end = start - 1
	}
	return s.at
}

// isWord tells a place at which a settled word begins.
func (s *settling) isWord(text string, p int, code []CodeRegion) bool {
	if p <= s.at || len(text)-p < 4 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[p:])
	before := text[max(0, p-maxAnnouncement):p]
	switch {
	case !unicode.IsLetter(r) || strings.HasPrefix(text[p:], "and"): // "[1] and [2]" is one run
		return false
	case p > 0 && !strings.ContainsRune(" \t\n", rune(text[p-1])):
		return false
	case strings.LastIndexByte(before, '(') > strings.LastIndexByte(before, ')'):
		return false
	}
	for _, c := range code {
		if c.Start <= p && p < c.End {
			return false
		}
	}
	return true
}

// openBracket returns where, in a stretch of a line, the first bracket stands
// that is open at the stretch's end; no tag is taken to be closed. It is the
// end where all are closed.
func openBracket(text string, from, end int) int {
	if at := strings.IndexByte(text[from:end], '<'); at >= 0 {
		end = from + at
	}
	for again := true; again; {
		again = false
		for _, p := range pairs {
			closed := from + strings.LastIndex(text[from:end], p[1]) + 1
			if at := strings.Index(text[closed:end], p[0]); at >= 0 {
				end, again = closed+at, true
			}
		}
	}
	return end
}

// openCode returns where code begins that may be going on at a text's end, or
// the text's end. A backtick without a partner may find one in its paragraph,
// and the line that opens a block may turn out to be none.
func openCode(text string, from int, code []CodeRegion) int {
	start, end := from+strings.LastIndex(text[from:], "\n\n")+1, len(text)
	for _, c := range code {
		switch {
		case c.Open:
			end = c.Start
			start = min(start, from+strings.LastIndex(text[from:end], "\n\n")+1)
		case c.Fence != "":
			start = max(start, c.End)
		}
	}
	for at := start; at < end; {
		if len(code) > 0 && code[0].Start < at {
			code = code[1:]
			continue
		}
		tick := strings.IndexByte(text[at:end], '`')
		switch {
		case tick < 0:
			return end
		case len(code) > 0 && code[0].Start == at+tick:
			at = code[0].End
		default:
			return at + tick
		}
	}
	return end
}

// mayBecomeList tells a line that has not come whole and may yet be the head
// of a list of sources, or a note of one.
func mayBecomeList(line string) bool {
	line = strings.TrimSpace(line[:min(len(line), maxHeading)])
	if line == "" || mayBeList(line) {
		return true
	}
	if line[0] == '[' {
		rest := strings.TrimLeft(line[1:], "0123456789")
		return rest == "" || rest[0] == '^' || rest == "]"
	}
	if len(line) >= maxHeading || strings.ContainsAny(line, ":：") {
		return false
	}
	heading, _ := splitHeading(line)
	begins := func(h string) bool { return strings.HasPrefix(h, heading) }
	return slices.ContainsFunc(words.ListHeadings, begins) || slices.ContainsFunc(words.DoubtfulHeadings, begins)
}

// maxHeading is longer, in bytes, than any heading of a list with its signs.
const maxHeading = 96

// endsThinking tells a line that ends a block of reasoning.
func endsThinking(line string) bool {
	for _, tag := range thinkingTags {
		if strings.TrimRight(line, "\n") == tag[1] {
			return true
		}
	}
	return false
}
