package verify

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is what an answer says: without markers, and without the form in which it came.
func (r *Result) Text() string {
	var b strings.Builder
	ended := true
	for i := range r.Segments {
		said := r.Segments[i].Text
		if said == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(said)
		last, _ := utf8.DecodeLastRuneInString(said)
		if !ended && !unicode.IsSpace(first) {
			b.WriteByte(' ')
		}
		b.WriteString(said)
		ended = unicode.IsSpace(last)
	}
	return strings.TrimSpace(b.String())
}
