package render

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName bounds, in code points, what is shown of a title or a name.
const maxName = 120

// plain makes a text from a document fit for a marker, a link's text or an
// annotation: on one line, short, without control and invisible characters,
// and without the characters that begin or end markup.
func plain(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(min(len(s), maxName+utf8.UTFMax))
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

// isPlain reports whether a text is fit as it stands, as nearly all are. It is
// sure only of ASCII.
func isPlain(s string) bool {
	if len(s) > maxName || strings.HasSuffix(s, " ") {
		return false
	}
	spaced := true // where the next space would be one too many
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || c == ' ' && spaced || c != ' ' && (unicode.IsSpace(rune(c)) || harmless(rune(c)) != rune(c)) {
			return false
		}
		spaced = c == ' '
	}
	return true
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
	if unicode.IsControl(r) || r >= utf8.RuneSelf && unicode.In(r, unicode.Cf, unicode.Co) {
		return -1
	}
	return r
}

// WebURL returns an address in a form that can stand in a Markdown link, or ""
// for what is no http or https address with a host.
func WebURL(s string) string {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, "://") {
		return ""
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || !utf8.ValidString(s) {
		return ""
	}
	if strings.IndexFunc(s, breaksLink) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if breaksLink(r) {
			b.WriteString(percent(string(r)))
			continue
		}
		b.WriteRune(r)
	}
	if _, err := url.Parse(b.String()); err != nil {
		return "" // the host held one of them
	}
	return b.String()
}

// breaksLink reports whether a character ends an address in Markdown or HTML, or
// cannot be seen in one.
func breaksLink(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || r == 0x7F || strings.IndexByte("()<>\"\\`|[]{}^*", byte(r)) >= 0
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

func percent(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte('%')
		b.WriteByte(digits[s[i]>>4])
		b.WriteByte(digits[s[i]&15])
	}
	return b.String()
}

// pathElement makes an id fit for one element of a path.
func pathElement(id string) string {
	return strings.NewReplacer("(", "%28", ")", "%29").Replace(url.PathEscape(id))
}
