package layout

import (
	"regexp"
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// maxFails bounds how often a text is read to its end in vain.
const maxFails = 8

// eachValue reads the values of some notation that stand in a text: start is where one
// may begin on a line, -1 for nowhere; read is the JSON of the one at a byte and where
// it ends, "" where it cannot be read.
func eachValue(p *page, start func(i int) int, read func(at int) (raw string, end int), each func(records []found, at line)) {
	fails, done := 0, 0
	for i := range p.lines {
		for at := start(i); at >= done && fails <= maxFails; at = done {
			raw, end := read(at)
			if raw == "" || !prompt.IsJSON(raw) {
				fails++
				break
			}
			done = end
			records := jsonRecords(raw)
			if len(records) > 0 {
				each(records, line{at, end})
			}
			if !opensWith(p.text[end:], "{", "[") { // another value right behind it
				break
			}
		}
	}
}

// placed is a reading of records that share one place: a value is one unit of a page.
func placed(records []found, at line, layout string) candidate {
	for i := range records {
		r := &records[i]
		r.start, r.inner, r.end = at.start, at.start, at.end
	}
	return candidate{layout: layout, start: at.start, end: at.end, rank: rankMarked, found: records}
}

// findJSON reads JSON that stands in prose: an array or object at a line's
// start or behind a label, JSON lines, and JSON in a code fence.
func findJSON(p *page) []candidate {
	if !p.has('"') || !p.has('{') && !strings.Contains(p.text, `["`) {
		return nil
	}
	var list []candidate
	read := func(at int) (string, int) {
		end := p.jsonEnd(at)
		return p.text[at:max(end, at)], end
	}
	eachValue(p, func(i int) int { return jsonStart(p, i) }, read, func(records []found, at line) {
		if n := len(list); n > 0 && strings.Trim(p.text[list[n-1].end:at.start], " \t\r\n,;-=*_~#+") == "" {
			list[n-1].found = append(list[n-1].found, placed(records, at, "json").found...)
			list[n-1].end = at.end
			return
		}
		list = append(list, placed(records, at, "json"))
	})
	return trusted(p, list)
}

// jsonStart is where a JSON value may begin on line i, or -1.
func jsonStart(p *page, i int) int {
	s := p.str(i)
	if s == "" {
		return -1
	}
	if s[0] == '{' || s[0] == '[' && (len(s) == 1 || strings.IndexByte(" {[\"", s[1]) >= 0) || opensWith(s, `"{\"`, `"[{\"`) {
		return p.lines[i].start
	}
	head := s[:min(len(s), 120)]
	if strings.IndexByte(head, '{') < 0 && strings.IndexByte(head, '[') < 0 {
		return -1
	}
	if at := labelledJSON.FindStringSubmatchIndex(head); at != nil {
		return p.lines[i].start + at[2]
	}
	return -1
}

// labelledJSON fits a label's end and the beginning of a JSON value of some size, or of one in a string.
var labelledJSON = regexp.MustCompile(`[:=] ?(\[\[?[{"]|\{"|"\[?\{\\")`)

// jsonEnd is behind the string, or the value in brackets, that begins at a place, the brackets balanced
// outside strings, or -1. What the brackets inside end at is kept: a text of brackets
// that never close, or that all do at its end, is not gone through for each of them.
func (p *page) jsonEnd(at int) int {
	if p.text[at] == '"' {
		return min(prompt.ClosingQuote(p.text, at+1)+1, len(p.text))
	}
	if end, known := p.ends[at]; known {
		return end
	}
	var open []int // the brackets inside that are open
	for i := at + 1; i < len(p.text); i++ {
		switch p.text[i] {
		case '"':
			i = prompt.ClosingQuote(p.text, i+1)
		case '{', '[':
			open = append(open, i)
		case '}', ']':
			if len(open) == 0 {
				return i + 1
			}
			p.keepEnd(open[len(open)-1], i+1)
			open = open[:len(open)-1]
		}
	}
	for _, i := range append(open, at) {
		p.keepEnd(i, -1)
	}
	return -1
}

func (p *page) keepEnd(at, end int) {
	if p.ends == nil {
		p.ends = map[int]int{}
	}
	p.ends[at] = end
}

// trusted leaves out what is more likely an example or a user's own than evidence: of the lone
// objects that nothing leads in to, short ones, and flat ones that a user shows.
func trusted(p *page, list []candidate) []candidate {
	kept := list[:0]
	for _, c := range list {
		liftHeads(c.found)
		at := p.lineAt(c.start)
		typed := p.user() && c.start == p.lines[at].start && !strings.ContainsAny(p.text[c.start+1:c.end-1], "{[")
		if len(c.found) > 1 || hasLead(p, at) || !p.user() && introduced(p, at) || heavier(c.found[0].Text, 60) && !typed {
			kept = append(kept, c)
		}
	}
	return kept
}

// findPython reads the repr of lists of documents, at a line's start or
// behind a label.
func findPython(p *page) []candidate {
	var list []candidate
	start := func(i int) int {
		s, at := p.str(i), p.lines[i].start
		if k := strings.Index(s[:min(len(s), 80)], ": ["); k >= 0 {
			s, at = s[k+2:], at+k+2
		}
		if s == "" || strings.IndexByte("[{(D", s[0]) < 0 || !pythonOpening.MatchString(s[:min(len(s), 64)]) {
			return -1
		}
		return at
	}
	read := func(at int) (string, int) {
		raw, n := PythonJSON(p.text[at:])
		return raw, at + n
	}
	eachValue(p, start, read, func(records []found, at line) {
		liftHeads(records)
		list = append(list, placed(records, at, "python"))
	})
	return list
}

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
