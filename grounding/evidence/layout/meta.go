package layout

import (
	"maps"
	"strings"

	"vouchsafe/grounding/evidence"
)

// trimText takes off blank lines around a text and trailing white space, but
// keeps the indentation of inner lines.
func trimText(s string) string { return strings.TrimSpace(s) }

// cutKey splits a `key: value` line whose key we know. Markdown emphasis and
// list marks around the key do not count.
func cutKey(s string) (key, value string, f field) {
	i := strings.IndexByte(s[:min(len(s), 61)], ':')
	wide := strings.Index(s[:min(len(s), 60)], "：")
	if wide >= 0 && (i < 0 || wide < i) {
		key, value = s[:wide], s[wide+len("："):]
	} else if i > 0 {
		key, value = s[:i], s[i+1:]
	} else {
		return "", "", fieldNone
	}
	key = strings.Trim(key, " \t*_-#>•├└│─`\"'")
	if f = fieldOf(key); f == fieldNone {
		return "", "", fieldNone
	}
	if strings.HasPrefix(value, "//") {
		return "", "", fieldNone
	}
	value = strings.TrimSpace(value)
	return key, strings.TrimSpace(strings.TrimPrefix(value, "**")), f
}

// readMetaLines files every `key: value` line of a metadata block.
func readMetaLines(c *evidence.Chunk, block string) {
	for s := range strings.SplitSeq(block, "\n") {
		if key, value, f := cutKey(strings.TrimSpace(s)); f != fieldNone {
			setField(c, key, value)
		} else if key, value, ok := strings.Cut(strings.TrimSpace(s), ":"); ok && len(key) < 40 {
			setMeta(c, key, strings.TrimSpace(value))
		}
	}
}

// liftHead takes a block of metadata off the beginning of a text: `key: value`
// lines that a text label or a blank line ends. Lines that merely look like it
// stay in the text. It returns false where there is no such block.
func liftHead(c *evidence.Chunk) bool {
	head := *c
	head.Text, head.Meta = "", maps.Clone(c.Meta)
	rest, lines, airy := c.Text, 0, false
	for head.Text == "" {
		s, next, more := strings.Cut(rest, "\n")
		key, value, f := cutKey(strings.TrimSpace(s))
		switch {
		case f == fieldText && (lines > 0 || isTextLabel(key)):
			head.Text = trimText(c.Text[len(c.Text)-len(rest)+strings.LastIndex(s, value):])
		case strings.TrimSpace(s) == "" && lines > 0 && (airy || lines == 1) && keyAhead(next):
			airy = true // each key stands alone, a text label follows
		case strings.TrimSpace(s) == "" && lines > 0:
			head.Text = trimText(next)
		case f == fieldNone || f == fieldText || len(s) > 300:
			return false
		default:
			setField(&head, key, strings.TrimRight(value, " *"))
			lines++
		}
		if !more && head.Text == "" {
			return false
		}
		rest = next
	}
	if !heavier(head.Text, 6) {
		return false
	}
	*c = head
	return true
}

// keyAhead tells whether a text begins with metadata, a key to a paragraph,
// down to an unmistakable label of the text.
func keyAhead(text string) bool {
	for range 8 {
		s, rest, more := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
		key, _, f := cutKey(strings.TrimSpace(s))
		if f == fieldText || f == fieldNone || !more {
			return f == fieldText && isTextLabel(key)
		}
		text = rest
	}
	return false
}

// liftTails takes the metadata off the ends of texts where all of several end
// with a line of the same key: `URL: …` below each. A line that is the same
// below all closes them.
func liftTails(list []*evidence.Chunk) {
	for range 8 {
		if liftClosers(list) {
			continue
		}
		name := ""
		for _, c := range list {
			key, _, _ := lastKey(c.Text)
			if key == "" || name != "" && key != name {
				return
			}
			name = key
		}
		if len(list) < 2 {
			return
		}
		for _, c := range list {
			key, value, text := lastKey(c.Text)
			setField(c, key, value)
			c.Text = text
		}
	}
}

// liftClosers takes off the framed line that all of several texts end with.
func liftClosers(list []*evidence.Chunk) bool {
	if len(list) < 2 {
		return false
	}
	i := strings.LastIndexByte(list[0].Text, '\n')
	if i < 0 {
		return false
	}
	closer := list[0].Text[i:]
	if s := strings.TrimSpace(closer); len(s) < 5 || strings.IndexByte("=-<[#", s[0]) < 0 || strings.IndexByte("=->]#", s[len(s)-1]) < 0 {
		return false
	}
	for _, c := range list {
		if !strings.HasSuffix(c.Text, closer) {
			return false
		}
	}
	for _, c := range list {
		c.Text = trimText(strings.TrimSuffix(c.Text, closer))
	}
	return true
}

// liftEnds is liftTails for passages of a page.
func liftEnds(list []found) {
	chunks := make([]*evidence.Chunk, len(list))
	for i := range list {
		chunks[i] = &list[i].Chunk
	}
	liftTails(chunks)
	for _, c := range chunks {
		complete(c)
	}
}

// lastKey reads a text's last line as `key: value`, a short value with a key
// that is metadata, and returns the text above it.
func lastKey(text string) (key, value, above string) {
	i := strings.LastIndexByte(text, '\n')
	if i < 0 {
		return "", "", ""
	}
	key, value, f := cutKey(strings.Trim(strings.TrimSpace(text[i+1:]), "()_*"))
	if f == fieldNone {
		if key, value = sourceKey(text[i+1:]); key == "" && inMetadata(text[:i]) {
			key, value = unknownKey(text[i+1:]), text[i+1:]
			_, value, _ = strings.Cut(value, ":")
		}
	}
	if key == "" || f == fieldText || value == "" || len(value) > 200 || strings.TrimSpace(text[:i]) == "" {
		return "", "", ""
	}
	return foldKey(key), value, trimText(text[:i])
}

// liftLinks takes the Markdown link off the beginnings of texts where all of
// several begin with one: `[title](address): text`.
func liftLinks(list []found) {
	if len(list) < 2 {
		return
	}
	lifted := make([]evidence.Chunk, len(list))
	for i := range list {
		lifted[i] = list[i].Chunk
		if !liftLink(&lifted[i]) {
			return
		}
	}
	for i := range list {
		list[i].Chunk = lifted[i]
	}
}

func liftLink(c *evidence.Chunk) bool {
	title, rest, ok := strings.Cut(strings.TrimPrefix(c.Text, "["), "](")
	address, text, closed := strings.Cut(rest, ")")
	if !ok || !closed || c.Text[0] != '[' || !isURL(address) || len(title) > 300 {
		return false
	}
	first(&c.Title, title)
	first(&c.URL, address)
	c.Text = trimText(strings.TrimLeft(text, ":-–— "))
	return c.Text != ""
}

// liftMetadata takes off a <document_metadata> element at a text's beginning.
func liftMetadata(c *evidence.Chunk) {
	rest, ok := strings.CutPrefix(c.Text, "<document_metadata>")
	if !ok {
		return
	}
	if meta, text, ok := strings.Cut(rest, "</document_metadata>"); ok && strings.TrimSpace(text) != "" {
		readMetaLines(c, meta)
		c.Text = trimText(text)
	}
}

// liftHeads takes the metadata off the texts of a list where more than half of
// them have some: one alone has it of its own.
func liftHeads(list []*evidence.Chunk) {
	var lifted []evidence.Chunk // without a text where there is nothing to lift
	n := 0
	for i, c := range list {
		liftMetadata(c)
		if head := *c; liftHead(&head) {
			if lifted == nil {
				lifted = make([]evidence.Chunk, len(list))
			}
			lifted[i] = head
			n++
		}
	}
	for i, c := range list {
		if 2*n > len(list) && lifted[i].Text != "" {
			*c = lifted[i]
		}
		complete(c)
	}
}

// liftFound is liftHeads for passages of a page.
func liftFound(list []found) {
	chunks := make([]*evidence.Chunk, len(list))
	for i := range list {
		chunks[i] = &list[i].Chunk
	}
	liftHeads(chunks)
}

// inMetadata tells whether a text's last line is metadata that we know.
func inMetadata(text string) bool {
	_, value, f := cutKey(strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]))
	return f != fieldNone && f != fieldText && len(value) <= 80
}

// sourceKey reads a line of a key that we do not know, the value of which names
// a file or an address: `Nguồn: a.pdf`.
func sourceKey(s string) (key, value string) {
	key, value, _ = strings.Cut(strings.TrimSpace(s), ":")
	value = strings.Trim(value, " []\t")
	if len(key) > 40 || !isURL(value) && !isFile(value) && fileOf(value) == "" {
		return "", ""
	}
	return key, value
}

// isTextLabel tells whether a key is an unmistakable label of a text.
func isTextLabel(key string) bool { return textKeys[foldKey(key)] }

var textKeys = set(words("text_keys")...)

// liftAffixes takes off what a layout puts in front of or behind the text of each
// of several passages, on the text's own line: `a.pdf: …`, `… (similarity: 0.82)`.
func liftAffixes(list []found) {
	if len(list) < 2 {
		return
	}
	liftEach(list, liftFile)
	liftEach(list, liftRemark)
}

// liftEach lifts from all of a list, or from none.
func liftEach(list []found, lift func(r *found) bool) {
	lifted := make([]found, len(list))
	for i := range list {
		if lifted[i] = list[i]; !lift(&lifted[i]) {
			return
		}
	}
	for i := range lifted {
		complete(&lifted[i].Chunk)
	}
	copy(list, lifted)
}

// liftFile takes a file or address and a colon off the front.
func liftFile(r *found) bool {
	name, rest, ok := strings.Cut(r.Text, ": ")
	if !ok || len(name) > 200 || !isFile(name) && !isURL(name) || !heavier(rest, 20) {
		return false
	}
	setSource(&r.Chunk, name)
	r.Text = trimText(rest)
	return true
}

// liftRemark takes metadata in parentheses off the end.
func liftRemark(r *found) bool {
	s, ok := strings.CutSuffix(r.Text, ")")
	i := strings.LastIndexByte(s, '(')
	if !ok || i < 20 || len(s)-i > 200 || !isGroup(s[i+1:]) {
		return false
	}
	readExtra(&r.Chunk, s[i+1:])
	r.Text = trimText(s[:i])
	return true
}

// liftLabel takes a title and a colon off the front of a list's item.
func liftLabel(r *found) bool {
	title, rest, ok := strings.Cut(r.Text, ": ")
	if !ok || len(title) > 60 || strings.Count(title, " ") > 6 || !isTitle(title) ||
		strings.ContainsAny(title, "\n(") || !heavier(rest, minParagraph) {
		return false
	}
	first(&r.Title, strings.Trim(title, "*[]"))
	r.Text = trimText(rest)
	return true
}
