package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findFences reads fenced blocks whose info string is a path.
func findFences(p *page) []candidate {
	if !p.opens.has('`') {
		return nil
	}
	var c candidate
	for i := 0; i < len(p.lines); i++ {
		name, ok := fencePath(p.str(i))
		if !ok {
			continue
		}
		end := fenceEnd(p, i)
		if end < 0 {
			continue
		}
		text := p.text[min(p.lines[i].end+1, len(p.text)):p.lines[end].start]
		if !heavier(text, 6) {
			continue
		}
		r := evidence.Chunk{Title: name, Filename: name, Text: strings.Trim(text, "\r\n")}
		r.Text = trimText(r.Text)
		c.add("fences", found{Chunk: r, start: p.lines[i].start, inner: p.lines[i].end, end: p.lines[end].end})
		i = end
	}
	return c.list()
}

// fencePath reads a fence line whose info string names a file.
func fencePath(s string) (string, bool) {
	info, ok := strings.CutPrefix(s, "```")
	if !ok {
		return "", false
	}
	if lang, name, ok := strings.Cut(info, " "); ok && !isFile(lang) {
		info = strings.TrimPrefix(name, "title=")
	}
	info = strings.Trim(strings.TrimSpace(info), `"'`)
	if path, _, ok := strings.Cut(info, " ("); ok {
		info = path
	}
	return info, isFile(info)
}

// fenceEnd is the line that closes the fence at i. Fences inside the text are
// skipped where the next path fence or the page's end bears that out.
func fenceEnd(p *page, i int) int {
	last := -1
	for j := i + 1; j < len(p.lines); j++ {
		s := p.str(j)
		if _, ok := fencePath(s); ok {
			break
		}
		if s == "```" {
			last = j
			next := p.after(j)
			if next >= len(p.lines) || isTailCue(p.str(next)) || p.after(j) > j+1 && !fenceBelow(p, j) {
				return j
			}
		}
	}
	return last
}

// fenceBelow tells whether a bare fence closes below j before the next path.
func fenceBelow(p *page, j int) bool {
	n := 0
	for k := j + 1; k < len(p.lines) && k < j+200; k++ {
		s := p.str(k)
		if _, ok := fencePath(s); ok {
			break
		}
		if strings.HasPrefix(s, "```") {
			n++
		}
	}
	return n%2 == 0 && n > 0
}
