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

// headLabels are the words in front of a passage's number.
var headLabels = set(
	"document", "doc", "source", "chunk", "passage", "context", "result", "search result", "excerpt", "snippet", "article", "reference",
	"ref", "citation", "evidence", "item", "text", "file", "page", "paper", "record", "entry", "fact", "note", "memory", "section", "extract",
	"knowledge", "web result", "web page", "webpage", "content", "paragraph", "retrieved document", "retrieved chunk", "source id", "doc id",
	"document id", "chunk id", "id", "abstract", "post", "ticket", "email", "information", "context chunk", "search_result", "piece", "fragment",
	"dokument", "quelle", "abschnitt", "textstelle", "auszug", "kontext", "extrait", "contexte", "passaggio", "documento", "fuente", "fragmento",
	"contexto", "fonte", "trecho", "contesto", "estratto", "bron", "fragment", "документ", "источник", "фрагмент", "контекст",
	"文档", "文件", "资料", "参考", "来源", "片段", "段落", "上下文", "知识", "参考资料", "内容", "资料片段", "知识片段", "文档片段", "ドキュメント", "資料", "文書", "出典", "参考文献",
	"kaynak", "belge", "źródło", "källa", "kilde", "zdroj", "źródla", "джерело", "sursă", "forrás", "lähde", "sumber", "dokumen", "tài liệu", "nguồn",
	"स्रोत", "दस्तावेज़", "מקור", "מסמך", "سند", "منبع", "เอกสาร", "자료", "문서",
	"引用", "引文", "참조", "参照",
	"المستند", "المصدر", "مستند", "مصدر", "الوثيقة", "وثيقة", "문서", "출처", "s", "d", "c", "^", "uri")

// retrievalLabels are those that no document gives to its own parts.
var retrievalLabels = set("chunk", "passage", "snippet", "context", "context chunk", "document chunk", "retrieved chunk", "retrieved document", "search result", "fragment")

// tokenLabels may be followed by an id that is no number.
var tokenLabels = set("id", "source id", "doc id", "document id", "chunk id", "uri")

// brackets that may stand around a head, longest first.
var brackets = [...][2]string{{"[[", "]]"}, {"[", "]"}, {"【", "】"}, {"<<<", ">>>"}, {"(", ")"}, {"{", "}"}}

// parseHead reads line i as a head: in one of the ways that are known, or as a
// line in a frame of which it can only be told among others like it.
func parseHead(p *page, i int) (head, bool) {
	if h, ok := knownHead(p, i); ok {
		return h, true
	}
	return framedHead(p, i)
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

// nameHead reads heads that are but a name: `## report.pdf`, `[report.pdf]`,
// `=== opening hours ===`.
func nameHead(h head, markup, body string) (head, bool) {
	if markup == "" && body[0] != '[' {
		return h, false
	}
	inner := strings.Trim(body, "#*=-_~[] \t")
	if inner == "" || len(inner) > 120 {
		return h, false
	}
	if low := strings.ToLower(withoutBegin(inner)); isPart(low) || partNames[low] || asks(low) {
		return h, false
	}
	if name, address, ok := strings.Cut(body, "]("); ok && markup != "" && markup[0] == '#' && body[0] == '[' && isURL(strings.TrimSuffix(address, ")")) {
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

// partNames are the names of a prompt's own parts.
var partNames = set("context", "sources", "documents", "data tables", "reports", "entities", "relationships", "claims", "knowledge base",
	"knowledge base reference", "retrieved context", "retrieved documents", "search results", "target response length and format", "data")

// fileAndPage reads `a.pdf p.3`, `a.pdf, page 3`, `a.pdf (S. 3)`.
func fileAndPage(s string) (name, page string) {
	for _, sep := range [...]string{", ", " | ", " - ", " (", " "} {
		name, page, ok := strings.Cut(s, sep)
		if page = strings.TrimSuffix(page, ")"); ok && isFile(name) && pageIn(page) != "" {
			return name, page
		}
	}
	return "", ""
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
	case readID(&h, name, after):
	case strings.Contains(in, "†"):
		h.id, h.extra, _ = strings.Cut(in, "†")
		h.named = true
	case name != "" && strings.HasPrefix(strings.TrimLeft(after, " "), ":"):
		h.extra = in
	case h.pair(in):
	case b[0] != "(" && isFile(withoutBegin(in)):
		h.extra, h.named = withoutBegin(in), true
	case b[0] == "[" && h.path(in):
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

// labelHead reads `Source 1:`, `Document 1: title`, `### Document 1 - title`,
// `Source ID [c910e2e]:`, `文档1：`.
func labelHead(p *page, h head, markup, body string) (head, bool) {
	name, after := takeLabel(withoutBegin(body))
	if source, rest, ok := cutOrigin(after); ok {
		h.named, h.extra, h.sig = true, source, markup+"from"
		return h.restAt(rest), true
	}
	if name == "" {
		if name, after = unknownLabel(body); name != "" {
			h.odd = true
		}
	}
	if name == "" || len(name) == 1 && name != "^" {
		return h, false
	}
	h.named, h.boxed = !h.odd, withoutBegin(body) != body
	after = strings.TrimLeft(after, " ")
	token := tokenLabels[name]
	if !token && strings.HasPrefix(after, ":") {
		return h, false // `Source: 0` is a key
	}
	if token {
		if after = strings.TrimLeft(after, ": "); !strings.HasPrefix(after, "[") && !treeBelow(p, h.line) && name != "uri" {
			return h, false // a key like others: a block of keys, not a head
		}
	}
	if inner, ok := strings.CutPrefix(after, "["); ok && strings.Contains(inner, "]") {
		id, rest, _ := strings.Cut(inner, "]")
		h.setID(id)
		after = rest
	} else if rest, ok := cutID(&h, after, token); ok {
		after = withoutTotal(rest)
	} else {
		return h, false
	}
	after = h.groups(after)
	if inner, ok := enclosed(after); ok {
		h.extra, after = strings.TrimPrefix(h.extra+"\n"+inner, "\n"), ""
	}
	plain := strings.TrimRight(after, "#*=-_~+< \t")
	sep := separatorOf(after)
	if sep == "" && plain != "" {
		return h, false
	}
	if sep == "." {
		if !retrievalLabels[name] {
			return h, false // the passage's own: Section 3.
		}
		h.named, h.odd = false, true
	}
	if plain == "" {
		after, sep = "", ""
	}
	h.sig = markup + name + sep
	return h.restAt(strings.TrimLeft(after[len(sep):], " :")), true
}

// enclosed is what stands in parentheses that fill the rest of a head's line.
func enclosed(s string) (string, bool) {
	s = strings.TrimSpace(s)
	for _, b := range [...][2]string{{"(", ")"}, {"（", "）"}} {
		if inner, ok := strings.CutPrefix(s, b[0]); ok && strings.HasSuffix(inner, b[1]) && strings.Count(inner, b[1]) == 1 {
			return strings.TrimSuffix(inner, b[1]), true
		}
	}
	return "", false
}

// cutOrigin takes off where a passage is from: `Snippet from https://…: text`,
// `From a.pdf:`.
func cutOrigin(s string) (source, rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	if !strings.HasPrefix(s, "from ") && !strings.HasPrefix(s, "From ") {
		return "", "", false
	}
	s = s[len("from "):]
	end := strings.Index(s+" ", ": ")
	if end < 0 || end > 200 {
		return "", "", false
	}
	source = s[:end]
	name, _, _ := strings.Cut(source, " (")
	return source, strings.TrimLeft(s[end:], ": "), isURL(name) || isFile(name)
}

// unknownLabel takes a capitalised word and the sign in front of a number off
// a line: `Ticket #17`.
func unknownLabel(s string) (name, rest string) {
	word, _, ok := strings.Cut(s[:min(len(s), 21)], " ")
	if !ok || len(word) < 3 || word[0] < 'A' || word[0] > 'Z' || strings.ContainsAny(word, ":.,") {
		return "", ""
	}
	rest, signed := strings.CutPrefix(s[len(word)+1:], "#")
	if digits(rest) == "" || !signed && !isDigits(strings.TrimSuffix(rest, ":")) {
		return "", ""
	}
	return strings.ToLower(word), rest
}

// withoutTotal takes off of how many passages a head is: `Document 1 of 3:`.
func withoutTotal(s string) string {
	for _, of := range [...]string{" of ", "/", " / ", " von ", " de "} {
		if rest, ok := strings.CutPrefix(s, of); ok && digits(rest) != "" {
			return rest[len(digits(rest)):]
		}
	}
	return s
}

// withoutBegin takes off the word that opens a bracketed passage.
func withoutBegin(s string) string {
	for _, word := range [...]string{"BEGIN ", "START OF ", "START ", "Begin ", "Start of "} {
		if rest, ok := strings.CutPrefix(s, word); ok {
			return rest
		}
	}
	return s
}

// takeLabel takes a label off the beginning of s: the longest of one to three
// words that is one. The label is returned in lower case.
func takeLabel(s string) (name, rest string) {
	if strings.HasPrefix(s, "^") {
		return "^", s[1:]
	}
	rest = s
	end, words := 0, 0
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsMark(r) || r == '_'
		if letter && i < 48 {
			continue
		}
		if i > end || r == ' ' {
			if holds(headLabels, s[:i]) {
				name, rest = strings.ToLower(s[:i]), s[i:]
			}
		}
		end = i + utf8.RuneLen(max(r, 0))
		if words++; words > 3 || r != ' ' || i >= 48 {
			return name, rest
		}
	}
	if holds(headLabels, s) {
		return strings.ToLower(s), ""
	}
	return name, rest
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

// restAt notes where the rest of the head's line begins.
func (h head) restAt(rest string) head {
	rest = strings.TrimRight(rest, " \t")
	if strings.HasPrefix(rest, "«") {
		h.sig += "«"
	}
	h.rest = h.end - len(rest)
	return h
}
