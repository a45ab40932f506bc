package layout

import (
	"html"
	"iter"
	"strings"
)

// attribute is one attribute of a tag.
type attribute struct{ key, value string }

// attributes reads the attributes of a tag: quoted either way, bare, or bare
// with blanks (`title=Q3 update, final page=2`), which end at the next `key=`.
func attributes(raw string) iter.Seq[attribute] {
	return func(yield func(attribute) bool) {
		raw := strings.TrimRight(strings.TrimSuffix(raw, ">"), "/ ")
		i := strings.IndexAny(raw, " \t\r\n")
		for i >= 0 && i < len(raw) {
			eq := strings.IndexByte(raw[i:], '=')
			if eq < 0 {
				break
			}
			key := strings.TrimSpace(raw[i : i+eq])
			value, next := attributeValue(raw, i+eq+1)
			if key != "" && len(key) < 64 && !strings.ContainsAny(key, " \t\n") && !yield(attribute{key, unescape(value)}) {
				return
			}
			i = next
		}
	}
}

func attributeValue(raw string, i int) (value string, next int) {
	for i < len(raw) && isBlank(raw[i]) {
		i++
	}
	if i < len(raw) && (raw[i] == '"' || raw[i] == '\'') {
		return quotedValue(raw, i)
	}
	eq := strings.IndexByte(raw[i:], '=')
	if eq < 0 {
		return strings.TrimSpace(raw[i:]), len(raw)
	}
	cut := strings.LastIndexAny(raw[i:i+eq], " \t\n")
	if cut < 0 {
		return strings.TrimSpace(raw[i:]), len(raw)
	}
	return strings.TrimSpace(raw[i : i+cut]), i + cut
}

func quotedValue(raw string, i int) (value string, next int) {
	quote := raw[i]
	for j := i + 1; j < len(raw); j++ {
		if raw[j] == quote && (j+1 == len(raw) || isBlank(raw[j+1]) || raw[j+1] == '/') {
			return raw[i+1 : j], j + 1
		}
	}
	return raw[i+1:], len(raw)
}

// unescape resolves entities where the text was evidently escaped: it has
// entities and no raw '<'.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 || strings.IndexByte(s, '<') >= 0 {
		return s
	}
	if !strings.Contains(s, "&lt;") && !strings.Contains(s, "&quot;") && !strings.Contains(s, "&amp;") && !strings.Contains(s, "&#") {
		return s
	}
	return html.UnescapeString(s)
}

// recordTags are the names under which one passage is sent. Some of them are
// also names of containers and of fields; where they stand decides.
var recordTags = set(words("record_tags")...)

// askTags hold what is asked or demanded, never evidence.
var askTags = set(words("ask_tags")...)

// htmlTags are markup inside passages; they neither hold records nor are any.
var htmlTags = set(words("html_tags")...)

// containerTags hold records or bare text, and are no record themselves even
// when they hold text only: that is a section.
var containerTags = set(words("container_tags")...)
