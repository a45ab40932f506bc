package wire

import "strings"

// A model that has searched marks in its text what it has found it in: between
// two characters of the private use area (U+E200 and U+E201), or in lenticular
// brackets around a dagger (【4:0†kiln.pdf】). Clients are shown annotations in
// their place; what is left of them in a text says nothing.
var searchMarks = [...]struct{ open, end, within string }{
	{"\ue200", "\ue201", ""},
	{"【", "】", "†"},
}

// longestMark bounds the search for the end of a mark, in bytes.
const longestMark = 256

// withoutMarks takes such marks out of a text, each with the space before it.
func withoutMarks(text string) string {
	for _, m := range searchMarks {
		if !strings.Contains(text, m.open) {
			continue
		}
		var kept strings.Builder
		for {
			at := strings.Index(text, m.open)
			if at < 0 {
				break
			}
			rest := text[at+len(m.open):]
			end := strings.Index(rest[:min(len(rest), longestMark)], m.end)
			if end < 0 || !strings.Contains(rest[:end], m.within) {
				kept.WriteString(text[:at+len(m.open)])
				text = rest
				continue
			}
			kept.WriteString(strings.TrimSuffix(text[:at], " "))
			text = rest[end+len(m.end):]
		}
		kept.WriteString(text)
		text = kept.String()
	}
	return text
}
