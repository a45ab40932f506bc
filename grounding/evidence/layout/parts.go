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

// parts notes what each stretch of the messages is for.
func (f *finder) parts() {
	for i := range f.texts {
		var known []Part
		for _, s := range f.spans[i] {
			known = append(known, Part{i, s.start, s.end, Material})
		}
		for _, s := range f.samples[i] {
			known = append(known, Part{i, s.start, s.end, Sample})
		}
		if i == f.asker {
			known = append(known, f.questionPart(i)...)
		}
		f.out.Parts = f.appendParts(i, known)
	}
}

// questionPart is where the question stands in the message that holds it, in one piece.
func (f *finder) questionPart(i int) []Part {
	at := strings.LastIndex(f.texts[i], f.out.Question)
	if at < 0 || f.out.Question == "" {
		return nil
	}
	return []Part{{i, at, at + len(f.out.Question), Question}}
}

// appendParts adds the parts of message i: those known, and what is left between them.
func (f *finder) appendParts(i int, known []Part) []Part {
	slices.SortFunc(known, func(a, b Part) int { return cmp.Compare(a.Start, b.Start) })
	out, at := f.out.Parts, 0
	rest := func(end int) {
		if s := trimmed(f.texts[i], at, max(at, end)); s.end > s.start {
			out = append(out, Part{i, s.start, s.end, Instruction})
		}
	}
	for _, k := range known {
		if k.Start < at {
			continue
		}
		rest(k.Start)
		out, at = append(out, k), k.End
	}
	rest(len(f.texts[i]))
	return out
}
