package layout

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
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

// slots that a Record.Begin may hold.
var slots = []string{"id", "title", "url", "filename", "page", "date", "any"}

func validateSlots(begin string) []string {
	var problems []string
	pieces := parseSlots(begin)
	for i, s := range pieces {
		if s.slot == "" {
			continue
		}
		if !slices.Contains(slots, s.slot) {
			problems = append(problems, fmt.Sprintf("slot {%s} is none of %s", s.slot, strings.Join(slots, ", ")))
		}
		if i+1 == len(pieces) || pieces[i+1].literal == "" {
			problems = append(problems, fmt.Sprintf("slot {%s} needs literal text behind it", s.slot))
		}
	}
	if len(pieces) > 0 && pieces[0].slot != "" {
		problems = append(problems, "record.begin must begin with literal text")
	}
	return problems
}

// piece is a literal or a slot of a Record.Begin.
type piece struct{ literal, slot string }

func parseSlots(s string) []piece {
	var list []piece
	for s != "" {
		open := strings.IndexByte(s, '{')
		end := strings.IndexByte(s[max(open, 0):], '}')
		if open < 0 || end < 0 {
			return append(list, piece{literal: s})
		}
		if open > 0 {
			list = append(list, piece{literal: s[:open]})
		}
		list = append(list, piece{slot: s[open+1 : open+end]})
		s = s[open+end+1:]
	}
	return list
}

// fillSlots matches the pieces of a Begin at a place. A slot is filled with
// what stands on one line before the next literal.
func fillSlots(text string, at int, pieces []piece, c *evidence.Chunk) (int, bool) {
	*c = evidence.Chunk{}
	for i := 0; i < len(pieces); i++ {
		if pieces[i].slot == "" {
			if !strings.HasPrefix(text[at:], pieces[i].literal) {
				return 0, false
			}
			at += len(pieces[i].literal)
			continue
		}
		if i+1 >= len(pieces) {
			return 0, false
		}
		n := strings.Index(text[at:min(len(text), at+maxTag)], pieces[i+1].literal)
		if n < 0 || strings.Contains(text[at:at+n], "\n") {
			return 0, false
		}
		if pieces[i].slot != "any" {
			setField(c, pieces[i].slot, text[at:at+n])
		}
		at += n
	}
	return at, true
}

// split parts the section at the separator.
func (t *Template) split(text string) []candidate {
	c := candidate{layout: t.Name, end: len(text)}
	for s := range strings.SplitSeq(text, t.Separator) {
		if s = strings.TrimSpace(dedent(s)); s == "" {
			continue
		}
		r := evidence.Chunk{Text: s}
		t.number(&r, len(c.found))
		c.found = append(c.found, found{Chunk: r, end: len(text)})
	}
	if len(c.found) == 0 {
		return nil
	}
	liftHeads(c.found)
	return []candidate{c}
}

func (t *Template) number(c *evidence.Chunk, n int) {
	if t.IDBase != nil && c.ID == "" {
		c.ID = strconv.Itoa(*t.IDBase + n)
	}
}

// records reads the section by the literals around each passage.
func (t *Template) records(text string) []candidate {
	c := candidate{layout: t.Name, end: len(text)}
	pieces := parseSlots(t.Record.Begin)
	var r evidence.Chunk
	at := t.nextRecord(text, 0, pieces, &r)
	for at >= 0 {
		cur := r
		r = evidence.Chunk{}
		next := t.nextRecord(text, at, pieces, &r)
		body := text[at:]
		if next >= 0 {
			body = text[at:recordStart(text, next, pieces[0].literal)]
		}
		if t.Record.End != "" {
			if i := strings.LastIndex(body, t.Record.End); i >= 0 {
				body = body[:i]
			} else {
				cur.Truncated = true
			}
		}
		if cur.Text = strings.TrimSpace(body); cur.Text != "" {
			t.number(&cur, len(c.found))
			complete(&cur)
			c.found = append(c.found, found{Chunk: cur, end: len(text)})
		}
		at = next
	}
	if len(c.found) == 0 {
		return nil
	}
	return []candidate{c}
}

// recordStart goes back from a record's text to where its Begin starts.
func recordStart(text string, at int, literal string) int {
	return strings.LastIndex(text[:at], literal)
}

// nextRecord finds the next Begin at a line's start, or right behind an End,
// fills its slots and returns where the passage's text begins, or -1.
func (t *Template) nextRecord(text string, from int, pieces []piece, c *evidence.Chunk) int {
	for at := from; ; {
		i := strings.Index(text[at:], pieces[0].literal)
		if i < 0 {
			return -1
		}
		at += i
		anchored := strings.TrimRight(text[:at], " \t") == "" || text[at] == '\n' || fixedOpener(text, at) ||
			t.Record.End != "" && strings.HasSuffix(strings.TrimRight(text[:at], " "), t.Record.End)
		if end, ok := fillSlots(text, at, pieces, c); ok && anchored {
			return end
		}
		at += len(pieces[0].literal)
	}
}
