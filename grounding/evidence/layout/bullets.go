package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findBullets reads memories: a list of sentences under a lead-in.
func findBullets(p *page) []candidate {
	for i := range p.lines {
		s := p.str(i)
		if !isMemoryLead(s) {
			continue
		}
		var c candidate
		for j := p.after(i); j < len(p.lines); j = p.after(j) {
			text, ok := bullet(p.str(j))
			if !ok || isTailCue(text) {
				break
			}
			r := found{Chunk: evidence.Chunk{Text: text}, start: p.lines[j].start, inner: p.lines[j].start, end: p.lines[j].end}
			last := goesOn(p, j)
			if below := p.text[r.end:p.lines[last].end]; last > j && isTitle(text) {
				r.Title, r.Text = text, dedent(strings.TrimSpace(below))
			} else {
				r.Text = text + below
			}
			r.end, j = p.lines[last].end, last
			if heavier(r.Text, 12) {
				c.add("bullets", r)
			}
		}
		if len(c.found) > 0 {
			c.rank = rankRecord
			return c.list()
		}
	}
	return nil
}

// goesOn is the last line of the list item that begins on line i: indented lines
// right below belong to it.
func goesOn(p *page, i int) int {
	for i+1 < len(p.lines) && !p.blank(i+1) {
		if at := p.lines[i+1].start; at == 0 || p.text[at-1] != ' ' && p.text[at-1] != '\t' {
			break
		}
		if _, ok := bullet(p.str(i + 1)); ok {
			break
		}
		i++
	}
	return i
}

func isMemoryLead(s string) bool {
	if !endsInColon(s) && (s == "" || s[0] != '#') || len(s) > 100 {
		return false
	}
	if !memoryNouns.in(s) {
		return false
	}
	low := strings.ToLower(s)
	return !strings.Contains(low, " me:") && !strings.HasPrefix(low, "my ")
}

// memoryNouns name what is listed as single sentences. The wider words for
// evidence will not do: instructions are lists too.
var memoryNouns = phrasesOf(words("memory_nouns")...)

func bullet(s string) (string, bool) {
	for _, mark := range [...]string{"- ", "* ", "• "} {
		if text, ok := strings.CutPrefix(s, mark); ok {
			return strings.TrimSpace(text), true
		}
	}
	return "", false
}
