package htmlreport

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed page.html
var markup string

// parts are those of page.html by name, each taken apart at its holes.
var parts = sync.OnceValue(func() map[string][]piece {
	all := map[string][]piece{}
	for _, part := range strings.Split(markup, "\n== ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		var pieces []piece
		for {
			before, rest, open := strings.Cut(text, "{")
			if pieces = append(pieces, piece{text: before}); !open {
				break
			}
			hole, after, _ := strings.Cut(rest, "}")
			pieces = append(pieces, piece{text: hole, hole: true})
			text = after
		}
		all[name] = pieces
	}
	return all
})

// piece is a stretch of markup, or the name of what stands there.
type piece struct {
	text string
	hole bool
}

// values are what stands in the holes of a part: a text, which stays text, or a
// function that writes other parts. Where there is nothing the hole stays empty.
type values map[string]any

// writer writes parts of page.html. All markup comes from there, so no text from
// outside can be written as markup.
type writer struct{ w *bufio.Writer }

func newWriter(w io.Writer) *writer { return &writer{bufio.NewWriterSize(w, 1<<16)} }

// flush returns the first error of all writing.
func (w *writer) flush() error { return w.w.Flush() }

// put writes a part.
func (w *writer) put(part string, v values) {
	for _, p := range parts()[part] {
		if !p.hole {
			w.w.WriteString(p.text)
			continue
		}
		switch value := v[p.text].(type) {
		case string:
			w.text(value)
		case func():
			value()
		}
	}
}

// some is a part for the hole of another one; nil for nothing where a text is
// empty.
func (w *writer) some(part, name, text string) any {
	if text == "" {
		return nil
	}
	return func() { w.put(part, values{name: text}) }
}

// text writes text that stays text, in content and in quoted attributes.
func (w *writer) text(s string) {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		w.rune(r)
		s = s[size:]
	}
}

// escapes are the characters that mean something in markup.
var escapes = map[rune]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;", '\r': ""}

// rune writes one character. Control characters become visible, and so do
// those that reverse the direction of what follows: in a report about what a
// text says, no character may make it read as something else.
func (w *writer) rune(r rune) {
	escaped, special := escapes[r]
	switch {
	case special:
		w.w.WriteString(escaped)
	case r < ' ' && r != '\n' && r != '\t', r >= 0x7f && r <= 0x9f:
		w.w.WriteRune(utf8.RuneError)
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		w.text(fmt.Sprintf("[U+%04X]", r))
	default:
		w.w.WriteRune(r)
	}
}
