package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// findJSON reads JSON that stands in prose: an array or object at a line's
// start or behind a label, JSON lines, and JSON in a code fence.
func findJSON(p *page) []candidate {
	if !p.has('{') && !p.has('[') || !p.has('"') ||
		!strings.Contains(p.text, `":`) && !strings.Contains(p.text, `" :`) && !strings.Contains(p.text, `["`) {
		return nil
	}
	var list []candidate
	fails, done := 0, 0
	for i := range p.lines {
		at := jsonStart(p, i)
		if at < 0 || at < done || fails > maxFails {
			continue
		}
		end := jsonEnd(p.text, at)
		if end < 0 || !prompt.IsJSON(p.text[at:end]) {
			fails++
			continue
		}
		done = end
		list = addJSON(list, jsonRecords(p.text[at:end]), line{at, end}, "json")
	}
	return mergeJSON(p, list)
}

// jsonStart is where a JSON value may begin on line i, or -1.
func jsonStart(p *page, i int) int {
	s := p.str(i)
	if s == "" {
		return -1
	}
	if s[0] == '{' || s[0] == '[' && (len(s) == 1 || strings.IndexByte(" {[\"", s[1]) >= 0) {
		return p.lines[i].start
	}
	if head := s[:min(len(s), 120)]; strings.IndexByte(head, '{') < 0 && strings.IndexByte(head, '[') < 0 {
		return -1
	}
	for _, open := range [...]string{": [{", ": {\"", ": [\"", ":[{", ":{\"", "= [{", "= {\"", "=[{"} {
		if k := strings.Index(s[:min(len(s), 120)], open); k >= 0 {
			return p.lines[i].start + k + strings.IndexAny(open, "[{")
		}
	}
	return -1
}

// jsonEnd is behind the value that begins at at, brackets balanced outside
// strings, or -1.
func jsonEnd(text string, at int) int {
	depth, quoted := 0, false
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if quoted {
				i++
			}
		case '"':
			quoted = !quoted
		case '{', '[':
			if !quoted {
				depth++
			}
		case '}', ']':
			if quoted {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// addJSON adds the records of one value. All share its place: a JSON value is
// one unit of a page.
func addJSON(list []candidate, records []evidence.Chunk, at line, layout string) []candidate {
	if len(records) == 0 {
		return list
	}
	c := candidate{layout: layout, start: at.start, end: at.end, rank: rankMarked}
	for _, r := range records {
		c.found = append(c.found, found{Chunk: r, start: at.start, inner: at.start, end: at.end})
	}
	return append(list, c)
}

// mergeJSON makes one list of values that stand line by line. A lone object
// without any identity is more likely an example than evidence.
func mergeJSON(p *page, list []candidate) []candidate {
	var merged []candidate
	for _, c := range list {
		if n := len(merged); n > 0 && onlySeparators(p.text[merged[n-1].end:c.start]) {
			merged[n-1].found = append(merged[n-1].found, c.found...)
			merged[n-1].end = c.end
			continue
		}
		merged = append(merged, c)
	}
	kept := merged[:0]
	for _, c := range merged {
		liftFound(c.found)
		if p.user() && isShown(p, &c) {
			continue
		}
		if len(c.found) > 1 || identified(&c.found[0].Chunk) || heavier(c.found[0].Text, 60) {
			kept = append(kept, c)
		}
	}
	return kept
}

// isShown tells whether a user shows one flat object of his own: it begins a
// line, and no lead-in stands above it.
func isShown(p *page, c *candidate) bool {
	at := p.lineAt(c.start)
	if len(c.found) > 1 || c.start != p.lines[at].start || hasLead(p, at) {
		return false
	}
	return !strings.ContainsAny(p.text[c.start+1:c.end-1], "{[")
}

func identified(c *evidence.Chunk) bool {
	if c.ID == "string" || c.Title == "string" {
		return false // the form of an answer, not one
	}
	return c.ID != "" || c.Title != "" || c.URL != "" || c.Filename != ""
}

// onlySeparators tells whether a gap between records is but layout.
func onlySeparators(gap string) bool {
	if len(gap) > 200 {
		return false
	}
	for s := range strings.SplitSeq(gap, "\n") {
		if s = strings.Trim(s, " \t\r,;"); s != "" && !isRule(s) {
			return false
		}
	}
	return true
}

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
		if next >= len(p.lines) || p.str(next) == "{" || isRule(p.str(next)) ||
			p.str(next)[0] == '<' || p.str(next)[0] == ']' || isTailCue(p.str(next)) {
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
