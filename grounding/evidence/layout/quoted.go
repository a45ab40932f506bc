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
		name := fencePath(p.str(i))
		if name == "" {
			continue
		}
		end := fenceEnd(p, i)
		if end < 0 {
			continue
		}
		text := strings.TrimSpace(p.text[p.lines[i].end:p.lines[end].start])
		if heavier(text, 6) {
			r := evidence.Chunk{Title: name, Filename: name, Text: text}
			c.add("fences", found{Chunk: r, start: p.lines[i].start, inner: p.lines[i].end, end: p.lines[end].end})
		}
		i = end
	}
	return c.list()
}

// fencePath is the file that the info string of a fence line names, "" for none.
func fencePath(s string) string {
	info, ok := strings.CutPrefix(s, "```")
	if lang, name, two := strings.Cut(info, " "); two && !isFile(lang) {
		info = strings.TrimPrefix(name, "title=")
	}
	info, _, _ = strings.Cut(strings.Trim(info, " \"'`"), " (")
	if !ok || !isFile(info) {
		return ""
	}
	return info
}

// fenceEnd is the line that closes the fence at i. Fences inside the text are
// skipped where the next path fence or the page's end bears that out.
func fenceEnd(p *page, i int) int {
	last := -1
	for j := i + 1; j < len(p.lines) && fencePath(p.str(j)) == ""; j++ {
		if p.str(j) != "```" {
			continue
		}
		if last = j; p.after(j) > j+1 {
			break
		}
	}
	return last
}

// findQuotes reads passages in triple quotes: several of them, or one that a
// label or a lead-in introduces.
func findQuotes(p *page) []candidate {
	for _, quote := range [...]string{`"""`, "'''"} {
		var c candidate
		for at := 0; ; {
			open := strings.Index(p.text[at:], quote)
			if open < 0 {
				break
			}
			open += at
			n := strings.Index(p.text[open+len(quote):], quote)
			if n < 0 {
				break
			}
			at = open + n + 2*len(quote)
			r := quotedAt(p, open, at, len(quote))
			if heavier(r.Text, minParagraph) || heavier(r.Text, 6) && introducesQuote(p, p.lineAt(open)) {
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

// quotedAt is the text in the quotes at [open, end), of some width.
func quotedAt(p *page, open, end, width int) found {
	r := passageAt(p, open+width, end-width)
	r.start, r.inner, r.end = p.lines[p.lineAt(open)].start, open+width, end
	return r
}

// introducesQuote tells whether line i, on which a text in quotes begins, or the line
// above introduces evidence.
func introducesQuote(p *page, i int) bool {
	return hasTextLabel(p.str(i)) || hasLead(p, i)
}
