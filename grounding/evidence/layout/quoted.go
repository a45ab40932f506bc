package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findFences reads fenced blocks whose info string is a path.
func findFences(p *page) []candidate {
	if !p.has('`') {
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
		r.Text = strings.TrimSpace(r.Text)
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
			if next >= len(p.lines) || isTailCue(p.str(next)) || p.after(j) > j+1 {
				return j
			}
		}
	}
	return last
}

// findQuotes reads passages in triple quotes: several of them, or one that a
// label or a lead-in introduces.
func findQuotes(p *page) []candidate {
	for _, quote := range [...]string{`"""`, "'''"} {
		if !p.has(quote[0]) {
			continue
		}
		c := candidate{}
		for at := 0; ; {
			r, next := quotedFrom(p, at, quote)
			if next < 0 {
				break
			}
			if at = next; r.Text != "" {
				c.add("quotes", r)
			}
		}
		if len(c.found) > 1 {
			return c.list()
		}
		if len(c.found) == 1 && introducesQuote(p, p.lineAt(c.start)) {
			s := sectionOf(p, c.found[0].inner, c.found[0].end-len(quote), false)
			s.layout, s.start, s.end, s.rank = "quotes", c.start, c.end, rankRecord
			return s.list()
		}
	}
	return nil
}

// quotedFrom reads the next text in quotes from a byte on. A text that is too
// short for a passage, or the question, is left out. The next byte to look at is
// -1 where there is no further pair.
func quotedFrom(p *page, at int, quote string) (found, int) {
	i := strings.Index(p.text[at:], quote)
	if i < 0 {
		return found{}, -1
	}
	open := at + i
	inner := open + len(quote)
	n := strings.Index(p.text[inner:], quote)
	if n < 0 {
		return found{}, -1
	}
	end := inner + n + len(quote)
	opener := p.lineAt(open)
	start := p.lines[opener].start
	if above := p.before(opener); start == open && above >= 0 && endsInColon(p.str(above)) {
		start = p.lines[above].start
	}
	text := strings.TrimSpace(p.text[inner : inner+n])
	if !heavier(text, minParagraph) || isAskLabel(strings.ToLower(firstLine(p.text[start:end]))) {
		return found{}, end
	}
	return found{Chunk: evidence.Chunk{Text: dedent(text)}, start: start, inner: inner, end: end}, end
}

// introducesQuote tells whether line i, on which a text in quotes or the label
// above it begins, or the line above introduces evidence.
func introducesQuote(p *page, i int) bool {
	return isLead(strings.TrimRight(p.str(i), `"'`)) || isCue(p.str(i)) || hasTextLabel(p.str(i)) || hasLead(p, i)
}

func hasTextLabel(s string) bool {
	name, _, ok := label(s)
	return ok && textLabels[name]
}
