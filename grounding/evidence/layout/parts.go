package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
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

// turns numbers the turn that each message belongs to. A turn ends with an
// assistant's answer. The system messages at the head of a conversation are
// sent anew each time and so belong to the last turn.
func turns(messages []prompt.Message) []int {
	of := make([]int, len(messages))
	turn := 0
	for i := range messages {
		of[i] = turn
		m := &messages[i]
		if m.Role == "assistant" && !m.ToolCalls && i+1 < len(messages) && strings.TrimSpace(strings.Join(m.Parts, "")) != "" {
			turn++
		}
	}
	for i := range messages {
		if !isApps(messages[i].Role) {
			break
		}
		of[i] = turn
	}
	return of
}

func (r *request) lastTurn() int {
	if len(r.turns) == 0 {
		return 0
	}
	return r.turns[len(r.turns)-1]
}

// settleTurns makes the chunks of earlier turns stale. The newest turn that
// has chunks is the current one; what a user's message holds does not make
// the app's own chunks of an earlier turn stale.
func (f *finder) settleTurns() {
	if f.o.Conversation {
		return
	}
	own, all := -1, -1
	for i := range f.out.Chunks {
		if f.out.Chunks[i].Ambient {
			continue
		}
		all = max(all, f.born[i])
		if f.out.Chunks[i].Standing == evidence.Primary {
			own = max(own, f.born[i])
		}
	}
	for i := range f.out.Chunks {
		c := &f.out.Chunks[i]
		if c.Standing == evidence.Primary && f.born[i] < own || c.Standing == evidence.Fallback && f.born[i] < all {
			c.Standing = evidence.Stale
		}
	}
}

// Warnings tells, for whoever integrates an app, of each thing that was not
// certain: what to declare, or to lay out otherwise.
func (f *Found) Warnings() []string {
	var out []string
	for i := range f.Chunks {
		out = appendDoubts(out, i+1, &f.Chunks[i])
	}
	out = append(out, f.sharedIDs()...)
	for _, channel := range f.Mute {
		out = append(out, fmt.Sprintf("%s holds no text that could be read", channel))
	}
	if f.Unfit {
		out = append(out, "the layouts that the policy names do not fit this prompt: it was read without them")
	}
	if f.Unseen != "" {
		out = append(out, f.Unseen+": "+f.UnseenWhy+"; its answer passes unverified unless when_no_context is refuse")
	}
	if len(f.Chunks) > 0 && !f.HasQuestion {
		out = append(out, "no question was found")
	}
	return append(out, f.Untrusted...)
}

// appendDoubts tells of what is uncertain about the nth chunk.
func appendDoubts(out []string, n int, c *evidence.Chunk) []string {
	switch {
	case c.Kind == evidence.Section && c.Ambient:
		out = append(out, fmt.Sprintf("chunk %d is text of a %s message in which no layout was recognised", n, c.Role))
	case c.Kind == evidence.Section:
		const what = "chunk %d is a section: its passages cannot be told apart, so quotes are checked against the whole"
		out = append(out, fmt.Sprintf(what, n))
	}
	if c.Truncated {
		out = append(out, fmt.Sprintf("chunk %d has no end: it may have been cut off", n))
	}
	if c.Standing == evidence.Fallback {
		const what = "chunk %d stands where a user could have typed it: it counts only where the app sends nothing better"
		out = append(out, fmt.Sprintf(what, n))
	}
	if c.Derived {
		out = append(out, fmt.Sprintf("chunk %d looks like what a model wrote", n))
	}
	return out
}

// sharedIDs tells of ids that do not name one chunk of the current turn.
func (f *Found) sharedIDs() []string {
	count := map[string]int{}
	for i := range f.Chunks {
		if c := &f.Chunks[i]; c.ID != "" && c.Standing != evidence.Stale {
			count[c.ID]++
		}
	}
	var out []string
	for i := range f.Chunks {
		id := f.Chunks[i].ID
		if count[id] > 1 {
			out = append(out, fmt.Sprintf("%d chunks show the id %q: the model is told other names for them", count[id], id))
			count[id] = 0
		}
	}
	return out
}
