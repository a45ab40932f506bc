package text

import (
	"encoding/json"
	"regexp"
	"strings"
)

var (
	mdLink     = regexp.MustCompile(`!?\[([^\[\]\n]*)\]\([^()\s]*(?:\s+"[^"]*")?\)`)
	mdMarks    = regexp.MustCompile("\\*\\*|__|`")
	emphasis   = regexp.MustCompile(`(^|[^\pL\pN*_])[*_]([^\s*_](?:[^*_\n]*[^\s*_])?)[*_]($|[^\pL\pN*_])`)
	cellBorder = regexp.MustCompile(`\s*\|\s*`)
	member     = regexp.MustCompile(`^\s*[}\],\s]*"[^"\n]{1,80}"\s*:`)
)

// Rendered returns some of a page as people read it, without the marks of Markdown, HTML and JSON: a line
// for each of its blocks, "; " between the cells of a row and between the members of an object. What is
// struck out keeps its marks.
func Rendered(s string) string {
	if looksLikeJSON(s) || member.MatchString(s) {
		s = tellJSON(s)
	}
	page, _ := ShowPage(mdLink.ReplaceAllString(s, "$1"))
	var b strings.Builder
	for line := range strings.Lines(page.Text) {
		line = strings.TrimLeft(strings.TrimSpace(line), "># ")
		line = line[ListMarker(line):]
		if row, isRow := strings.CutPrefix(line, "|"); isRow {
			line = cellBorder.ReplaceAllString(strings.TrimSuffix(row, "|"), "; ")
		}
		if strings.Trim(line, "|:-=~`; \t") == "" {
			continue
		}
		line = mdMarks.ReplaceAllString(line, "")
		for range 2 { // neighbours share the sign between them
			line = emphasis.ReplaceAllString(line, "$1$2$3")
		}
		b.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// tellJSON writes JSON, or a stretch of it, as text: "name: value; name: value", a line for each object.
func tellJSON(s string) string {
	var b strings.Builder
	for at := 0; at < len(s); at++ {
		switch c := s[at]; c {
		case '{', '[', ']', ' ', '\t', '\r', '\n':
		case '}':
			b.WriteByte('\n')
		case ',':
			if told := b.String(); told != "" && told[len(told)-1] != '\n' {
				b.WriteString("; ")
			}
		case ':':
			b.WriteString(": ")
		case '"':
			end := at + 1
			for end < len(s) && s[end] != '"' {
				if s[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(s))
			said := s[min(at+1, end):end]
			if whole := ""; strings.Contains(said, `\`) && json.Unmarshal([]byte(s[at:end]+`"`), &whole) == nil {
				said = whole
			}
			if strings.HasPrefix(strings.TrimLeft(s[min(end+1, len(s)):], " \t"), ":") {
				said = strings.ReplaceAll(said, "_", " ")
			}
			b.WriteString(said)
			at = end
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
