package layout

import (
	"html"
	"iter"
	"strings"

	"vouchsafe/grounding/evidence"
)

// attributes reads the attributes of a tag: quoted either way, bare, or bare
// with blanks (`title=Q3 update, final page=2`), which end at the next `key=`.
func attributes(raw string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		raw := strings.TrimRight(strings.TrimSuffix(raw, ">"), "/ ")
		name := strings.IndexAny(raw, " \t\r\n")
		if name < 0 {
			return
		}
		raw = raw[name:]
		for raw != "" {
			key, rest, ok := strings.Cut(raw, "=")
			if !ok {
				return
			}
			var value string
			value, raw = cutValue(strings.TrimLeft(rest, " \t\r\n"))
			key = strings.TrimSpace(key)
			if named := key != "" && len(key) < 64 && !strings.ContainsAny(key, " \t\n"); named && !yield(key, unescape(value)) {
				return
			}
		}
	}
}

// cutValue cuts the value of an attribute off the front.
func cutValue(s string) (value, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		for i := 1; i < len(s); i++ {
			if s[i] == s[0] && (i+1 == len(s) || isBlank(s[i+1]) || s[i+1] == '/') {
				return s[1:i], s[i+1:]
			}
		}
		return s[1:], ""
	}
	eq := strings.IndexByte(s, '=')
	if cut := strings.LastIndexAny(s[:max(eq, 0)], " \t\n"); cut >= 0 {
		return strings.TrimSpace(s[:cut]), s[cut:]
	}
	return strings.TrimSpace(s), ""
}

// setAttributes files the attributes of a tag.
func setAttributes(c *evidence.Chunk, raw string) {
	for key, value := range attributes(raw) {
		if fieldOf(key) == fieldText {
			setMeta(c, key, value)
		} else {
			setField(c, key, value)
		}
	}
}

// unescape resolves entities where the text was evidently escaped: it has
// entities and no raw '<'.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 || strings.IndexByte(s, '<') >= 0 {
		return s
	}
	for _, entity := range [...]string{"&lt;", "&quot;", "&amp;", "&#"} {
		if strings.Contains(s, entity) {
			return html.UnescapeString(s)
		}
	}
	return s
}
