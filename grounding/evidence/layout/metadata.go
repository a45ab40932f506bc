package layout

import (
	"regexp"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// cutKey splits a `key: value` line whose key we know. Markdown emphasis and
// list marks around the key do not count. A long text is no id, whatever its key.
func cutKey(s string) (key, value string, f field) {
	at, behind := firstColon(s, 60)
	if at <= 0 {
		return "", "", fieldNone
	}
	key = strings.Trim(s[:at], " \t*_-#>•├└│─`\"'")
	if f = fieldOf(key); f == fieldNone {
		return "", "", fieldNone
	}
	value = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s[behind:]), "**"))
	if blanks := strings.Count(value, " "); (f == fieldID || f == fieldDoc) && (blanks > 7 || blanks > 2 && endsSentence(value)) {
		f = fieldText
	}
	return key, value, f
}

// cutPair is cutKey for the parts of a head, where '=' may stand for ':'.
func cutPair(part string) (key, value string, f field) {
	if key, value, f = cutKey(part); f != fieldNone {
		return key, value, f
	}
	if key, value, ok := strings.Cut(part, "="); ok {
		return key, strings.TrimSpace(value), fieldOf(key)
	}
	return "", "", fieldNone
}

// unknownKey is the key of a line whose value is a name, a date or an id; "" for
// keys that we know, and where the value is longer.
func unknownKey(s string) (key, value string) {
	if i, _ := firstColon(s, 36); i < 2 || len(s) > 140 {
		return "", ""
	}
	m := oddPair.FindStringSubmatch(s)
	if m == nil || fieldOf(m[1]) != fieldNone {
		return "", ""
	}
	if low := strings.ToLower(m[1]); asks(low) || replyTable[low] {
		return "", ""
	}
	return m[1], m[2]
}

var oddPair = regexp.MustCompile(`^(\pL[^\s:：]{1,23}(?: [^\s:：]{1,12}){0,2})[:：]\s*([^\s/].{0,79}|/[^/].{0,78})$`)

// setHeading files the rest of a head's line: a title, perhaps with an address
// or metadata in parentheses, or `key: value` pairs.
func setHeading(c *evidence.Chunk, s string) {
	s = strings.Trim(s, "#*=-_~+ \t\r:")
	if m := headingLink.FindStringSubmatch(s); m != nil {
		first(&c.Title, m[1])
		first(&c.URL, m[2])
		return
	}
	if strings.HasPrefix(s, "[") && strings.IndexByte(s, ']') == len(s)-1 {
		s = s[1 : len(s)-1]
	}
	s, remark := cutRemark(s)
	readExtra(c, remark)
	readExtra(c, s)
}

// cutRemark cuts metadata in parentheses off the end of a text.
func cutRemark(s string) (before, remark string) {
	const longest = 200 // bytes of what stands in them
	inner, closed := strings.CutSuffix(s, ")")
	if !closed {
		return s, ""
	}
	from := max(0, len(inner)-longest)
	if i := strings.LastIndex(inner[from:], " ("); i >= 0 && from+i > 0 {
		return strings.TrimSpace(s[:from+i]), inner[from+i+2:]
	}
	return s, ""
}

// readExtra files what stands in brackets or on one line with a head.
func readExtra(c *evidence.Chunk, extra string) {
	if extra == "" {
		return
	}
	for group := range strings.SplitSeq(extra, "\n") {
		parts := splitParts(group)
		for _, part := range parts {
			var m []string
			if len(parts) > 1 {
				m = oddPart.FindStringSubmatch(part)
			}
			switch {
			case m == nil || fieldOf(m[1]) != fieldNone:
				filePart(c, part)
			case isFile(m[2]):
				first(&c.Filename, m[2])
			default:
				setMeta(c, m[1], m[2])
			}
		}
	}
}

// oddPart fits `key: value` and `key=value`, which is no address.
var oddPart = regexp.MustCompile(`^([^\s:=]{1,20})(?:=|:)\s*([^\s/].*|)$`)

// filePart files one part of a head: `key: value`, `key=value`, a page, an
// address, or else a title.
func filePart(c *evidence.Chunk, part string) {
	part = strings.Trim(part, "* \t")
	key, value, f := cutPair(part)
	name, page := fileAndPage(part)
	switch {
	case isURL(part):
		first(&c.URL, part)
	case f == fieldID && isFile(value):
		first(&c.Filename, value)
	case f == fieldID:
		first(&c.DocID, value)
	case f != fieldNone && f != fieldText:
		setField(c, key, strings.TrimSuffix(value, "%"))
	case pageIn(part) != "":
		first(&c.Page, pageIn(part))
	case name != "":
		first(&c.Filename, name)
		first(&c.Page, pageIn(page))
	default:
		first(&c.Title, part)
	}
}

// splitParts parts what stands in a head. A separator counts where what is
// behind it is metadata, or where a file, an address or a pair is before it:
// titles hold commas and bars of their own.
func splitParts(s string) []string {
	for _, sep := range [...]string{";", "|", "｜", ","} {
		if !strings.Contains(s, sep) {
			continue
		}
		parts := strings.Split(s, sep)
		known := 0
		for i := range parts {
			if parts[i] = strings.TrimSpace(parts[i]); i > 0 && isMeta(parts[i]) {
				known++
			}
		}
		if known == len(parts)-1 || sep != "," && isMeta(parts[0]) {
			return parts
		}
	}
	return []string{strings.TrimSpace(s)}
}

// isMeta tells whether a part of a head can be nothing but metadata.
func isMeta(part string) bool {
	_, _, f := cutPair(part)
	return f != fieldNone || isURL(part) || isFile(part) || pageIn(part) != ""
}

var (
	pagePattern = regexp.MustCompile(`^\s*(第|[^\d\s][^\d]*?)[. \t#]*(\d\S{0,11})\s*$`)
	pageWords   = set(words("page_words")...)
)

// pageIn reads a page such as `Page 3`, `p. 12-14`, `S. 7`, `第3页`; "" where it
// is none.
func pageIn(s string) string {
	m := pagePattern.FindStringSubmatch(s)
	switch {
	case m == nil:
		return ""
	case m[1] == "第":
		return digits(m[2])
	case fieldOf(m[1]) == fieldPage || pageWords[strings.ToLower(m[1])]:
		return m[2]
	}
	return ""
}

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

// headLines files the metadata lines below a head, those with a usual key, and
// returns the text below them.
func headLines(c *evidence.Chunk, text string, usual map[string]bool) string {
	if c.Text = strings.TrimSpace(text); liftMetadata(c) {
		text = c.Text
	}
	c.Text = ""
	text, _ = readMeta(c, text, usual)
	return text
}

// metaLine is a line at the beginning of a text, as metadata is written.
type metaLine struct {
	key, folded, value string
	field              field
	tree               bool // drawn as a part of a tree
}

// readMetaLine reads a line; its key is "" where it is no metadata. Without usual keys all
// that we know count.
func readMetaLine(s string, usual map[string]bool) metaLine {
	l := metaLine{tree: opensWith(s, "├", "└")}
	l.key, l.value, l.field = cutKey(s)
	if l.field == fieldNone && l.tree {
		l.key, l.value, _ = strings.Cut(strings.TrimLeft(s, "├└│─ "), ":")
	} else if l.field == fieldNone && usual != nil {
		l.key, l.value = unknownKey(s)
	}
	if l.folded = foldKey(l.key); usual != nil && !l.tree && !usual[l.folded] {
		l.key = ""
	}
	return l
}

// readMeta files the metadata lines that a text begins with, and returns the text
// below them, or behind the label of the text. closed tells that such a label or a
// blank line ends them. The lines may be drawn as a tree, as list items or in
// emphasis.
func readMeta(c *evidence.Chunk, text string, usual map[string]bool) (rest string, closed bool) {
	var seen []string
	for lines, airy := 0, false; ; lines++ {
		s, next, more := strings.Cut(text, "\n")
		s = withoutPictogram(strings.TrimSpace(s))
		l := readMetaLine(s, usual)
		address := strings.Trim(s, "()<>")
		switch {
		case s == "" && usual == nil && more && (airy || lines == 1):
			airy = true // each key stands alone, a label of the text follows
		case s == "" && (!more || lines > 0):
			return next, lines > 0
		case s == "":
			lines--
		case isURL(address) && more:
			first(&c.URL, address)
		case l.field == fieldText && l.key != "":
			return behindLabel(text, l.value), true
		case l.key == "" || l.field == fieldText || !more || len(s) > 300 || !l.tree && slices.Contains(seen, l.folded):
			return text, false
		default:
			seen = append(seen, l.folded)
			setLine(c, l)
		}
		text = next
	}
}

// behindLabel is what follows the label on the first line of a text: the value that the
// line ends in, and the lines below.
func behindLabel(text, value string) string {
	line, _, _ := strings.Cut(text, "\n")
	return text[len(strings.TrimRight(line, " \t\r"))-len(value):]
}

// setLine files a line. Under a key that we do not know a value with figures is an id.
func setLine(c *evidence.Chunk, l metaLine) {
	l.value = strings.TrimRight(l.value, "\", *\t")
	if l.field == fieldNone && !l.tree && c.ID == "" {
		c.ID = cleanID(l.value)
		return
	}
	setField(c, l.key, strings.TrimLeft(l.value, "* \t"))
}

// usualBelow are the usual keys of the lines below the heads of a run: those of the
// metadata lines below at least half of them, and keys that we do not know below all.
func usualBelow(p *page, run []head, last int, titled bool) map[string]bool {
	count := map[string]int{}
	for i, h := range run {
		from := h.rest
		if titled || h.rest == h.end {
			from = h.end
		}
		stop := p.lines[max(runStop(run, i, last)-1, h.line)].end
		countKeys(count, strings.TrimLeft(p.text[from:max(stop, from)], "\r\n"))
	}
	usual := map[string]bool{}
	for key, n := range count {
		usual[key] = 2*n >= len(run) && fieldOf(key) != fieldNone || n == len(run)
	}
	return usual
}

// countKeys counts the keys of the lines that a text begins with.
func countKeys(count map[string]int, text string) {
	const most = 12 // lines
	for range most {
		s, rest, more := strings.Cut(text, "\n")
		s = withoutPictogram(strings.TrimSpace(s))
		key, _, f := cutKey(s)
		if f == fieldNone {
			key, _ = unknownKey(s)
		}
		if key == "" && s != "" {
			return
		}
		if key != "" {
			count[foldKey(key)]++
		}
		if !more {
			return
		}
		text = rest
	}
}

var textKeys = set(words("text_keys")...)
