package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findPipes reads one passage a line: `ID: 1 | TITLE: t | CONTENT: x`.
func findPipes(p *page) []candidate {
	var c candidate
	if !p.has('|') {
		return nil
	}
	for i := range p.lines {
		s := p.str(i)
		if strings.IndexByte(s, '|') < 1 || !strings.Contains(s, " | ") {
			continue
		}
		var r evidence.Chunk
		rest, known := s, 0
		for rest != "" {
			part, next, _ := strings.Cut(rest, " | ")
			key, value, f := cutKey(part)
			if f == fieldText {
				_, value, _ = strings.Cut(rest, ":")
				r.Text = pipeText(p, i, strings.TrimSpace(value))
				break
			}
			if f == fieldNone {
				break
			}
			setField(&r, key, value)
			rest, known = next, known+1
		}
		if known == 0 || !heavier(r.Text, 6) {
			continue
		}
		complete(&r)
		end := p.lines[i].end + strings.Count(r.Text, "\n")
		c.add("pipe", found{Chunk: r, start: p.lines[i].start, inner: p.lines[i].start, end: max(end, p.lines[i].start+len(r.Text))})
	}
	return c.list()
}

// pipeText follows a passage to where the next pipe line, a heading or the
// closing words begin.
func pipeText(p *page, i int, first string) string {
	last := i
	for j := i + 1; j < len(p.lines) && j < i+400; j++ {
		s := p.str(j)
		if strings.Contains(s, " | ") && !strings.HasPrefix(s, "|") {
			if _, _, f := cutKey(s[:strings.Index(s, " | ")]); f != fieldNone {
				break
			}
		}
		if isTailCue(s) {
			break
		}
		if s != "" {
			last = j
		}
	}
	if last == i {
		return first
	}
	return trimText(first + p.text[p.lines[i].end:p.lines[last].end])
}
