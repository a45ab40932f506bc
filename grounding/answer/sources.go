package answer

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// Bounds on a list of sources: longer lines and lists are text, and a shorter
// name can stand in any line by chance.
const (
	maxEntries = 200
	maxEntry   = 600
	minName    = 4
)

// cutList parts the list of sources that a model wrote at the end of its text
// from the text. A text that is nothing but such a list stays.
func (r *reader) cutList(text string) (body, list string) {
	if !strings.Contains(text, "\n") {
		return text, "" // a list has a line of its own
	}
	at := r.listStart(text)
	body = strings.TrimRight(text[:at], " \t\r\n")
	body = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(body, "\n---"), "\n***"), " \t\r\n")
	if at == len(text) || blank(body) {
		return text, ""
	}
	return body, strings.TrimSpace(text[at:])
}

// listStart finds where a list of sources begins: at its heading, else at the
// first of the footnote definitions that end the text; else the text's end.
// It walks backwards over the lines that can be entries.
func (r *reader) listStart(text string) int {
	notes, onlyNotes := len(text), true
	strong, known := true, true // all entries so far look like entries; name sources
	for at, n := len(text), 0; at > 0 && n < maxEntries && (strong || known); n++ {
		end := at
		at = strings.LastIndexByte(strings.TrimSuffix(text[:end], "\n"), '\n') + 1
		line := strings.TrimSpace(text[at:end])
		if line == "" {
			continue
		}
		if len(line) > maxEntry {
			break
		}
		heading, rest := splitHeading(line)
		named := known && (rest == "" || r.namesSource(rest))
		listed := named || strong && (rest == "" || isListed(rest))
		if slices.Contains(words.DoubtfulHeadings, heading) && named || slices.Contains(words.ListHeadings, heading) && listed {
			return at
		}
		if onlyNotes = onlyNotes && isNote(line); onlyNotes {
			notes = at
		}
		strong, known = strong && isListed(line), known && r.namesSource(line)
	}
	return notes
}

// splitHeading reads `## Sources`, `**Sources:**` or `Sources: a, b`.
func splitHeading(line string) (heading, rest string) {
	line = strings.TrimLeft(line, "#*_> ")
	heading, rest, _ = strings.Cut(strings.Replace(line, "：", ":", 1), ":")
	return strings.ToLower(strings.Trim(heading, "*_ ")), strings.Trim(rest, "*_ ")
}

// isNote tells a definition of a footnote or link: `[^1]: …`, `[1]: …`.
func isNote(line string) bool {
	inner, _, ok := strings.Cut(strings.TrimPrefix(line, "["), "]:")
	_, isNumber := plainNumber(strings.TrimPrefix(inner, "^"))
	return ok && line[0] == '[' && (isNumber || strings.HasPrefix(inner, "^"))
}

// isListed tells a line that has the look of an entry: a bullet or number.
func isListed(line string) bool {
	return strings.TrimLeft(line, "-*+[†•0123456789") != line || strings.Contains(line, "://")
}

// namesSource tells a line that begins with a marker, or holds an address or
// the title or file name of a known source.
func (r *reader) namesSource(line string) bool {
	if strings.Contains(line, "https://") || strings.Contains(line, "http://") {
		return true
	}
	body := strings.TrimLeft(line, "-*+• \t")
	inner, _, ok := strings.Cut(strings.TrimPrefix(body, "["), "]")
	if ok && body[0] == '[' {
		if _, isNumbers := splitNumbers(strings.Trim(inner, "†^")); isNumbers || r.known.any(inner) != nil {
			return true
		}
	}
	r.known.build()
	folded := evidence.FoldName(body)
	for name := range r.known.names {
		if len(name) >= minName && strings.Contains(folded, name) {
			return true
		}
	}
	return false
}

// dropList takes a list of sources off the end of segments already read.
func (r *reader) dropList() {
	if !slices.ContainsFunc(r.answer.Segments, func(s Segment) bool { return strings.Contains(s.Text, "\n") }) {
		return // a list has a line of its own
	}
	text := r.answer.Text()
	body, list := r.cutList(text)
	if list == "" {
		return
	}
	r.answer.List = list
	left := len(body)
	for i := range r.answer.Segments {
		s := &r.answer.Segments[i]
		if len(s.Text) >= left {
			s.Text = s.Text[:left]
			r.answer.Segments = r.answer.Segments[:i+1]
			return
		}
		left -= len(s.Text)
	}
}
