package answer

import (
	"strings"
	"unicode/utf8"
)

// Bounds on the bytes between a marker's delimiters, so that scanning is
// linear however many delimiters a text opens.
const (
	maxInside = 300
	maxTarget = 2000
)

// scanner walks a text from one possible marker to the next.
type scanner struct {
	text  string
	pos   int
	code  []CodeRegion
	known *directory
	asked Dialect
}

// opens tells which bytes can begin a marker.
var opens = [256]bool{'[': true, '(': true, '<': true, 0xC2: true, 0xE2: true, 0xE3: true, 0xEE: true}

// next moves to the next byte that can begin a marker, passing over code.
func (s *scanner) next() bool {
	for ; s.pos < len(s.text); s.pos++ {
		for len(s.code) > 0 && s.pos >= s.code[0].Start {
			s.pos, s.code = max(s.pos, s.code[0].End), s.code[1:]
		}
		if s.pos < len(s.text) && opens[s.text[s.pos]] {
			return true
		}
	}
	return false
}

// candidate reads the candidate for a marker that begins here, if there is one.
func (s *scanner) candidate() (mark, bool) {
	switch s.text[s.pos] {
	case '[':
		return s.bracket()
	case '(':
		return s.round()
	case '<':
		return s.tag()
	case 0xE3:
		return s.lenticular()
	case 0xEE:
		return s.privateUse()
	}
	return s.superscript()
}

// inside returns what stands between an opening delimiter here and the
// closing one on the same line, and the offset behind that.
func (s *scanner) inside(open, close string, limit int) (string, int, bool) {
	rest, ok := strings.CutPrefix(s.text[s.pos:], open)
	if !ok {
		return "", 0, false
	}
	rest = rest[:min(len(rest), limit)]
	n := strings.Index(rest, close)
	if n <= 0 || strings.Contains(rest[:n], "\n") {
		return "", 0, false
	}
	return rest[:n], s.pos + len(open) + n + len(close), true
}

// bracket reads `[1]`, `[1,2]`, `[†1]`, `[[citation:1]]`, `[file.pdf#page=3]`,
// `[Author, Year]`, `[id](CITE)`, `[words](url)` and their like.
func (s *scanner) bracket() (mark, bool) {
	before := s.before()
	if before == '!' || before == '\\' {
		return mark{}, false
	}
	inner, end, ok := s.inside("[[", "]]", maxInside)
	if !ok {
		inner, end, ok = s.inside("[", "]", maxInside)
	}
	if !ok || strings.ContainsAny(inner, "[]") {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end}
	if isWord(before) && !s.mayAttach(inner, end) {
		return mark{}, false
	}
	s.readInner(&m, inner)
	if isWord(before) {
		m.sure = min(m.sure, weak)
	}
	if strings.HasPrefix(s.text[end:], "(") {
		return s.link(m, inner)
	}
	return m, true
}

// mayAttach tells whether a bracket that touches the word before it can be a
// marker: `arr[0]` and `arr[1] = 2` are not.
func (s *scanner) mayAttach(inner string, end int) bool {
	return inner != "0" && !strings.HasPrefix(strings.TrimLeft(s.text[end:min(len(s.text), end+4)], " "), "=")
}

// link reads the target of a Markdown link whose text is a bracket already
// read. The address decides what is cited, else the text does. The words of a
// link stay in the sentence unless they are a mere pointer.
func (s *scanner) link(m mark, label string) (mark, bool) {
	at := scanner{text: s.text, pos: m.end}
	target, end, ok := at.inside("(", ")", maxTarget)
	if !ok {
		return m, true
	}
	if n := strings.Count(target, "(") - strings.Count(target, ")"); n > 0 && strings.HasPrefix(s.text[end:], ")") {
		target, end = target+")", end+1
	}
	target, _, _ = strings.Cut(strings.Trim(strings.TrimSpace(target), "<>"), " ")
	byLabel := m
	m.end = end
	if strings.EqualFold(target, "CITE") {
		m.refs, m.alt, m.sure = []string{strings.TrimSpace(label)}, [][]string{splitRefs(label)}, certain
		return m, true
	}
	m.refs, m.alt = []string{target}, append([][]string{{lastElement(target)}, byLabel.refs}, byLabel.alt...)
	if !s.isPointer(label, byLabel, end) {
		m.alt, m.sure = nil, weak // words: only the address can make it a citation
		m.kept = Region{m.start + 1, m.start + 1 + len(label)}
	}
	return m, true
}

// isPointer tells whether a link's text is no part of its sentence: a number,
// a word such as "source", a link alone in parentheses, or the name of the
// source behind the end of a sentence.
func (s *scanner) isPointer(label string, m mark, end int) bool {
	before := strings.TrimRight(s.text[:m.start], " ")
	switch {
	case m.sure > weak || isWebURL(label) || isSourceWord(label):
		return true
	case strings.HasSuffix(before, "(") && strings.HasPrefix(s.text[end:], ")"):
		return true
	case strings.HasSuffix(s.text[:m.start], ")") && s.known.any(label) != nil:
		return true // another link stands right before it
	case s.known.any(label) == nil:
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || strings.ContainsRune(".!?([\n。！？", last)
}

// round reads `(Source: x)`, `(Source 2)`, `(Author, Year)`, `Author (Year)`
// and `(https://…)`.
func (s *scanner) round() (mark, bool) {
	inner, end, ok := s.inside("(", ")", maxInside)
	if !ok || strings.ContainsAny(inner, "([") {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end}
	switch {
	case s.readPrefixed(&m, inner, words.Passages):
		m.sure = weak
		return m, true
	case s.readPrefixed(&m, inner, words.SourceWords), s.readYears(&m, inner), s.readNarrative(&m, inner):
		return m, true
	case isWebURL(inner):
		m.refs = []string{inner}
		return m, true
	}
	return mark{}, false
}

// tagNames are elements whose content is a reference.
var tagNames = []string{"citation", "cite", "sup"}

// tag reads `<citation>x</citation>`, `<cite>x</cite>`, `<citation id="x">`,
// `<sup>1</sup>` and `<https://…>`.
func (s *scanner) tag() (mark, bool) {
	head, end, ok := s.inside("<", ">", maxInside)
	if !ok {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end, sure: certain}
	if isWebURL(head) {
		m.refs, m.sure = []string{head}, weak
		return m, true
	}
	for _, name := range tagNames {
		attributes, ok := strings.CutPrefix(head, name)
		if !ok || attributes != "" && attributes[0] != ' ' && attributes[0] != '/' {
			continue
		}
		at := scanner{text: s.text, pos: end}
		content, closed, hasContent := at.inside("", "</"+name+">", maxInside)
		if hasContent {
			m.end = closed
		}
		if id := quotedValue(attributes); id != "" {
			content = id
		}
		m.refs, m.alt = []string{strings.TrimSpace(content)}, [][]string{splitRefs(content)}
		if numbers, ok := splitNumbers(content); name == "sup" {
			m.refs, m.alt, m.sure = numbers, nil, weak
			return m, ok
		}
		return m, content != ""
	}
	return mark{}, false
}

// quotedValue returns the value of the one quoted attribute of a tag.
func quotedValue(attributes string) string {
	parts := strings.FieldsFunc(attributes, func(r rune) bool { return r == '"' || r == '\'' })
	if len(parts) < 2 {
		return ""
	}
	return parts[1]
}

// lenticular reads `【1】`, `【1†source】` and `【4:0†file】`. Other words in such
// brackets are a heading, which is what they are for in Chinese.
func (s *scanner) lenticular() (mark, bool) {
	inner, end, ok := s.inside("【", "】", maxInside)
	if !ok {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end, refs: []string{inner}}
	if numbers, ok := splitNumbers(inner); ok {
		m.refs, m.sure = numbers, certain
	} else if place, source, ok := strings.Cut(inner, "†"); ok {
		m.alt, m.sure = [][]string{{place}, {source}}, certain
	}
	return m, true
}

// privateUse reads U+E202 and a reference such as turn0file0, alone or in a
// group that U+E200 opens and U+E201 closes.
func (s *scanner) privateUse() (mark, bool) {
	m := mark{start: s.pos, sure: certain}
	rest := strings.TrimPrefix(s.text[s.pos:], "\ue200")
	rest = strings.TrimPrefix(rest, "cite")
	for {
		after, ok := strings.CutPrefix(rest, "\ue202")
		if !ok {
			break
		}
		ref := after[:wordLength(after)]
		m.refs, rest = append(m.refs, ref), after[len(ref):]
	}
	rest = strings.TrimPrefix(rest, "\ue201")
	m.end = len(s.text) - len(rest)
	return m, len(m.refs) > 0 && m.refs[0] != ""
}

func wordLength(s string) int {
	for i := range len(s) {
		if !isWord(s[i]) {
			return i
		}
	}
	return len(s)
}

// before returns the byte before this place, or a line feed at the start.
func (s *scanner) before() byte {
	if s.pos == 0 {
		return '\n'
	}
	return s.text[s.pos-1]
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
