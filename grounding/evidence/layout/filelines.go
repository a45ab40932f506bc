package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findFileLines reads one passage behind each `file.pdf#page=3: ` or address.
func findFileLines(p *page) []candidate {
	var starts []int
	var names []string
	for i := range p.lines {
		if name, ok := fileLine(p.str(i)); ok {
			starts, names = append(starts, i), append(names, name)
		}
	}
	if len(starts) == 0 || len(starts) < 2 && !hasLead(p, starts[0]) {
		return nil
	}
	var c candidate
	last := listEnd(p, starts[0], starts[len(starts)-1])
	for n, i := range starts {
		end := last
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		stop := p.lines[max(lastText(p, i, end)-1, i)].end
		r := evidence.Chunk{ID: names[n]}
		setSource(&r, names[n])
		if _, page, ok := strings.Cut(names[n], "#page="); ok {
			r.Page = digits(page)
		}
		r.Filename, _, _ = strings.Cut(r.Filename, "#")
		r.Source = r.Filename
		from := p.lines[i].start + strings.Index(p.str(i), names[n]) + len(names[n]) + 1
		r.Text = trimText(strings.TrimLeft(p.text[min(from, stop):stop], "]: "))
		if !heavier(r.Text, 6) {
			continue
		}
		complete(&r)
		c.add("file-lines", found{Chunk: r, start: p.lines[i].start, inner: from, end: stop})
	}
	c.rank = rankRecord
	return c.list()
}

// fileLine reads the name that a line begins with, a file or an address.
func fileLine(s string) (string, bool) {
	t := trimMarks(s, "[*-• ")
	for _, sep := range [...]string{": ", "]:", "] "} {
		i := strings.Index(t[:min(len(t), 300)], sep)
		if i < 3 {
			continue
		}
		if name := strings.TrimRight(t[:i], "*"); isFile(name) && !strings.Contains(name, ": ") || isURL(name) {
			return name, true
		}
	}
	return "", false
}
