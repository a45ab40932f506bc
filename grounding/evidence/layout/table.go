package layout

import (
	"encoding/csv"
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
		if strings.HasPrefix(s, "|") {
			if isTableRule(p.str(i + 1)) {
				c, next := markdownTable(p, i)
				list = append(list, c.list()...)
				i = next
			}
		} else if sep, keys := csvHeader(s); keys != nil && fails <= maxFails {
			c := csvTable(p, i, sep, keys)
			list = append(list, c.list()...)
			if len(c.found) == 0 {
				fails++
			}
			i = max(i, p.lineAt(c.end))
		}
	}
	return list
}

// isTableRule tells whether a line is the rule below a table's header.
func isTableRule(s string) bool {
	return strings.HasPrefix(s, "|") && strings.Contains(s, "---") && strings.Trim(s, "|-: ") == ""
}

// columns are the names in a header, nil where they are not those of the columns of
// passages. known tells whether we know all of them.
func columns(header, sep string) (keys []string, known bool) {
	known = true
	texts, others := 0, 0
	for name := range strings.SplitSeq(header, sep) {
		name = strings.Trim(strings.TrimSpace(name), "*\"")
		keys = append(keys, name)
		switch fieldOf(name) {
		case fieldNone:
			known = false
		case fieldText:
			texts++
		default:
			others++
		}
	}
	if texts == 0 || others == 0 {
		return nil, known
	}
	return keys, known
}

// markdownTable reads the table whose header is at line i, and the line below it. Only
// the last column may hold unescaped bars.
func markdownTable(p *page, i int) (candidate, int) {
	var c candidate
	keys, _ := columns(strings.Trim(p.str(i), "| "), "|")
	j := i + 2
	for ; j < len(p.lines) && strings.HasPrefix(p.str(j), "|"); j++ {
		if keys != nil {
			row := strings.TrimSuffix(p.str(j)[1:], "|")
			cells := strings.SplitN(strings.ReplaceAll(row, `\|`, "\x00"), "|", len(keys))
			addRow(&c, keys, cells, p.lines[j])
		}
	}
	return c, j
}

// addRow adds a row that has a text.
func addRow(c *candidate, keys, cells []string, at line) {
	var r evidence.Chunk
	for n, cell := range cells {
		setField(&r, keys[n], strings.ReplaceAll(cell, "\x00", "|"))
	}
	if heavier(r.Text, 12) {
		complete(&r)
		c.add("table", found{Chunk: r, start: at.start, inner: at.start, end: at.end})
	}
}

// csvHeader reads a line as a header of values with some separator between them; keys
// is nil where it is none.
func csvHeader(s string) (sep string, keys []string) {
	if len(s) > 200 || strings.ContainsAny(s, ".!?") {
		return "", nil
	}
	for _, sep := range [...]string{"|", ",", "\t", ";"} {
		if strings.Contains(s, sep) {
			if keys, known := columns(s, sep); keys != nil && known {
				return sep, keys
			}
		}
	}
	return "", nil
}

// csvTable reads the rows below a header: two of them, or one in a part of the prompt
// that has a name.
func csvTable(p *page, i int, sep string, keys []string) candidate {
	var c candidate
	end := tailStart(p, i, len(p.lines))
	if end <= i+1 {
		return c
	}
	if sep == "|" {
		barTable(p, i+1, end, keys, &c)
	} else {
		start := p.lines[i+1].start
		r := csv.NewReader(strings.NewReader(p.text[start:p.lines[end-1].end]))
		r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = rune(sep[0]), len(keys), true
		for {
			cells, err := r.Read()
			if err != nil {
				break
			}
			addRow(&c, keys, cells, line{start, min(start+int(r.InputOffset()), len(p.text))})
		}
	}
	if len(c.found) < 2 && partAbove(p, i) < 0 {
		return candidate{}
	}
	return c
}

// barTable reads rows of lines [from, to) whose cells are parted by bars. A line without
// the bars of a row goes on with the last cell of the row above.
func barTable(p *page, from, to int, keys []string, c *candidate) {
	for i := from; i < to; {
		next := i + 1
		for next < to && strings.Count(p.str(next), "|") < len(keys)-1 && !opensTable(p, next) {
			next++
		}
		if strings.Count(p.str(i), "|") >= len(keys)-1 {
			at := line{p.lines[i].start, p.lines[lastText(p, i, next)-1].end}
			cells := strings.SplitN(p.text[at.start:at.end], "|", len(keys))
			for n := range cells {
				cells[n] = strings.TrimSpace(cells[n])
				if inner := strings.TrimPrefix(cells[n], `"`); len(inner) < len(cells[n]) && strings.HasSuffix(inner, `"`) {
					cells[n] = strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
				}
			}
			addRow(c, keys, cells, at)
		}
		i = next
	}
}

// opensTable tells whether line i is the name or the header of another table.
func opensTable(p *page, i int) bool {
	if level, _ := p.partLabel(i); level == frameLevel {
		return true
	}
	_, keys := csvHeader(p.str(i))
	return keys != nil
}
