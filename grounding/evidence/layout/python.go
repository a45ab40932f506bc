package layout

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// python turns the repr of a Python value into JSON: dicts, lists, tuples,
// strings, numbers, and calls such as Document(id='1', page_content='…').
type python struct {
	s     string
	i     int
	out   []byte
	depth int
}

// pythonJSON reads one Python value at the beginning of s. It returns its
// JSON and the number of bytes read, or "" where it cannot be read.
func pythonJSON(s string) (string, int) {
	p := &python{s: s}
	if !p.value() {
		return "", 0
	}
	return string(p.out), p.i
}

func (p *python) space() {
	for p.i < len(p.s) && isBlank(p.s[p.i]) {
		p.i++
	}
}

func (p *python) value() bool {
	p.space()
	if p.i >= len(p.s) || p.depth > 16 {
		return false
	}
	p.depth++
	defer func() { p.depth-- }()
	switch b := p.s[p.i]; {
	case b == '{':
		return p.members('}', ':')
	case b == '[':
		return p.list(']')
	case b == '(':
		return p.list(')')
	case b == '\'' || b == '"':
		return p.str()
	default:
		return p.word()
	}
}

// list reads a list or tuple.
func (p *python) list(closer byte) bool {
	return p.items(closer, '[', ']', p.value)
}

// members reads a dict, or with '=' the arguments of a call.
func (p *python) members(closer, between byte) bool {
	return p.items(closer, '{', '}', func() bool { return p.member(between) })
}

// items reads what stands between commas up to closer.
func (p *python) items(closer, first, last byte, item func() bool) bool {
	p.i++
	p.out = append(p.out, first)
	for n := 0; ; n++ {
		p.space()
		if p.i < len(p.s) && p.s[p.i] == closer {
			p.i++
			p.out = append(p.out, last)
			return true
		}
		if n > 0 {
			p.out = append(p.out, ',')
		}
		if !item() {
			return false
		}
		p.space()
		if p.i < len(p.s) && p.s[p.i] == ',' {
			p.i++
		} else if p.i >= len(p.s) || p.s[p.i] != closer {
			return false
		}
	}
}

// member reads a key and its value.
func (p *python) member(between byte) bool {
	if !p.key() {
		return false
	}
	p.space()
	if p.i >= len(p.s) || p.s[p.i] != between {
		return false
	}
	p.i++
	p.out = append(p.out, ':')
	return p.value()
}

func (p *python) key() bool {
	if p.i < len(p.s) && (p.s[p.i] == '\'' || p.s[p.i] == '"') {
		return p.str()
	}
	from := p.i
	for p.i < len(p.s) && isNameByte(p.s[p.i]) && p.s[p.i] != ':' {
		p.i++
	}
	if p.i == from {
		return false
	}
	p.out = strconv.AppendQuote(p.out, p.s[from:p.i])
	return true
}

// word reads a number, a constant or a call.
func (p *python) word() bool {
	from := p.i
	for p.i < len(p.s) && (isNameByte(p.s[p.i]) || p.s[p.i] == '+') && p.s[p.i] != ':' {
		p.i++
	}
	w := p.s[from:p.i]
	if p.i < len(p.s) && p.s[p.i] == '(' && w != "" {
		if looksLikeArgs(p.s[p.i+1:]) {
			return p.members(')', '=')
		}
		return p.list(')')
	}
	switch w {
	case "":
		return false
	case "None", "nan", "null":
		p.out = append(p.out, "null"...)
	case "True", "true":
		p.out = append(p.out, "true"...)
	case "False", "false":
		p.out = append(p.out, "false"...)
	default:
		if _, err := strconv.ParseFloat(w, 64); err == nil && w[0] != '+' && w[0] != '.' {
			p.out = append(p.out, w...)
		} else {
			p.out = strconv.AppendQuote(p.out, w)
		}
	}
	return true
}

// looksLikeArgs tells keyword arguments from positional ones.
func looksLikeArgs(s string) bool {
	for i := 0; i < len(s) && i < 64; i++ {
		if s[i] == '=' {
			return i > 0
		}
		if !isNameByte(s[i]) {
			return false
		}
	}
	return false
}

// str reads a string literal in either kind of quotes.
func (p *python) str() bool {
	quote := p.s[p.i]
	p.i++
	p.out = append(p.out, '"')
	for p.i < len(p.s) {
		b := p.s[p.i]
		switch {
		case b == quote:
			p.i++
			p.out = append(p.out, '"')
			return true
		case b == '\\':
			if !p.escape() {
				return false
			}
		case b == '"':
			p.out = append(p.out, '\\', '"')
			p.i++
		case b < 0x20:
			p.out = append(p.out, `\u00`...)
			p.out = append(p.out, "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
			p.i++
		default:
			p.out = append(p.out, b)
			p.i++
		}
	}
	return false
}

// escape reads one backslash sequence.
func (p *python) escape() bool {
	if p.i+1 >= len(p.s) {
		return false
	}
	b := p.s[p.i+1]
	switch b {
	case 'n', 't', 'r', 'b', 'f', '\\', '"':
		p.out = append(p.out, '\\', b)
		p.i += 2
	case 'x', 'u', 'U':
		n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[b]
		if p.i+2+n > len(p.s) {
			return false
		}
		r, err := strconv.ParseUint(p.s[p.i+2:p.i+2+n], 16, 32)
		if err != nil {
			return false
		}
		p.i += 2 + n
		if r < 0x20 || r == '"' || r == '\\' {
			p.out = append(p.out, `\u00`...)
			p.out = append(p.out, "0123456789abcdef"[r>>4], "0123456789abcdef"[r&15])
			return true
		}
		p.out = utf8.AppendRune(p.out, rune(r))
	case '\'':
		p.out = append(p.out, '\'')
		p.i += 2
	default:
		p.out = append(p.out, '\\', '\\')
		p.i++
	}
	return true
}

// setPythonDict files the members of a dict that a framework printed in place
// of a source: Source: {'source': 'a.md', 'page': 2}.
func setPythonDict(c *evidence.Chunk, s string) {
	raw, _ := pythonJSON(s)
	if raw == "" || !prompt.IsJSON(raw) {
		return
	}
	var texts textChoice
	fillObject(gjson.Parse(raw), c, &texts, 0)
}

// findPython reads the repr of lists of documents, at a line's start or
// behind a label.
func findPython(p *page) []candidate {
	if !p.has('[') && !p.has('{') && !p.has('(') {
		return nil
	}
	if !p.has('(') && !strings.Contains(p.text, "{'") && !strings.Contains(p.text, "['") && !strings.Contains(p.text, "[\"") {
		return nil
	}
	var list []candidate
	fails, done := 0, 0
	for i := range p.lines {
		at := p.lines[i].start
		if at < done || fails > maxFails {
			continue
		}
		s := p.str(i)
		if k := strings.Index(s[:min(len(s), 80)], ": ["); k >= 0 {
			s, at = s[k+2:], at+k+2
		}
		if !startsPython(s) {
			continue
		}
		raw, n := pythonJSON(p.text[at:])
		if raw == "" || !prompt.IsJSON(raw) {
			fails++
			continue
		}
		done = at + n
		list = addJSON(list, readJSON(raw), line{at, done}, "python")
	}
	return list
}

func startsPython(s string) bool {
	return s != "" && strings.IndexByte("[{(D", s[0]) >= 0 && opensWith(s, "[Document(", "Document(", "[{'", "{'", "(Document(", "[(Document(",
		"[Node", "[TextNode(", "[ScoredPoint(", "['", "[\"", "[('", "[(\"")
}

// maxFails bounds how often a text is read to its end in vain.
const maxFails = 8
