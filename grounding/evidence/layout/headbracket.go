package layout

import (
	"strings"
)

// brackets that may stand around a head, longest first.
var brackets = [...][2]string{{"[[", "]]"}, {"[", "]"}, {"【", "】"}, {"<<<", ">>>"}, {"<<", ">>"}, {"(", ")"}, {"{", "}"}}

// bracketHead reads `[1]`, `[Document 1: title]`, `[ID: d1] [Title]`,
// `【4:0†file】`, `[File:f;Relevance:82.6%]` and the like.
func bracketHead(p *page, h head, markup, inner string, b [2]string) (head, bool) {
	closer := balanced(inner, b)
	if closer < 1 || closer > 300 {
		return h, false
	}
	in, rest := inner[:closer], inner[closer+len(b[1]):]
	name, after := takeLabel(in)
	h.named = name != ""
	if id := digits(in); b[0] == "(" && id != "" && id == in && len(id) < 4 && strings.HasPrefix(rest, " ") {
		h.sig, h.list = markup+"(n)", true
		h.setID(id)
		return h.restAt(rest), true
	}
	switch {
	case name == "" && b[0] == "(" || strings.ContainsAny(rest[:min(1, len(rest))], "(") && name == "":
		return h, false // a remark, or a Markdown link
	case readID(&h, in, name, after):
	case strings.Contains(in, "†"):
		h.id, h.extra, _ = strings.Cut(in, "†")
		h.named = true
	case name != "" && strings.HasPrefix(strings.TrimLeft(after, " "), ":"):
		h.extra = in
	case h.pair(in):
	case b[0] != "(" && isFile(withoutBegin(in)):
		h.extra, h.named = withoutBegin(in), true
	case b[0] == "[" && h.work(in):
	case b[0] == "[" && h.free(in):
	default:
		return h, false
	}
	rest = h.groups(rest)
	sep := separatorOf(rest)
	if strings.HasPrefix(sep, " ") && beginsBlock(p, h.line, rest) {
		sep = ""
	}
	h.boxed = h.named
	h.sig = markup + b[0] + name + h.label + sep
	if h.id == "" {
		h.sig += "?"
	}
	return h.restAt(strings.TrimLeft(rest[len(sep):], " ")), true
}

// beginsBlock tells whether what stands behind a head on its line is the first
// row of a table or the first item of a list, which is no separator.
func beginsBlock(p *page, i int, rest string) bool {
	mark := strings.TrimSpace(rest)[:1]
	return strings.IndexByte("|-", mark[0]) >= 0 && i+1 < len(p.lines) && strings.HasPrefix(p.str(i+1), mark)
}

// balanced is where a bracket closes, those inside it counted.
func balanced(inner string, b [2]string) int {
	depth := 1
	for i := 0; i < min(len(inner), 300); i++ {
		switch rest := inner[i:]; {
		case strings.HasPrefix(rest, b[1]):
			if depth--; depth == 0 {
				return i
			}
		case len(b[0]) == 1 && strings.HasPrefix(rest, b[0]):
			depth++
		}
	}
	return -1
}

// groups takes a parenthesised or bracketed group behind the head: a title,
// an address, or `key: value` pairs.
func (h *head) groups(rest string) string {
	for n := 0; n < 2; n++ {
		t := strings.TrimLeft(rest, " *")
		if t == "" || t[0] != '(' && t[0] != '[' {
			return rest
		}
		closer := strings.IndexByte(t, map[byte]byte{'(': ')', '[': ']'}[t[0]])
		if closer < 2 || closer > 300 || t[0] == '(' && !isGroup(t[1:closer]) || t[0] == '[' && isDigits(t[1:closer]) {
			return rest
		}
		h.extra = strings.TrimPrefix(h.extra+"\n"+t[1:closer], "\n")
		rest = t[closer+1:]
	}
	return rest
}

// isGroup tells metadata in parentheses from a remark of the passage's own.
func isGroup(s string) bool {
	parts := splitParts(s)
	return len(parts) > 1 || isMeta(parts[0])
}

// separatorOf is the mark between a head and what follows it.
func separatorOf(s string) string {
	for _, sep := range [...]string{":", "：", " :", " ：", " - ", " – ", " — ", " | ", ".", ")", "、"} {
		if strings.HasPrefix(s, sep) {
			return sep
		}
	}
	return ""
}

// frames are what apps put around the line above a passage.
var frames = [...][2]string{{"[", "]"}, {"【", "】"}, {"<!--", "-->"}, {"---", "---"},
	{"===", "==="}, {"<<", ">>"}, {"##", "##"}, {"**", "**"}}

// framedHead reads a line that is framed as a whole and set off above a text:
// `[Fees and fines]`, `=== EXCERPT FROM [a.pdf, page 3] ===`. It is a head only
// below a lead-in, and where another line is framed alike.
func framedHead(p *page, i int) (head, bool) {
	h := head{line: i, num: -1, end: p.lines[i].end}
	s := p.str(i)
	if len(s) > 200 || len(s) < 5 || i+1 >= len(p.lines) || strings.IndexByte("[<-=#*\xe3", s[0]) < 0 {
		return h, false
	}
	for _, f := range frames {
		if !strings.HasPrefix(s, f[0]) || !strings.HasSuffix(s, f[1]) {
			continue
		}
		inner := strings.Trim(s, "-=#<>!*【】 \t")
		if _, source, ok := strings.Cut(inner, "["); ok && strings.HasSuffix(inner, "]") {
			inner = strings.TrimSuffix(source, "]") // words, then the source in brackets
		}
		if name := strings.TrimPrefix(strings.TrimPrefix(inner, "From "), "from "); isFile(name) || isURL(name) {
			inner = name
		}
		if !heavier(inner, 3) || isRule(s) || isEndMark(s) || isFramedPart(s) ||
			isCaption(s) && evidenceNouns.in(s) || isPart(strings.ToLower(inner)) || !setOff(p, i) && !isLead(p.str(i-1)) {
			return h, false
		}
		h.extra, h.odd, h.sig = inner, true, "framed"+f[0]
		return h.restAt(""), true
	}
	return h, false
}
