package text

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ShowPage returns a page as people see it: Show, without HTML tags, character
// references, emphasis inside words, the marks of quoted lines, the addresses of
// links and, in JSON, escapes. Borders of blocks become line breaks, those of table
// cells tabs, tags that strike out "~~". What the markup says besides (attributes
// of tags, addresses) is returned, as it is written.
func ShowPage(s string) (shown Shown, hidden []string) {
	first := nextPageSign(s, 0)
	if first == len(s) {
		return Show(s), nil
	}
	w := pageWriter{rewriter: rewrite(s, first), json: looksLikeJSON(s)}
	for w.at < len(s) {
		if n, instead, ok := w.markup(); ok {
			w.replace(n, instead)
			continue
		}
		next := nextPageSign(s, w.at+1)
		w.keep(next-w.at, utf8.RuneCountInString(s[w.at:next]))
	}
	page := w.shown()
	shown = Show(page.Text)
	if page.diffs != nil {
		shown.inner = &page
	}
	return shown, w.hidden
}

// Untagged is a stretch of a page with tags of HTML without them, and with cells as those of Markdown.
func Untagged(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	page, _ := ShowPage(s)
	return cellTabs.ReplaceAllString(page.Text, " | ")
}

var cellTabs = regexp.MustCompile(`\s*\t\s*`)

// nextPageSign is where markup may begin, from an offset on; the length of the text where it does not.
func nextPageSign(s string, at int) int {
	for at < len(s) && !pageSigns[s[at]] {
		at++
	}
	return at
}

// pageSigns are the bytes that markup begins with.
var pageSigns = func() (is [256]bool) {
	for _, c := range `<>&[]*\` {
		is[c] = true
	}
	return is
}()

// pageWriter writes a page without its markup.
type pageWriter struct {
	rewriter
	json   bool // the page is JSON, whose escapes stand for characters
	hidden []string
}

// markup reads the markup at hand: its bytes and what stands in its place.
func (w *pageWriter) markup() (n int, instead string, ok bool) {
	rest := w.src[w.at:]
	switch rest[0] {
	case '<':
		return w.tag(rest)
	case '>':
		return 1, "", w.quotesLine(rest)
	case '&':
		return reference(rest)
	case '[':
		return w.checkbox(rest)
	case ']':
		return w.address(rest)
	case '*':
		return w.emphasis(rest)
	case '\\':
		return w.escape(rest)
	}
	return 0, "", false
}

// The names of HTML tags by what they do to a text.
var (
	blockTags  = WordSet("html_blocks")
	cellTags   = WordSet("html_cells")
	inlineTags = WordSet("html_inline")
	strikeTags = WordSet("html_strikes")
)

// Bounds of markup, in bytes.
const (
	maxTag       = 300
	maxReference = 34 // &CounterClockwiseContourIntegral;
	maxRaised    = 6  // a number between sup tags
)

// tag reads an HTML tag; another word in angle brackets is text.
func (w *pageWriter) tag(rest string) (n int, instead string, ok bool) {
	if n, instead = raisedTag(rest); n > 0 {
		return n, instead, true
	}
	n, name, attributes, _ := tagAt(rest)
	if n == 0 {
		return 0, "", false
	}
	if instead, ok = tagText(name); ok && strings.ContainsAny(attributes, "='\"") {
		w.hidden = append(w.hidden, rest[:n])
	}
	return n, instead, ok
}

// tagAt reads the tag that a text begins with: its bytes, 0 for none, its name in lower case, its attributes, and whether it closes.
func tagAt(s string) (n int, name, attributes string, closes bool) {
	n = strings.IndexByte(s[:min(len(s), maxTag)], '>') + 1
	if n < len("<b>") || strings.IndexByte(s[1:n], '<') >= 0 {
		return 0, "", "", false
	}
	name, closes = strings.CutPrefix(s[1:n-1], "/")
	if end := strings.IndexAny(name, " \t\n/"); end >= 0 {
		name, attributes = name[:end], name[end:]
	}
	return n, strings.ToLower(name), attributes, closes
}

// tagText is what stands in the place of a tag.
func tagText(name string) (instead string, ok bool) {
	switch {
	case blockTags[name]:
		return "\n", true
	case cellTags[name]:
		return "\t", true
	case strikeTags[name]:
		return "~~", true
	}
	return "", inlineTags[name]
}

// raisedTag reads a number between sup tags as raised digits.
func raisedTag(rest string) (n int, instead string) {
	rest, found := strings.CutPrefix(rest[:min(len(rest), 32)], "<sup>")
	inside, _, closed := strings.Cut(rest, "</sup>")
	if !found || !closed || inside == "" || len(inside) > maxRaised {
		return 0, ""
	}
	for _, r := range strings.Replace(inside, "−", "-", 1) {
		raised := strings.IndexRune("0123456789-+", r)
		if raised < 0 {
			return 0, ""
		}
		instead += string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")[raised])
	}
	return len("<sup></sup>") + len(inside), instead
}

// quotesLine reports whether ">" marks a quoted line.
func (w *pageWriter) quotesLine(rest string) bool {
	const deepest = 64 // bytes of marks in front
	if len(rest) > 1 && (rest[1] == '=' || DigitValue(rune(rest[1])) >= 0) {
		return false // a comparison
	}
	before := strings.TrimRight(w.src[max(0, w.at-deepest):w.at], " >")
	return strings.HasSuffix(before, "\n") || before == "" && w.at < deepest
}

// reference reads a character reference: "&amp;", "&#39;".
func reference(rest string) (n int, instead string, ok bool) {
	n = strings.IndexByte(rest[:min(len(rest), maxReference)], ';') + 1
	if n <= len("&;") || strings.ContainsAny(rest[:n], " \n") {
		return 0, "", false
	}
	instead = html.UnescapeString(rest[:n])
	return n, instead, instead != rest[:n] && (instead == "&" || !strings.Contains(instead, "&"))
}

// checkbox reads a checkbox of Markdown at the start of a list item.
func (w *pageWriter) checkbox(rest string) (n int, instead string, ok bool) {
	item := strings.TrimRight(w.src[max(0, w.at-3):w.at], " ")
	if item != "" && strings.IndexByte("-*+\n", item[len(item)-1]) < 0 {
		return 0, "", false
	}
	if len(rest) < len("[ ] ") || rest[2:4] != "] " {
		return 0, "", false
	}
	switch rest[1] {
	case ' ':
		return len("[ ]"), "☐", true
	case 'x', 'X':
		return len("[x]"), "☑", true
	}
	return 0, "", false
}

// address reads the address behind the text of a Markdown link.
func (w *pageWriter) address(rest string) (n int, instead string, ok bool) {
	inner, found := strings.CutPrefix(rest[:min(len(rest), maxTag)], "](")
	address, _, closed := strings.Cut(inner, ")")
	if !found || !closed || !strings.ContainsAny(address, "/#.") || strings.Contains(address, " ") {
		return 0, "", false
	}
	w.hidden = append(w.hidden, address)
	return len("]()") + len(address), "", true
}

// emphasis reads asterisks between two letters: un**lawful** is one word.
func (w *pageWriter) emphasis(rest string) (n int, instead string, ok bool) {
	const most = len("***")
	for n <= most && n < len(rest) && rest[n] == '*' {
		n++
	}
	before, _ := utf8.DecodeLastRuneInString(w.src[:w.at])
	after, _ := utf8.DecodeRuneInString(rest[n:])
	return n, "", n <= most && unicode.IsLetter(before) && unicode.IsLetter(after)
}

// escape reads an escape of JSON.
func (w *pageWriter) escape(rest string) (n int, instead string, ok bool) {
	if !w.json || len(rest) < 2 {
		return 0, "", false
	}
	switch rest[1] {
	case 'n', 'r', 't':
		return 2, "\n", true
	case 'u':
		code, err := strconv.ParseUint(rest[2:min(len(rest), 6)], 16, 16)
		if err != nil || !utf8.ValidRune(rune(code)) {
			return 2, "", true
		}
		return len(`\u0000`), string(rune(code)), len(rest) >= len(`\u0000`)
	}
	return 2, rest[1:2], rest[1] < utf8.RuneSelf
}

// looksLikeJSON reports whether a text begins like a JSON object or an array of
// objects or strings.
func looksLikeJSON(s string) bool {
	opening, rest := strings.TrimLeft(s, " \n\t"), ""
	if opening != "" {
		rest = strings.TrimLeft(opening[1:], " \n\t")
	}
	switch {
	case strings.HasPrefix(opening, "{"):
		return strings.HasPrefix(rest, `"`)
	case strings.HasPrefix(opening, "["):
		return strings.HasPrefix(opening, "[{") || strings.HasPrefix(opening, `["`)
	}
	return false
}
