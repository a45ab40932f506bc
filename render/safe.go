package render

import (
	"net/url"
	"strings"
	"unicode"
)

// maxName bounds, in code points, what is shown of a title or a name.
const maxName = 120

// plain makes a text from a document fit for a marker, a link's text or an
// annotation: on one line, short, without control and invisible characters,
// and without the characters that begin or end markup.
func plain(s string) string {
	var b strings.Builder
	count, space := 0, false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if r = harmless(r); r < 0 {
			continue
		}
		if space {
			b.WriteByte(' ')
			count, space = count+1, false
		}
		if count++; count > maxName {
			b.WriteString("…")
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// harmless maps a character to one that means nothing in Markdown and HTML,
// or to -1 where it is dropped.
func harmless(r rune) rune {
	switch r {
	case '[', '{':
		return '('
	case ']', '}':
		return ')'
	case '|':
		return '/'
	case '<', '>', '`', '\\', '*', unicode.ReplacementChar:
		return -1
	}
	if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co) {
		return -1
	}
	return r
}

// WebURL returns an address in a form that can stand in a Markdown link, or ""
// for what is no http or https address with a host.
func WebURL(s string) string {
	s = strings.TrimSpace(s)
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == 0x7F || strings.IndexByte("()<>\"\\`|[]{}^", c) >= 0 {
			b.WriteString("%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// pathElement makes an id fit for one element of a path.
func pathElement(id string) string {
	return strings.NewReplacer("(", "%28", ")", "%29").Replace(url.PathEscape(id))
}
