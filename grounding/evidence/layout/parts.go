package layout

import (
	"cmp"
	"slices"
	"strings"

	"vouchsafe/proxy/wire/prompt"
)

// Part is a stretch of a message and what it is for. Start and End are bytes of TextOf
// the message. The parts of a message follow each other and leave out blanks alone.
type Part struct {
	Message    int
	Start, End int
	Kind       PartKind
}

// PartKind is what a part of a prompt is for.
type PartKind uint8

const (
	Instruction PartKind = iota // the app's own words; in a user's message all that is none of the others
	Material                    // passages, with the marks around them
	Question                    // what the user asks
	Sample                      // worked examples, templates, forms
)

// TextOf is the text of a message as it is searched: its parts with a blank line between
// them, lines ended by a line feed.
func TextOf(m *prompt.Message) string {
	text := m.Parts
	if len(text) == 1 {
		return unixLines(text[0])
	}
	return unixLines(strings.Join(text, "\n\n"))
}

func unixLines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\r\n", "\n")
}

// Parts tells what each stretch of the messages of a prompt is for, which must be the one
// that was read.
func (f *Found) Parts(p prompt.Prompt) []Part {
	var out []Part
	for i := range p.Messages {
		if i < len(f.spans) {
			out = f.appendParts(out, i, TextOf(&p.Messages[i]))
		}
	}
	return out
}

// appendParts adds the parts of message i: those known, and what is left between them.
func (f *Found) appendParts(out []Part, i int, text string) []Part {
	var known []Part
	for _, s := range f.spans[i] {
		known = append(known, Part{i, s.start, s.end, Material})
	}
	for _, s := range f.samples[i] {
		known = append(known, Part{i, s.start, s.end, Sample})
	}
	if i == f.asker && f.Question != "" {
		if at := strings.LastIndex(text, f.Question); at >= 0 {
			known = append(known, Part{i, at, at + len(f.Question), Question})
		}
	}
	slices.SortFunc(known, func(a, b Part) int { return cmp.Compare(a.Start, b.Start) })
	at := 0
	for _, k := range append(known, Part{Start: len(text), End: len(text)}) {
		if s := trimmed(text, at, max(at, k.Start)); s.end > s.start {
			out = append(out, Part{i, s.start, s.end, Instruction})
		}
		if k.Start >= at && k.End > k.Start {
			out, at = append(out, k), k.End
		}
	}
	return out
}
