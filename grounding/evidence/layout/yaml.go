package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findYAML reads lists of mappings: items that begin with `- key:`, whose
// values are plain, quoted, folded over lines, or block scalars.
func findYAML(p *page) []candidate {
	if !p.opens.has('-') {
		return nil
	}
	var list []candidate
	for i := 0; i < len(p.lines); i++ {
		if !yamlItem(p, i) {
			continue
		}
		c, next := yamlList(p, i)
		if len(c.found) > 1 || len(c.found) == 1 && identified(&c.found[0].Chunk) {
			list = append(list, c)
		}
		i = next - 1
	}
	return list
}

// yamlItem tells whether line i opens an item: `- key: value`, a known key.
func yamlItem(p *page, i int) bool {
	rest, ok := strings.CutPrefix(p.str(i), "- ")
	if !ok {
		return false
	}
	_, ok = yamlKey(rest)
	return ok
}

// yamlKey is the key of `key: value` or `key:`, where it is known.
func yamlKey(s string) (string, bool) {
	i := strings.IndexByte(s, ':')
	if i < 1 || i > 40 || i+1 < len(s) && s[i+1] != ' ' {
		return "", false
	}
	key := strings.Trim(s[:i], `"'`)
	return key, !strings.ContainsAny(key, "* ") && fieldOf(key) != fieldNone
}

// indent is the column at which line i begins.
func (p *page) indent(i int) int {
	return p.lines[i].start - (strings.LastIndexByte(p.text[:p.lines[i].start], '\n') + 1)
}

// yamlList reads the items from line i on, all at one column.
func yamlList(p *page, i int) (candidate, int) {
	c := candidate{layout: "yaml", start: p.lines[i].start, rank: rankMarked}
	column := p.indent(i)
	for i < len(p.lines) && yamlItem(p, i) && p.indent(i) == column {
		next := i + 1
		for next < len(p.lines) && (p.blank(next) || p.indent(next) > column) {
			next++
		}
		r := found{Chunk: yamlMapping(p, i, next, column+2), start: p.lines[i].start, inner: p.lines[i].start}
		r.end = p.lines[max(lastText(p, i, next)-1, i)].end
		c.end = r.end
		if r.Text != "" {
			c.found = append(c.found, r)
		}
		i = next
	}
	return c, i
}

// yamlMapping reads the members in lines [from, to) whose keys are at a column.
func yamlMapping(p *page, from, to, column int) evidence.Chunk {
	var c evidence.Chunk
	for i := from; i < to; {
		s := p.str(i)
		if i == from {
			s = strings.TrimSpace(strings.TrimPrefix(s, "- "))
		}
		next := i + 1
		for next < to && (p.blank(next) || p.indent(next) > column) {
			next++
		}
		if key, value, ok := strings.Cut(s, ":"); ok {
			setField(&c, strings.Trim(key, `"'`), yamlValue(p, strings.TrimSpace(value), i+1, next))
		}
		i = next
	}
	complete(&c)
	return c
}

// yamlValue reads a value that begins with first and goes on in lines [from, to).
func yamlValue(p *page, first string, from, to int) string {
	if strings.HasPrefix(first, "|") || strings.HasPrefix(first, ">") {
		first = ""
		if from >= to {
			return ""
		}
		return dedentAll(p.text[p.lines[from].start-p.indent(from) : p.lines[max(lastText(p, from, to)-1, from)].end])
	}
	var b strings.Builder
	b.WriteString(first)
	for i := from; i < to; i++ {
		if p.blank(i) {
			b.WriteByte('\n')
			continue
		}
		b.WriteByte(' ')
		b.WriteString(p.str(i))
	}
	s := strings.TrimSpace(b.String())
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		quote := s[:1]
		s = s[1 : len(s)-1]
		if quote == "'" {
			return strings.ReplaceAll(s, "''", "'")
		}
		return yamlEscapes.Replace(s)
	}
	return s
}

// yamlEscapes are what a value in double quotes escapes.
var yamlEscapes = strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\\`, `\`)
