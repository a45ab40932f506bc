package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findYAML reads lists of mappings: items that begin with `- key:`, whose
// eachValue are plain, quoted, folded over lines, or block scalars.
func findYAML(p *page) []candidate {
	if !p.has('-') {
		return nil
	}
	var list []candidate
	for i := 0; i < len(p.lines); i++ {
		if !yamlItem(p.str(i)) {
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

// yamlItem tells whether a line opens an item: `- key: value`.
func yamlItem(s string) bool {
	rest, ok := strings.CutPrefix(s, "- ")
	key, value, _ := strings.Cut(rest, ":")
	if !ok || key == "" || len(key) > 40 || strings.ContainsAny(key, "* ") || value != "" && value[0] != ' ' {
		return false
	}
	return isLower(key[0]) || fieldOf(strings.Trim(key, `"'`)) != fieldNone
}

// indent is the column at which line i begins.
func (x *index) indent(i int) int {
	return x.lines[i].start - (strings.LastIndexByte(x.text[:x.lines[i].start], '\n') + 1)
}

// outdent is the first line of (i, to) that does not stand to the right of a column.
func (x *index) outdent(i, to, column int) int {
	for i++; i < to && (x.blank(i) || x.indent(i) > column); i++ {
	}
	return i
}

// yamlList reads the items from line i on, all at one column.
func yamlList(p *page, i int) (candidate, int) {
	var c candidate
	column := p.indent(i)
	for i < len(p.lines) && yamlItem(p.str(i)) && p.indent(i) == column {
		next := p.outdent(i, len(p.lines), column)
		if r := yamlMapping(p, i, next, column+2); r.Text != "" {
			c.add("yaml", found{Chunk: r, start: p.lines[i].start, inner: p.lines[i].start, end: textEnd(p, i, next)})
		}
		i = next
	}
	return c, i
}

// yamlMapping reads the members in lines [from, to) whose keys are at a column.
// Where no key is that of a text, the longest value of a record with a source is one.
func yamlMapping(p *page, from, to, column int) evidence.Chunk {
	var c evidence.Chunk
	longest := ""
	for i := from; i < to; {
		next := p.outdent(i, to, column)
		s := p.str(i)
		if i == from {
			s = strings.TrimPrefix(s, "- ")
		}
		if key, value, ok := strings.Cut(s, ":"); ok {
			key, value = strings.Trim(key, ` "'`), yamlValue(p, strings.TrimSpace(value), i+1, next)
			if setField(&c, key, value); fieldOf(key) == fieldNone && len(value) > len(longest) {
				longest = value
			}
		}
		i = next
	}
	complete(&c)
	if c.Text == "" && identified(&c) && heavier(longest, minParagraph) {
		c.Text = longest
	}
	return c
}

// yamlValue reads a value that begins with first and goes on in lines [from, to).
func yamlValue(p *page, first string, from, to int) string {
	if opensWith(first, "|", ">") {
		if from >= to {
			return ""
		}
		return dedentAll(p.text[p.lines[from].start-p.indent(from) : textEnd(p, from, to)])
	}
	var b strings.Builder
	b.WriteString(first)
	for i := from; i < to; i++ {
		if p.blank(i) {
			b.WriteByte('\n')
		} else {
			b.WriteString(" " + p.str(i))
		}
	}
	s := strings.TrimSpace(b.String())
	switch {
	case len(s) > 1 && s[0] == '\'' && s[len(s)-1] == '\'':
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	case len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"':
		return yamlEscapes.Replace(s[1 : len(s)-1])
	}
	return s
}

// yamlEscapes are what a value in double quotes escapes.
var yamlEscapes = strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\\`, `\`)
