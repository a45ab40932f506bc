package layout

import (
	"encoding/csv"
	"iter"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// findTables reads Markdown tables and CSV with a header that names a text
// column and at least one other column that we know.
func findTables(p *page) []candidate {
	var list []candidate
	fails := 0
	for i := 0; i+1 < len(p.lines); i++ {
		s := p.str(i)
		if s == "" {
			continue
		}
		if strings.HasPrefix(s, "|") && isTableRule(p.str(i+1)) {
			c, next := markdownTable(p, i)
			list = append(list, c.list()...)
			i = next
		} else if keys, ok := csvHeader(s); ok && s[0] != '|' && fails <= maxFails {
			c, next := csvTable(p, i, keys)
			if len(c.found) == 0 {
				fails++
			}
			list = append(list, c.list()...)
			i = max(i, next)
		}
	}
	return list
}

// isTableRule tells whether a line is the rule below a table's header.
func isTableRule(s string) bool {
	return strings.HasPrefix(s, "|") && strings.Contains(s, "---") && strings.Trim(s, "|-: ") == ""
}

// columns tells whether a header is that of passages.
func columns(keys []string) bool {
	for i := range keys {
		keys[i] = columnName(keys[i])
	}
	ok, _ := namesColumns(slices.Values(keys))
	return ok
}

func columnName(s string) string { return strings.Trim(strings.TrimSpace(s), "*\"") }

// namesColumns tells whether some names are those of the columns of passages,
// and whether any of them is strange.
func namesColumns(names iter.Seq[string]) (ok, strange bool) {
	texts, others := 0, 0
	for name := range names {
		name = columnName(name)
		switch fieldOf(name) {
		case fieldNone:
			strange = true
		case fieldText:
			texts++
		default:
			others++
		}
		strange = strange || strings.ContainsAny(name, ".!?")
	}
	return texts > 0 && others > 0, strange
}

// markdownTable reads the table whose header is at line i. Only the last
// column may hold unescaped bars.
func markdownTable(p *page, i int) (candidate, int) {
	var c candidate
	keys := strings.Split(strings.Trim(p.str(i), "| "), "|")
	known := columns(keys)
	j := i + 2
	for ; j < len(p.lines) && strings.HasPrefix(p.str(j), "|"); j++ {
		if !known {
			continue
		}
		row := strings.TrimSuffix(strings.TrimPrefix(p.str(j), "|"), "|")
		cells := strings.SplitN(strings.ReplaceAll(row, `\|`, "\x00"), "|", len(keys))
		addRow(p, &c, keys, cells, line{p.lines[j].start, p.lines[j].end})
	}
	return c, j
}

func addRow(p *page, c *candidate, keys, cells []string, at line) {
	var r evidence.Chunk
	for n, cell := range cells {
		cell = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|"))
		setField(&r, keys[n], cell)
	}
	r.Text = strings.TrimSpace(r.Text)
	if !heavier(r.Text, 12) {
		return
	}
	complete(&r)
	c.add("table", found{Chunk: r, start: at.start, inner: at.start, end: min(at.end, len(p.text))})
}

// csvHeader reads a line as a header of comma or tab separated values.
func csvHeader(s string) ([]string, bool) {
	if len(s) > 200 {
		return nil, false
	}
	for _, sep := range [...]string{"|", ",", "\t", ";"} {
		if n := strings.Count(s, sep); n < 1 || n > 12 {
			continue
		}
		ok, strange := namesColumns(strings.SplitSeq(s, sep))
		if !ok {
			continue
		}
		if strange {
			return nil, false
		}
		keys := strings.Split(s, sep)
		for i := range keys {
			keys[i] = columnName(keys[i])
		}
		return append(keys, sep), true
	}
	return nil, false
}

// csvTable reads the rows below a header; keys ends with the separator.
func csvTable(p *page, i int, keys []string) (candidate, int) {
	var c candidate
	sep := keys[len(keys)-1]
	keys = keys[:len(keys)-1]
	start := p.lines[min(i+1, len(p.lines)-1)].start
	end := tailStart(p, i, len(p.lines))
	if end <= i+1 {
		return c, i
	}
	r := csv.NewReader(strings.NewReader(p.text[start:p.lines[end-1].end]))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = rune(sep[0]), len(keys), sep == "|"
	r.TrimLeadingSpace = true
	for {
		cells, err := r.Read()
		if err != nil {
			break
		}
		at := start + int(r.InputOffset())
		addRow(p, &c, keys, cells, line{start, at})
	}
	if len(c.found) < 2 && partAbove(p, i) < 0 {
		return candidate{}, i
	}
	return c, p.lineAt(c.end)
}

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
