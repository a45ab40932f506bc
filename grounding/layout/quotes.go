package layout

import (
	"strings"

	"vouchsafe/grounding/chunk"
)

// findQuotes reads passages in triple quotes under a repeated label.
func findQuotes(p *page) []candidate {
	var c candidate
	for _, quote := range [...]string{`"""`, "'''"} {
		if !p.opens.has(quote[0]) {
			continue
		}
		var marks []int
		for i := range p.lines {
			if p.str(i) == quote {
				marks = append(marks, i)
			}
		}
		for n := 0; n+1 < len(marks); n += 2 {
			open, end := marks[n], marks[n+1]
			text := p.text[min(p.lines[open].end+1, len(p.text)):p.lines[end].start]
			above := p.before(open)
			if !heavier(text, minParagraph) || above < 0 || !endsInColon(p.str(above)) || isAskLabel(strings.ToLower(p.str(above))) {
				continue
			}
			c.add("quotes", found{Chunk: chunk.Chunk{Text: dedent(trimText(text))}, start: p.lines[above].start, inner: p.lines[open].end, end: p.lines[end].end})
		}
	}
	if len(c.found) < 2 {
		return nil
	}
	return c.list()
}
