package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// runEnd is the line at which the last passage of a list ends: the rule or tag
// that closes what a rule or tag above the list opened, else where the app's
// closing words begin.
func runEnd(p *page, run []head) int {
	firstLine, lastLine := run[0].line, run[len(run)-1].line
	if j := closedBy(p, run); j > 0 {
		return j
	}
	return listEnd(p, firstLine, lastLine)
}

// closedBy is behind the mark that closes the last passage of a list of which
// the first one is closed by such a mark: [END CONTEXT 0]. It is 0 where there
// is none.
func closedBy(p *page, run []head) int {
	if len(run) < 2 {
		return 0
	}
	mark := p.str(p.before(run[1].line))
	if !isEndMark(mark) {
		return 0
	}
	at := 0
	for i := run[len(run)-1].line + 1; i < len(p.lines); i++ {
		if s := p.str(i); isEndMark(s) && withoutDigits(s) == withoutDigits(mark) {
			if at = i + 1; p.user() {
				break
			}
		}
	}
	return at
}

func listEnd(p *page, firstLine, lastLine int) int {
	if above := p.before(firstLine); above >= 0 {
		s := p.str(above)
		if isRule(s) {
			if j := closingLine(p, firstLine, lastLine, s); j > 0 {
				return j
			}
		}
		if name, ok := openTag(s); ok {
			if j := closingLine(p, firstLine, lastLine, "</"+name+">"); j > 0 {
				return j
			}
		}
	}
	end := max(tailStart(p, lastLine, len(p.lines)), lastLine+1)
	if mark := endMark(p, firstLine, end); mark > lastLine {
		return mark
	}
	return end
}

// closingLine is the last line below from that equals s and ends the evidence;
// in a user's message the first, for what follows may be typed. A rule that
// also parts the passages closes them only where closing words follow.
func closingLine(p *page, first, from int, s string) int {
	parts := false
	for j := first; j < from && !parts; j++ {
		parts = p.str(j) == s
	}
	at := -1
	for j := from + 1; j < len(p.lines); j++ {
		if p.str(j) != s || parts && !closes(p, j) {
			continue
		}
		at = j
		if p.user() && closes(p, j) {
			break
		}
	}
	return at
}

func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}

// openTag reads a line that is one opening tag.
func openTag(s string) (string, bool) {
	if len(s) < 3 || s[0] != '<' || s[1] == '/' || s[len(s)-1] != '>' {
		return "", false
	}
	name := s[1 : len(s)-1]
	if i := strings.IndexAny(name, " \t"); i >= 0 {
		name = name[:i]
	}
	return name, name != ""
}

// headLines files the metadata lines below a head and returns the text below
// them. The lines may be drawn as a tree, as list items or in emphasis. Only
// the usual keys count: those that stand below most heads of the list.
func headLines(c *evidence.Chunk, text string, usual map[string]bool) string {
	liftMetadataOf(c, &text)
	seen := map[string]bool{}
	for lines := 0; ; lines++ {
		s, rest, more := strings.Cut(text, "\n")
		s = withoutNumber(strings.TrimSpace(s))
		if s == "" {
			if !more || lines > 0 {
				return rest
			}
			lines--
			text = rest
			continue
		}
		if inner := strings.Trim(s, "()<>"); isURL(inner) && more {
			first(&c.URL, inner)
			text = rest
			continue
		}
		key, value, f := cutKey(s)
		tree := strings.HasPrefix(s, "├") || strings.HasPrefix(s, "└")
		switch {
		case f == fieldText && (isTextLabel(key) || value == "" || value[0] == '"' || tree || lines > 0) && (usual[foldKey(key)] || tree):
			return value + "\n" + rest
		case f == fieldNone && tree:
			key, value, _ = strings.Cut(strings.TrimLeft(s, "├└│─ "), ":")
			setMeta(c, key, strings.TrimSpace(value))
		case f == fieldNone || f == fieldText || !more || len(s) > 300 || !tree && (!usual[foldKey(key)] || seen[foldKey(key)]):
			return text
		default:
			seen[foldKey(key)] = true
			setField(c, key, strings.Trim(value, "* \t"))
		}
		text = rest
	}
}

// withoutNumber takes the number off a metadata line that repeats its head's:
// `[1] URL: …` below `[1] Title: …`.
func withoutNumber(s string) string {
	if strings.HasPrefix(s, "[") {
		if id, rest, ok := strings.Cut(s[1:], "] "); ok && isDigits(id) {
			return rest
		}
	}
	return s
}

func liftMetadataOf(c *evidence.Chunk, text *string) {
	held := evidence.Chunk{Text: strings.TrimSpace(*text)}
	if !strings.HasPrefix(held.Text, "<document_metadata>") {
		return
	}
	c.Text = held.Text
	liftMetadata(c)
	*text, c.Text = c.Text, ""
}

// usualKeys are the keys of the metadata lines that stand below at least half
// of some heads, and those that stand above such a line.
func usualKeys(texts []string) map[string]bool {
	count := map[string]int{}
	for _, text := range texts {
		for n := 0; n < 12; n++ {
			s, rest, more := strings.Cut(text, "\n")
			key, _, f := cutKey(withoutNumber(strings.TrimSpace(s)))
			if f == fieldNone && strings.TrimSpace(s) != "" {
				break
			}
			if f != fieldNone {
				count[foldKey(key)]++
			}
			if !more {
				break
			}
			text = rest
		}
	}
	usual := map[string]bool{}
	for key, n := range count {
		if 2*n >= len(texts) && (n > 1 || len(texts) == 1) {
			usual[key] = true
		}
	}
	return usual
}

// stripEnd takes off the lines that close a record: rules and end marks such
// as [END CONTEXT 0] or --- End of document ---.
func stripEnd(text string) string {
	for {
		text = strings.TrimRight(text, " \t\r\n")
		i := strings.LastIndexByte(text, '\n')
		last := strings.TrimSpace(text[i+1:])
		if i < 0 || !isRule(last) && !isEndMark(last) {
			return text
		}
		text = text[:i]
	}
}

func isEndMark(s string) bool {
	if len(s) > 60 || len(s) < 5 {
		return false
	}
	if strings.HasSuffix(s, " END") && s == strings.ToUpper(s) {
		return true
	}
	if strings.IndexByte("[]<>-=*# E", s[0]) < 0 {
		return false
	}
	inner := strings.ToLower(strings.Trim(s, "[]<>-=*# "))
	if len(inner) == len(s) && !strings.HasPrefix(s, "END ") {
		return false
	}
	if name, _ := takeLabel(strings.TrimPrefix(inner, "/")); strings.HasPrefix(inner, "/") && name != "" {
		return true
	}
	return strings.HasPrefix(inner, "end ")
}

// unwrap takes off what a layout wraps around a whole text: a code fence,
// triple quotes, « » in DSPy's two forms, or one pair of quotes.
func unwrap(text string) string {
	s := unquoteLines(strings.TrimSpace(text))
	for _, w := range [...][2]string{{"«««", "»»»"}, {"«", "»"}, {`"""`, `"""`}, {"'''", "'''"}} {
		if inner, ok := strings.CutPrefix(s, w[0]); ok {
			if inner, ok = strings.CutSuffix(inner, w[1]); ok {
				return trimText(dedentAll(inner))
			}
		}
	}
	if strings.HasPrefix(s, "```") && strings.HasSuffix(s, "```") && len(s) > 6 {
		_, inner, ok := strings.Cut(s, "\n")
		if ok && strings.Count(inner, "```")%2 == 1 {
			return trimText(strings.TrimSuffix(inner, "```"))
		}
	}
	return dedent(s)
}

// unquoteLines takes the mark of a Markdown quotation off every line, where
// every line has it.
func unquoteLines(s string) string {
	if !strings.HasPrefix(s, ">") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		inner, ok := strings.CutPrefix(strings.TrimSpace(l), ">")
		if !ok {
			return s
		}
		lines[i] = strings.TrimPrefix(inner, " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// dedentAll takes off the indentation that all lines share, the first too.
func dedentAll(s string) string {
	s = strings.Trim(s, "\r\n")
	body := dedent("\n" + s)
	return strings.TrimPrefix(body, "\n")
}
