package layout

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// head is a line that opens a numbered or named passage.
type head struct {
	line     int
	sig      string // how it is written: heads of one list are written alike
	id       string
	num      int    // the id as a number, -1 where it is none
	extra    string // what stands with the id: a title, an address, `key: value` pairs
	rest     int    // byte offset of what follows the head on its line
	end      int    // byte offset of the line's end
	strength strength
	doubled  bool // a head of the same number stands above it, inside the passage before
}

// strength says how much the way in which a head is written proves.
type strength int

const (
	listed  strength = iota // `1.` or `1)`: no more than a list unless a lead-in says otherwise
	odd                     // in words that we do not know: a list only where a lead-in says so
	counted                 // a bare number: `[1]`
	named                   // with a word for a passage, or a file's name
	boxed                   // such a word in brackets, or between BEGIN and END: hardly prose
)

// headLine is a line that is being read as a head: marks of Markdown and pictures
// stand in front of its body.
type headLine struct {
	head
	p            *page
	markup, body string
}

// parseHead reads line i as a head: in one of the ways that are known, or as a
// line in a frame of which it can only be told among others like it.
func parseHead(p *page, i int) (head, bool) {
	s := p.str(i)
	l := headLine{p: p, head: head{line: i, num: -1, end: p.lines[i].end}}
	l.body = trimMarks(s, "#*=-_>~+ \t")
	if l.body == "" || len(s)-len(l.body) > 40 {
		return l.head, false
	}
	l.markup = strings.TrimRight(s[:len(s)-len(l.body)], " \t")
	l.body = withoutPictogram(l.body)
	return l.head, l.body != "" && l.read()
}

// read reads the body by what it begins with.
func (l *headLine) read() bool {
	if l.name() {
		return true
	}
	if isDigit(l.body[0]) {
		return l.number()
	}
	for _, b := range brackets {
		if inner, ok := strings.CutPrefix(l.body, b[0]); ok {
			return l.bracket(inner, b)
		}
	}
	return l.label()
}

// withoutPictogram is a line without the pictures in front of it.
func withoutPictogram(s string) string {
	if s == "" || s[0] < utf8.RuneSelf {
		return s
	}
	return strings.TrimLeftFunc(s, isPictogram)
}

// isPictogram tells whether a rune is a picture that decorates a heading, or
// the blank behind it; box-drawing signs are none.
func isPictogram(r rune) bool {
	return r == ' ' || r == 0xFE0F || unicode.Is(unicode.So, r) && (r < 0x2500 || r > 0x257F)
}

var (
	listNumber = regexp.MustCompile(`^(\d{1,4})([.):]) `)
	signNumber = regexp.MustCompile(`^(\d{1,3}) [—–\-:| ]*`)
)

// number reads `1. text`, `1) text` and `#1 text`.
func (l *headLine) number() bool {
	if l.markup == "#" && l.p.str(l.line)[1] == l.body[0] {
		m := signNumber.FindStringSubmatch(l.body)
		return m != nil && l.is(odd, "#n", m[1], l.body[len(m[0]):])
	}
	m := listNumber.FindStringSubmatch(l.body)
	return m != nil && l.is(listed, l.markup+"n"+m[2], m[1], l.body[len(m[0]):])
}

// is notes how strong a head is, how it is written, its id and what follows it.
func (l *headLine) is(strength strength, sig, id, rest string) bool {
	l.strength, l.sig = strength, sig
	if id != "" {
		l.setID(id)
	}
	rest = strings.TrimRight(strings.TrimLeft(rest, " "), " \t")
	if strings.HasPrefix(rest, "«") {
		l.sig += "«"
	}
	l.rest = l.end - len(rest)
	return true
}

// setID notes an id. A single capital counts like a number.
func (h *head) setID(id string) {
	h.id = strings.TrimSpace(id)
	if n, ok := wholeNumber(h.id); ok && n >= 0 {
		h.num = n
	} else if len(h.id) == 1 && h.id[0] >= 'A' && h.id[0] <= 'Z' {
		h.num = int(h.id[0]-'A') + 1
	}
}

// name reads heads that are but a name: `## report.pdf`, `[report.pdf]`,
// `=== report.pdf ===`, `--- Content from: report.pdf ---`.
func (l *headLine) name() bool {
	body, markup := l.body, l.markup
	if markup == "" && body[0] != '[' {
		return false
	}
	inner := strings.TrimPrefix(strings.Trim(body, "#*=-_~[] \t"), "From ")
	if _, file, ok := strings.Cut(inner, " from: "); ok {
		inner = file
	}
	l.extra = inner
	closed := body[0] == '[' && strings.HasSuffix(body, "]") || len(markup) > 1 && strings.HasSuffix(body, markup[:2])
	if isFile(inner) && (closed || strings.HasPrefix(markup, "#")) && !strings.ContainsAny(inner, "[]:") && !l.names(inner) {
		return l.is(named, markup+"name", "", "")
	}
	l.extra = ""
	return false
}

// names tells whether a text is a label with its number.
func (l *headLine) names(inner string) bool {
	_, after := takeLabel(withoutBegin(inner))
	id, _ := cutNumber(after)
	return id != ""
}

var headingLink = regexp.MustCompile(`^\[([^\]]*)\]\((https?://\S+)\)$`)

// brackets that may stand around a head, longest first.
var brackets = [...][2]string{{"[[", "]]"}, {"[", "]"}, {"【", "】"}, {"<<<", ">>>"}, {"<<", ">>"}, {"(", ")"}, {"{", "}"}, {"<", ">"}}

// bracket reads `[1]`, `[Document 1: title]`, `[ID: d1] [Title]`,
// `【4:0†file】`, `[File:f;Relevance:82.6%]` and the like.
func (l *headLine) bracket(inner string, b [2]string) bool {
	closer := balanced(inner, b)
	if closer < 1 {
		return false
	}
	in, rest := inner[:closer], inner[closer+len(b[1]):]
	label, after := takeLabel(withoutBegin(in))
	if begun := withoutBegin(in) != in; label != "" && after == "" && begun {
		return l.is(boxed, l.markup+b[0]+label, "", rest)
	}
	if b[0] == "<" {
		return false // a tag
	}
	if label == "" && (b[0] == "(" || strings.HasPrefix(rest, "(")) {
		return false // a remark, or a Markdown link
	}
	word, ok := label, label != "" && l.labelled(label, in, after)
	if !ok {
		if word, ok = l.inForm(in); !ok {
			return false
		}
		word = label + word
	}
	if label != "" {
		l.strength = boxed
	}
	rest = l.groups(rest)
	sep := separatorOf(rest)
	if strings.HasPrefix(sep, " ") {
		sep = ""
	}
	return l.is(l.strength, l.markup+b[0]+word+sep, "", rest[len(sep):])
}

// balanced is where a bracket closes, those inside it counted.
func balanced(inner string, b [2]string) int {
	depth := 1
	for i := range min(len(inner), 300) {
		switch rest := inner[i:]; {
		case strings.HasPrefix(rest, b[1]):
			if depth--; depth == 0 {
				return i
			}
		case strings.HasPrefix(rest, b[0]) && len(b[0]) == 1:
			depth++
		}
	}
	return -1
}

var (
	separator = regexp.MustCompile(`^(?: ?[:：]| [-–—|] |[.)、])`)
	headGroup = regexp.MustCompile(`^[ *]*(?:in )?(?:\(([^)]{2,299})\)|\[([^\]]{2,299})\])`)
)

// separatorOf is the mark between a head and what follows it.
func separatorOf(s string) string {
	return separator.FindString(s[:min(len(s), 8)])
}

// maxGroup is more than the bytes of a group and of what stands in front of it.
const maxGroup = 320

// groups takes a parenthesised or bracketed group behind the head: a title,
// an address, or `key: value` pairs.
func (l *headLine) groups(rest string) string {
	for range 2 {
		m := headGroup.FindStringSubmatch(rest[:min(len(rest), maxGroup)])
		if m == nil || isDigits(m[2]) {
			break
		}
		l.extra = strings.TrimPrefix(l.extra+"\n"+m[1]+m[2], "\n")
		rest = rest[len(m[0]):]
	}
	return rest
}
