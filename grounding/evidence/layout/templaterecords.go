package layout

import (
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
)

// split parts the section at the separator.
func (t *Template) split(text string) []candidate {
	c := candidate{layout: t.Name, end: len(text)}
	for s := range strings.SplitSeq(text, t.Separator) {
		if s = trimText(dedent(s)); s == "" {
			continue
		}
		r := evidence.Chunk{Text: s}
		t.number(&r, len(c.found))
		c.found = append(c.found, found{Chunk: r, end: len(text)})
	}
	if len(c.found) == 0 {
		return nil
	}
	liftFound(c.found)
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
		if cur.Text = trimText(body); cur.Text != "" {
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
