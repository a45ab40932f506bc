package htmlreport

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// literal is markup. Only constants become one without a conversion, and this
// package converts nothing: no text from outside can be written as markup.
type literal string

// writer writes markup and text, and escapes the one but never the other.
type writer struct{ w *bufio.Writer }

func newWriter(w io.Writer) *writer { return &writer{bufio.NewWriterSize(w, 1<<16)} }

// flush returns the first error of all writing.
func (w *writer) flush() error { return w.w.Flush() }

func (w *writer) raw(markup literal) { w.w.WriteString(string(markup)) }

// text writes text that stays text, in content and in quoted attributes.
func (w *writer) text(s string) {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		w.rune(r)
		s = s[size:]
	}
}

// rune writes one character. Control characters become visible, and so do
// those that reverse the direction of what follows: in a report about what a
// text says, no character may make it read as something else.
func (w *writer) rune(r rune) {
	switch {
	case r == '&':
		w.w.WriteString("&amp;")
	case r == '<':
		w.w.WriteString("&lt;")
	case r == '>':
		w.w.WriteString("&gt;")
	case r == '"':
		w.w.WriteString("&#34;")
	case r == '\'':
		w.w.WriteString("&#39;")
	case r == '\r':
	case r < ' ' && r != '\n' && r != '\t', r >= 0x7f && r <= 0x9f:
		w.w.WriteRune(utf8.RuneError)
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		w.text(fmt.Sprintf("[U+%04X]", r))
	default:
		w.w.WriteRune(r)
	}
}

func (w *writer) number(n int) { w.text(grouped(n)) }

// attr writes an attribute with a value that may come from outside.
func (w *writer) attr(name literal, value string) {
	w.raw(" ")
	w.raw(name)
	w.raw(`="`)
	w.text(value)
	w.raw(`"`)
}

// element writes text in an element, whose tag is given with its attributes.
func (w *writer) element(tag, name literal, s string) {
	w.raw("<")
	w.raw(tag)
	w.raw(">")
	w.text(s)
	w.raw("</")
	w.raw(name)
	w.raw(">")
}

// link writes text that leads to a web address, and plain text where the
// address is none: no other scheme is ever linked to.
func (w *writer) link(address, s string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		w.element("bdi", "bdi", s)
		return
	}
	w.raw(`<a rel="noreferrer noopener"`)
	w.attr("href", u.String())
	w.raw(`><bdi>`)
	w.text(s)
	w.raw(`</bdi></a>`)
}

// grouped is a number with its thousands set apart by thin spaces.
func grouped(n int) string {
	s := strconv.Itoa(n)
	var b strings.Builder
	for i, digit := range s {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			b.WriteRune('\u202f')
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// percent is a share as it is printed: "83.3 %".
func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	share := strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64)
	if share == "100.0" && part < whole {
		share = "99.9" // no fault may be rounded away
	}
	return strings.TrimSuffix(share, ".0") + "\u202f%"
}
