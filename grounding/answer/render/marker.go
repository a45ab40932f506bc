package render

import (
	"cmp"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// Styles of markers that are no templates.
const (
	None        = "none"        // no markers at all
	Superscript = "superscript" // raised numbers: ¹
	Numbers     = "[{n}]"       // what every other style falls back to
)

var field = regexp.MustCompile(`\{[a-z_]+\}`)

// Marker returns the marker of a source in a style. A style is None,
// Superscript or a template in which {n}, {authors}, {year}, {title}, {url},
// {doc_id}, {chunk_id}, {filename} (or {source_filename}), {source} and {page} stand for
// what is known of the source, and {url} for link, an address in the form of
// WebURL. What a source lacks is left out where that leaves a marker of the same
// kind: a page, a link's target, a year ("n.d."), authors (then the title).
// Otherwise the marker is the source's number.
func Marker(style string, src Source, link string) string {
	switch style {
	case None:
		return ""
	case Superscript:
		return raise(src.Number)
	case Numbers, "":
		return "[" + strconv.Itoa(src.Number) + "]"
	}
	known := fieldsOf(src, link)
	lacks := func(f string) bool { return strings.Contains(style, f) && strings.TrimSpace(known[f]) == "" }
	if text, _, isLink := strings.Cut(style, "]("); isLink && (lacks("{url}") || lacks("{doc_id}")) {
		style = text + "]"
	}
	if lacks("{page}") {
		style = strings.Replace(style, "#page={page}", "", 1)
	}
	for _, f := range field.FindAllString(style, -1) {
		if _, isField := known[f]; isField && lacks(f) {
			style = Numbers
		}
	}
	return field.ReplaceAllStringFunc(style, func(f string) string {
		if value, isField := known[f]; isField {
			return value
		}
		return f
	})
}

// fieldsOf is what is known of a source, by the fields of a template.
func fieldsOf(src Source, link string) map[string]string {
	c := src.Chunk
	if c == nil {
		c = &evidence.Chunk{}
	}
	known := map[string]string{
		"{n}": strconv.Itoa(src.Number), "{authors}": authorsInText(src), "{year}": yearOf(c), "{title}": plain(c.Title + c.Filename),
		"{url}": cmp.Or(link, shownAddress(cmp.Or(c.Shown, c.ID))), "{doc_id}": pathElement(c.DocID), "{chunk_id}": plain(cmp.Or(c.Shown, handle(src))),
		"{filename}": plain(c.Filename), "{source_filename}": plain(c.Filename), "{page}": plain(c.Page),
		"{source}": cmp.Or(link, plain(c.Filename), name(src)),
	}
	if len(c.Authors) == 0 && known["{title}"] == "" {
		known["{authors}"] = ""
	}
	if known["{title}"] != "" {
		known["{title}"] = name(src)
	}
	return known
}

// shownAddress is what a prompt shows as the address of a file of its own, fit for a
// link's target; "" for anything else.
func shownAddress(s string) string {
	const scheme = "file://"
	if !strings.HasPrefix(s, scheme) || strings.IndexFunc(s, breaksLink) >= 0 {
		return ""
	}
	return s
}

var digits = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

func raise(n int) string { return digits.Replace(strconv.Itoa(max(n, 0))) }

// handle returns what names a chunk: the id that the prompt showed, else the
// gateway's own.
func handle(src Source) string {
	if src.Chunk != nil && src.Chunk.ID != "" {
		return src.Chunk.ID
	}
	return src.Handle
}

// name returns what a source is called: its title, file name, address, id.
func name(src Source) string {
	c := src.Chunk
	if c == nil {
		return plain(src.Handle)
	}
	for _, s := range []string{c.Title, c.Filename, c.Source, c.URL, handle(src)} {
		if s = plain(s); s != "" {
			return s
		}
	}
	return "source " + strconv.Itoa(src.Number)
}

func yearOf(c *evidence.Chunk) string {
	if c.Year == 0 {
		return "n.d."
	}
	return strconv.Itoa(c.Year)
}

// authorsInText returns the authors as a marker names them: one, two with
// "&", or the first "et al."; the title where there is no author.
func authorsInText(src Source) string {
	c := src.Chunk
	if c == nil || len(c.Authors) == 0 {
		return name(src)
	}
	switch first := answer.Surname(plain(c.Authors[0])); len(c.Authors) {
	case 1:
		return first
	case 2:
		return first + " & " + answer.Surname(plain(c.Authors[1]))
	default:
		return first + " et al."
	}
}

// maxName bounds, in code points, what is shown of a title or a name.
const maxName = 120

// plain makes a text from a document fit for a marker, a link's text or an
// annotation: on one line, short, without control and invisible characters,
// and without the characters that begin or end markup. Nearly all are fit as they
// stand.
func plain(s string) string {
	if isPlain(s) {
		return s
	}
	return answer.OneLine(s, maxName, harmless)
}

// isPlain reports whether a text is fit as it stands. It is sure only of ASCII.
func isPlain(s string) bool {
	spaced := true // where the next space would be one too many
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || c == ' ' && spaced || c != ' ' && (unicode.IsSpace(rune(c)) || harmless(rune(c)) != rune(c)) {
			return false
		}
		spaced = c == ' '
	}
	return len(s) <= maxName && (!spaced || s == "")
}

var meaningless = strings.NewReplacer("[", "(", "{", "(", "]", ")", "}", ")", "|", "/")

// harmless maps a character to one that means nothing in Markdown and HTML,
// or to -1 where it is dropped.
func harmless(r rune) rune {
	if r < utf8.RuneSelf && strings.ContainsRune("[{]}|", r) {
		return rune(meaningless.Replace(string(r))[0])
	}
	if strings.ContainsRune("<>`\\*\uFFFD", r) || unicode.IsControl(r) || r >= utf8.RuneSelf && unicode.In(r, unicode.Cf, unicode.Co) {
		return -1
	}
	return r
}

// WebURL returns an address in a form that can stand in a Markdown link, or ""
// for what is no http or https address with a host.
func WebURL(s string) string {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, "://") || !utf8.ValidString(s) {
		return ""
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	if strings.IndexFunc(s, breaksLink) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if breaksLink(r) {
			b.WriteString(url.PathEscape(string(r)))
			continue
		}
		b.WriteRune(r)
	}
	escaped := strings.NewReplacer("(", "%28", ")", "%29", "*", "%2A").Replace(b.String())
	if _, err := url.Parse(escaped); err != nil {
		return "" // the host held one of them
	}
	return escaped
}

// breaksLink reports whether a character ends an address in Markdown or HTML, or
// cannot be seen in one.
func breaksLink(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || r == 0x7F || strings.IndexByte("()<>\"\\`|[]{}^*", byte(r)) >= 0
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

// pathElement makes an id fit for one element of a path.
func pathElement(id string) string {
	return strings.NewReplacer("(", "%28", ")", "%29").Replace(url.PathEscape(id))
}
