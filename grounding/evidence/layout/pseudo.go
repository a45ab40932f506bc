package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// findPseudoJSON reads objects that look like JSON but were filled in by plain
// replacement, so that quotes and line ends in their texts are not escaped.
func findPseudoJSON(p *page) []candidate {
	if !p.opens.has('{') || !strings.Contains(p.text, `": "`) {
		return nil
	}
	var c candidate
	looks := 0
	for i := 0; i+1 < len(p.lines); i++ {
		if p.str(i) != "{" || !strings.HasPrefix(p.str(i+1), `"`) {
			continue
		}
		if looks++; looks <= maxFails {
			if whole := jsonEnd(p.text, p.lines[i].start); whole > 0 && prompt.IsJSON(p.text[p.lines[i].start:whole]) {
				i = p.lineAt(whole - 1) // JSON indeed
				continue
			}
		}
		end := objectEnd(p, i)
		if end < 0 {
			continue
		}
		raw := p.text[p.lines[i].start:p.lines[end].end]
		if r, ok := pseudoObject(p, i+1, end); ok && !prompt.IsJSON(strings.TrimSuffix(raw, ",")) {
			c.add("pseudo-json", found{Chunk: r, start: p.lines[i].start, inner: p.lines[i].end, end: p.lines[end].end})
		}
		i = end
	}
	return c.list()
}

// objectEnd is the line with the brace that closes an object whose opening
// brace stands alone: the last one before the next object or other text.
func objectEnd(p *page, i int) int {
	for j := i + 1; j < len(p.lines); j++ {
		s := p.str(j)
		if s != "}" && s != "}," {
			continue
		}
		next := p.after(j)
		if next >= len(p.lines) || p.str(next) == "{" || isRule(p.str(next)) || p.str(next)[0] == '<' || p.str(next)[0] == ']' || isTailCue(p.str(next)) {
			return j
		}
	}
	return -1
}

// pseudoObject reads the members in lines [from, end).
func pseudoObject(p *page, from, end int) (evidence.Chunk, bool) {
	var c evidence.Chunk
	for i := from; i < end; i++ {
		key, rest, ok := strings.Cut(strings.TrimPrefix(p.str(i), `"`), `":`)
		if !ok || len(key) > 60 {
			continue
		}
		if fieldOf(key) == fieldText {
			at := p.lines[i].end - len(rest)
			text := strings.TrimSpace(p.text[at:p.lines[end].start])
			c.Text = trimText(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(text, ","), `"`), `"`))
			break
		}
		setField(&c, key, strings.Trim(strings.TrimSpace(rest), `",`))
	}
	complete(&c)
	return c, heavier(c.Text, 6)
}
