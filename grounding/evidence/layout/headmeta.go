package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// setHeading files the rest of a head's line: a title, perhaps with an address
// or metadata in parentheses, or `key: value` pairs.
func setHeading(c *evidence.Chunk, s string) {
	s = strings.Trim(s, "#*=-_~+ \t\r:")
	if name, address, ok := strings.Cut(s, "]("); ok && strings.HasPrefix(name, "[") && strings.HasSuffix(address, ")") {
		first(&c.Title, name[1:])
		first(&c.URL, strings.TrimSuffix(address, ")"))
		return
	}
	if strings.HasPrefix(s, "[") && strings.IndexByte(s, ']') == len(s)-1 {
		s = s[1 : len(s)-1]
	}
	if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") && isGroup(s[i+2:len(s)-1]) {
		readExtra(c, s[i+2:len(s)-1])
		s = s[:i]
	}
	readExtra(c, s)
}

// readExtra files what stands in brackets or on one line with a head.
func readExtra(c *evidence.Chunk, extra string) {
	for group := range strings.SplitSeq(extra, "\n") {
		parts := splitParts(group)
		for _, part := range parts {
			if key, value := unknownPair(part); len(parts) > 1 && isFile(value) {
				first(&c.Filename, value)
			} else if len(parts) > 1 && key != "" {
				setMeta(c, key, value)
			} else {
				filePart(c, part)
			}
		}
	}
}

// unknownPair reads `key: value` or `key=value` where the key is a word that we
// do not know.
func unknownPair(part string) (key, value string) {
	i := strings.IndexAny(part, ":=")
	if i < 1 || i > 20 || strings.ContainsAny(part[:i], " \t") || fieldOf(part[:i]) != fieldNone || isURL(part) {
		return "", ""
	}
	return part[:i], strings.TrimSpace(part[i+1:])
}

// filePart files one part of a head: `key: value`, `key=value`, a page, an
// address, or else a title.
func filePart(c *evidence.Chunk, part string) {
	part = strings.Trim(part, "* \t")
	key, value, f := cutPair(part)
	if i := strings.LastIndex(value, " ("); i > 0 && strings.HasSuffix(value, ")") {
		if page := pageIn(value[i+2 : len(value)-1]); page != "" {
			first(&c.Page, page)
			value = value[:i]
		}
	}
	switch {
	case part == "":
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
	case f == fieldNone && fileOf(part) != "":
		name, page := fileAndPage(part)
		first(&c.Filename, name)
		first(&c.Page, pageIn(page))
	default:
		first(&c.Title, part)
	}
}

// fileOf is the file of a part that names a file and a page.
func fileOf(part string) string {
	name, _ := fileAndPage(part)
	return name
}

// cutPair is cutKey for the parts of a head, where '=' may stand for ':'.
func cutPair(part string) (key, value string, f field) {
	if key, value, f = cutKey(part); f != fieldNone {
		return key, value, f
	}
	if key, value, ok := strings.Cut(part, "="); ok && fieldOf(key) != fieldNone {
		return key, strings.TrimSpace(value), fieldOf(key)
	}
	return "", "", fieldNone
}

// splitParts parts what stands in a head. A separator counts where what is
// behind it is metadata, or where a file, an address or a pair is before it:
// titles hold commas and bars of their own.
func splitParts(s string) []string {
	for _, sep := range [...]string{";", "|", "｜", ","} {
		parts := strings.Split(s, sep)
		if len(parts) < 2 {
			continue
		}
		known := true
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
			known = known && (i == 0 || isMeta(parts[i]))
		}
		if known || sep != "," && isMeta(parts[0]) {
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

// pageIn reads a page such as `Page 3`, `p. 12-14`, `S. 7`, `第3页`; "" where it
// is none.
func pageIn(s string) string {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "第"); ok {
		return digits(inner)
	}
	i := strings.IndexAny(s, "0123456789")
	if i < 1 || len(s)-i > 12 || strings.Contains(s[i:], " ") {
		return ""
	}
	switch word := strings.ToLower(strings.Trim(s[:i], ". \t#")); {
	case fieldOf(word) == fieldPage, word == "p", word == "pp", word == "pg", word == "s", word == "стр", word == "ص":
		return s[i:]
	}
	return ""
}
