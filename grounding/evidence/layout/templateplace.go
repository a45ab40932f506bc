package layout

import (
	"strings"
)

// locate finds the section and the question. Where the question comes first
// the section begins at the last Begin, where it follows the section ends at
// the first End: what is typed into the question can then neither open nor
// prolong the section.
func (t *Template) locate(text string) (section line, question string, ok bool) {
	begin := indexByLine(text, t.Section.Begin)
	if begin >= 0 && t.Place == QuestionBefore {
		begin = strings.LastIndex(text, t.Section.Begin)
	}
	if begin < 0 {
		return section, "", false
	}
	section = line{begin + len(t.Section.Begin), len(text)}
	if t.KeepBegin {
		section.start = begin
	}
	if t.Section.End != "" {
		rest := text[section.start:]
		end := strings.LastIndex(rest, t.Section.End)
		if t.Place == QuestionAfter {
			end = strings.Index(rest, t.Section.End)
		}
		if end < 0 {
			return section, "", false
		}
		section.end = section.start + end
	}
	switch t.Place {
	case QuestionBefore:
		question = between(text[:begin], t.Question)
	case QuestionAfter:
		question = between(text[section.end+len(t.Section.End):], t.Question)
	}
	return section, question, true
}

// indexByLine is strings.Index for literals of several lines: it looks only
// where a line ends, which is at few places.
func indexByLine(text, literal string) int {
	in := strings.IndexByte(literal, '\n')
	if in <= 0 {
		return strings.Index(text, literal)
	}
	for at := in; at < len(text); at++ {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		if at += i; strings.HasPrefix(text[at-in:], literal) {
			return at - in
		}
	}
	return -1
}

// between is the text inside a span, or "" where the span does not match.
func between(text string, s Span) string {
	if s.Begin != "" {
		_, rest, ok := strings.Cut(text, s.Begin)
		if !ok {
			return ""
		}
		text = rest
	}
	if s.End != "" {
		if i := strings.LastIndex(text, s.End); i >= 0 {
			text = text[:i]
		}
	}
	return strings.TrimSpace(text)
}
