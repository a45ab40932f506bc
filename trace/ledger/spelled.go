package ledger

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// A pattern speaks of what people read. A text may spell that otherwise: with the escapes of JSON, as a model writes it, percent-encoded in an
// address, with the entities of HTML, with letters between that nobody sees, and one of these within another.

// spelled is a text as it is read, and where each of its bytes, and its end, is spelled.
type spelled struct {
	text []byte
	from []int
}

// deepest is how many spellings stand within each other at most: nobody but an adversary writes more.
const deepest = 8

// plainly is a text that is read as it stands.
func plainly(said string) *spelled {
	s := &spelled{[]byte(said), make([]int, len(said)+1)}
	for i := range s.from {
		s.from[i] = i
	}
	return s
}

// escapes are the spellings of a character.
var escapes = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^u]|%[0-9a-fA-F]{2}|&#?[0-9A-Za-z]{1,31};`)

// decoded is the text with each spelling read once, and without what nobody sees; false where there is neither.
func (s *spelled) decoded() (out *spelled, changed bool) {
	out = &spelled{}
	at := 0
	add := func(end int) {
		for at < end {
			r, size := utf8.DecodeRune(s.text[at:end])
			if text.Invisible(r) {
				changed = true
			} else {
				out.text, out.from = append(out.text, s.text[at:at+size]...), append(out.from, s.from[at:at+size]...)
			}
			at += size
		}
	}
	for _, found := range escapes.FindAllIndex(s.text, -1) {
		add(found[0])
		escape := string(s.text[found[0]:found[1]])
		read := character(escape)
		changed = changed || read != escape
		for _, b := range []byte(read) {
			out.text, out.from = append(out.text, b), append(out.from, s.from[found[0]])
		}
		at = found[1]
	}
	add(len(s.text))
	out.from = append(out.from, s.from[len(s.text)])
	return out, changed
}

// character is what an escape spells.
func character(escape string) string {
	switch {
	case escape[0] == '&':
		return html.UnescapeString(escape)
	case escape[0] == '%':
		b, _ := strconv.ParseUint(escape[1:], 16, 8)
		return string([]byte{byte(b)})
	case escape[1] != 'u':
		if at := strings.IndexByte("bfnrt", escape[1]); at >= 0 {
			return "\b\f\n\r\t"[at : at+1]
		}
		return escape[1:]
	}
	unit := func(digits string) rune { n, _ := strconv.ParseUint(digits, 16, 16); return rune(n) }
	r := unit(escape[2:6])
	if len(escape) > 6 {
		r = utf16.DecodeRune(r, unit(escape[8:]))
	}
	return string(utf8.AppendRune(nil, r))
}

// span is a part of a text, in bytes.
type span struct{ start, end int }

// covered is a text with a mask in the place of each stretch that some spans cover.
func covered(text string, spans []span) string {
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	var out strings.Builder
	at := 0
	for i := 0; i < len(spans); {
		start, end := spans[i].start, spans[i].end
		for i++; i < len(spans) && spans[i].start < end; i++ {
			end = max(end, spans[i].end)
		}
		if end > start {
			out.WriteString(text[at:start] + mask)
			at = end
		}
	}
	if at == 0 {
		return text
	}
	return out.String() + text[at:]
}
