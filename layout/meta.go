package layout

import (
	"strings"

	"vouchsafe/chunk"
)

// trimText takes off blank lines around a text and trailing white space, but
// keeps the indentation of inner lines.
func trimText(s string) string { return strings.TrimSpace(s) }

// cutKey splits a `key: value` line whose key we know. Markdown emphasis and
// list marks around the key do not count.
func cutKey(s string) (key, value string, f field) {
	i := strings.IndexByte(s, ':')
	wide := strings.Index(s[:min(len(s), 60)], "：")
	if wide >= 0 && (i < 0 || wide < i) {
		key, value = s[:wide], s[wide+len("："):]
	} else if i > 0 && i <= 60 {
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
func readMetaLines(c *chunk.Chunk, block string) {
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
func liftHead(c *chunk.Chunk) bool {
	head := *c
	head.Text = ""
	rest, lines := c.Text, 0
	for head.Text == "" {
		s, next, more := strings.Cut(rest, "\n")
		key, value, f := cutKey(strings.TrimSpace(s))
		switch {
		case f == fieldText && (lines > 0 || isTextLabel(key)):
			head.Text = trimText(value + "\n" + next)
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

// liftMetadata takes off a <document_metadata> element at a text's beginning.
func liftMetadata(c *chunk.Chunk) {
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
func liftHeads(list []*chunk.Chunk) {
	lifted := make([]chunk.Chunk, len(list))
	n := 0
	for i, c := range list {
		liftMetadata(c)
		lifted[i] = *c
		if liftHead(&lifted[i]) {
			n++
		}
	}
	for i, c := range list {
		if 2*n > len(list) {
			*c = lifted[i]
		}
		complete(c)
	}
}

// liftFound is liftHeads for passages of a page.
func liftFound(list []found) {
	chunks := make([]*chunk.Chunk, len(list))
	for i := range list {
		chunks[i] = &list[i].Chunk
	}
	liftHeads(chunks)
}

// isTextLabel tells whether a key is an unmistakable label of a text.
func isTextLabel(key string) bool {
	switch foldKey(key) {
	case "content", "contents", "pagecontent", "text":
		return true
	}
	return false
}
