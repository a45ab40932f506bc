package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// head is a line that opens a numbered or named passage.
type head struct {
	line    int
	sig     string // how it is written: heads of one list are written alike
	id      string
	num     int    // the id as a number, -1 where it is none
	extra   string // what stands in brackets with or behind the id: a title, an address, `key: value` pairs
	rest    int    // byte offset of what follows the head on its line
	end     int    // byte offset of the line's end
	boxed   bool   // with a label in brackets, or between BEGIN and END: hardly prose
	named   bool   // with a label: stronger than a bare number
	doubled bool   // a head of the same number stands above it, inside the passage before
	label   string // a word in front of the number that we do not know
	odd     bool   // with such a word: a list only where a lead-in says so
	list    bool   // `1.` or `1)`: no more than a list unless a lead-in says otherwise
}

func knownHead(p *page, i int) (head, bool) {
	s := p.str(i)
	h := head{line: i, num: -1, end: p.lines[i].end}
	body := trimMarks(s, "#*=-_>~+ \t")
	if body == "" || len(s)-len(body) > 40 {
		return h, false
	}
	markup := strings.TrimRight(s[:len(s)-len(body)], " \t")
	if body[0] >= utf8.RuneSelf {
		body = strings.TrimLeftFunc(body, isPictogram)
	}
	if body == "" {
		return h, false
	}
	if h, ok := nameHead(h, markup, body); ok {
		return h, true
	}
	if r := body[0]; r >= '0' && r <= '9' {
		if id := digits(body); s[0] == '#' && s[1] == r && len(id) < 4 && strings.HasPrefix(body[len(id):], " ") {
			h.sig, h.odd = "#n", true
			h.setID(id)
			return h.restAt(strings.TrimLeft(body[len(id):], "—–-:| ")), true
		}
		return listHead(h, markup, body)
	}
	for _, b := range brackets {
		if inner, ok := strings.CutPrefix(body, b[0]); ok {
			return bracketHead(p, h, markup, inner, b)
		}
	}
	return labelHead(p, h, markup, body)
}

// isPictogram tells whether a rune is a picture that decorates a heading, or
// the blank behind it; box-drawing signs are none.
func isPictogram(r rune) bool {
	return r == ' ' || r == 0xFE0F || unicode.Is(unicode.So, r) && (r < 0x2500 || r > 0x257F)
}

// listHead reads `1. text` and `1) text`.
func listHead(h head, markup, body string) (head, bool) {
	id := digits(body)
	rest := body[len(id):]
	if len(id) > 4 || len(rest) < 2 || rest[0] != '.' && rest[0] != ')' && rest[0] != ':' || rest[1] != ' ' {
		return h, false
	}
	h.sig, h.list = markup+"n"+rest[:1], true
	h.setID(id)
	return h.restAt(rest[2:]), true
}

// restAt notes where the rest of the head's line begins.
func (h head) restAt(rest string) head {
	rest = strings.TrimRight(rest, " \t")
	if strings.HasPrefix(rest, "«") {
		h.sig += "«"
	}
	h.rest = h.end - len(rest)
	return h
}

// nameHead reads heads that are but a name: `## report.pdf`, `[report.pdf]`,
// `=== opening hours ===`.
func nameHead(h head, markup, body string) (head, bool) {
	if markup == "" && body[0] != '[' {
		return h, false
	}
	inner := strings.TrimPrefix(strings.Trim(body, "#*=-_~[] \t"), "From ")
	if inner == "" || len(inner) > 120 {
		return h, false
	}
	if low := strings.ToLower(withoutBegin(inner)); isPart(low) || partNames[low] || asks(low) {
		return h, false
	}
	if name, address, ok := strings.Cut(body, "]("); ok && markup != "" && markup[0] == '#' &&
		body[0] == '[' && isURL(strings.TrimSuffix(address, ")")) {
		h.extra, h.named, h.sig = name[1:]+"\n"+strings.TrimSuffix(address, ")"), true, markup+"link"
		return h.restAt(""), true
	}
	framed := len(markup) >= 2 && (markup[0] == '=' || markup[0] == '-') && strings.HasSuffix(body, markup[:2])
	boxed := body[0] == '[' && body[len(body)-1] == ']'
	extra := inner
	if name, page := fileAndPage(inner); page != "" && boxed {
		extra, inner = name+"\n"+page, name
	}
	named := isFile(inner) && (boxed || len(markup) > 2 && strings.HasSuffix(body, markup[:2]) || markup != "" && markup[0] == '#')
	if !named && (!framed || isFramedPart(markup+body)) || strings.ContainsAny(inner, "[]:") || isEndMark(body) {
		return h, false
	}
	if name, after := takeLabel(withoutBegin(inner)); name != "" {
		if _, ok := cutID(&head{}, after, false); ok || isEndMark(body) {
			return h, false
		}
	}
	h.extra, h.named, h.sig = extra, true, markup+"name"
	return h.restAt(""), true
}

// headedPassages reads passages that each stand below a Markdown heading, one
// level below the heading that leads in to them: `# Context`, then `## Fees`.
// A heading of the lead-in's level or above ends them.
func headedPassages(p *page) []candidate {
	if !p.opens.has('#') {
		return nil
	}
	fails := 0
	for i := range p.lines {
		level := headingLevel(p, i)
		if fails > maxFails {
			break
		}
		if level == 0 || !isLead(p.str(i)) && !isFramedPart(p.str(i)) {
			continue
		}
		run, end := headingsBelow(p, i, level)
		if len(run) < 2 {
			continue
		}
		if last := min(end, runEnd(p, run)); last > run[len(run)-1].line+1 {
			return []candidate{readTo(p, run, last)}
		}
		fails++
	}
	return nil
}

// headingsBelow are the headings below line i of the level of the first one,
// which stands right below it, and the line at which they end.
func headingsBelow(p *page, i, level int) (run []head, end int) {
	first := p.after(i)
	if first == len(p.lines) {
		return nil, 0
	}
	inner := headingLevel(p, first)
	if inner <= level {
		return nil, 0
	}
	if _, numbered := parseHead(p, first); numbered {
		return nil, 0
	}
	for j := first; j < len(p.lines); j++ {
		switch n := headingLevel(p, j); {
		case n == 0 || n > inner:
		case n < inner:
			return run, j
		default:
			h := head{line: j, num: -1, end: p.lines[j].end, named: true, sig: "heading"}
			run = append(run, h.restAt(p.str(j)[inner:]))
		}
	}
	return run, len(p.lines)
}

// headingLevel is the number of marks of a Markdown heading, 0 for other lines
// and for those in code.
func headingLevel(p *page, i int) int {
	s, n := p.str(i), 0
	for n < len(s) && s[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n == len(s) || s[n] != ' ' || p.inFence(i) {
		return 0
	}
	return n
}
