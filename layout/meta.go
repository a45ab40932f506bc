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

// readTextHead takes a block of metadata off the beginning of a text: a
// <document_metadata> element, or `key: value` lines that a text label or a
// blank line ends. Lines that merely look like it stay in the text.
func readTextHead(c *chunk.Chunk) {
	if rest, ok := strings.CutPrefix(c.Text, "<document_metadata>"); ok {
		if meta, text, ok := strings.Cut(rest, "</document_metadata>"); ok && strings.TrimSpace(text) != "" {
			readMetaLines(c, meta)
			c.Text = trimText(text)
		}
		return
	}
	head := *c
	head.Text = ""
	rest, lines := c.Text, 0
	for {
		s, next, more := strings.Cut(rest, "\n")
		key, value, f := cutKey(strings.TrimSpace(s))
		if f == fieldText && lines > 0 {
			head.Text = trimText(value + "\n" + next)
			break
		}
		if strings.TrimSpace(s) == "" && lines > 0 {
			head.Text = trimText(next)
			break
		}
		if f == fieldNone || f == fieldText && lines == 0 && !isTextLabel(key, value, next) || len(s) > 300 || !more {
			return
		}
		if f == fieldText {
			head.Text = trimText(value + "\n" + next)
			break
		}
		setField(&head, key, strings.TrimRight(value, " *"))
		rest, lines = next, lines+1
	}
	if head.Text != "" && heavier(head.Text, 6) {
		*c = head
	}
}

// isTextLabel tells whether a text that begins with a text key begins with a
// label: `Content: …`. Only unmistakable ones count.
func isTextLabel(key, _, _ string) bool {
	switch foldKey(key) {
	case "content", "contents", "pagecontent", "text":
		return true
	}
	return false
}
