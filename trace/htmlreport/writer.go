package htmlreport

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed page.html
var markup string

// parts are those of page.html by name.
var parts = sync.OnceValue(func() map[string][]piece {
	all := map[string][]piece{}
	for _, part := range strings.Split(markup, "\n== ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		all[name], _ = piecesOf(text)
	}
	return all
})

// piece is a stretch of markup, a hole in it, or what stands there on a condition.
type piece struct {
	text string
	hole string  // what stands there
	part string  // that writes it
	when bool    // of what is written on a condition: where there is such a thing
	then []piece // what is written on a condition
}

// piecesOf takes markup apart until its end, or that of a condition, and returns
// what follows.
func piecesOf(text string) (pieces []piece, rest string) {
	for {
		before, after, open := strings.Cut(text, "{")
		pieces = append(pieces, piece{text: before})
		hole, rest, _ := strings.Cut(after, "}")
		if text = rest; !open || hole == "/" {
			return pieces, rest
		}
		p := piece{hole: hole}
		if when := hole[0] == '?'; when || hole[0] == '!' {
			p.hole, p.when = hole[1:], when
			p.then, text = piecesOf(rest)
		}
		p.hole, p.part, _ = strings.Cut(p.hole, ": ")
		pieces = append(pieces, p)
	}
}

// values are what stands in the holes of a part: a text, which stays text; values
// for a part, or a list or sequence of such, or what valuesOf makes such of; texts and marked stretches one behind
// the other. A truth only serves conditions.
type values map[string]any

// stretch is a text that a part of its own marks.
type stretch struct {
	part   string
	values values
}

// isSomething reports whether there is anything to write.
func isSomething(value any) bool {
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice:
		return v.Len() > 0
	default:
		return !v.IsZero()
	}
}

// writer writes parts of page.html. All markup comes from there, so no text from
// outside can be written as markup.
type writer struct{ w *bufio.Writer }

func newWriter(w io.Writer) *writer { return &writer{bufio.NewWriterSize(w, 1<<16)} }

// flush returns the first error of all writing.
func (w *writer) flush() error { return w.w.Flush() }

// put writes pieces of a part.
func (w *writer) put(pieces []piece, v values) {
	for _, p := range pieces {
		value := v[p.hole]
		switch {
		case p.hole == "":
			w.w.WriteString(p.text)
		case p.then == nil:
			w.fill(parts()[p.part], value)
		case isSomething(value) == p.when:
			w.put(p.then, v)
		}
	}
}

// fill writes what stands in a hole.
func (w *writer) fill(part []piece, value any) {
	switch v := value.(type) {
	case string:
		w.text(v)
	case values:
		if v != nil {
			w.put(part, v)
		}
	case []values:
		for _, one := range v {
			w.put(part, one)
		}
	case iter.Seq[values]:
		for one := range v {
			w.put(part, one)
		}
	case stretch:
		w.put(parts()[v.part], v.values)
	case []any:
		for _, one := range v {
			w.fill(nil, one)
		}
	case styleSheet:
		w.w.WriteString(string(v))
	default:
		for _, one := range valuesOf(v) {
			w.put(part, one)
		}
	}
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
