package main

import (
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
)

// glance is what the gateway made of a prompt, in short.
type glance struct {
	passages, sections int
	ids, layouts       []string // the first of them
	marker             string   // the style in which the app wants its citations; "" for none
	asks               string   // what it asks for and why; "" where it asks for an answer, or nobody looked
	task               bool     // it asks for something that a program reads
	unseen             string   // why no passage was seen, where the prompt speaks of some
}

// look takes in the passages.
func (g *glance) look(at func(int) *evidence.Chunk, n int) {
	const named = 3
	g.passages = n
	for i := range n {
		c := at(i)
		if c.Kind == evidence.Section {
			g.sections++
		}
		if len(g.ids) < named {
			g.ids = append(g.ids, c.ID)
		}
		if len(g.layouts) < named && !slices.Contains(g.layouts, c.Layout) {
			g.layouts = append(g.layouts, c.Layout)
		}
	}
}

// String tells it in a sentence without a full stop.
func (g *glance) String() string {
	var parts []string
	switch {
	case g.passages > 0:
		ids := strings.Join(g.ids, ", ")
		if g.passages > len(g.ids) {
			ids += ", …"
		}
		parts = append(parts, fmt.Sprintf("%s (%s), read as %s", countOf(g.passages, "passage"), ids, strings.Join(g.layouts, ", ")))
	case g.unseen != "":
		parts = append(parts, "no passages: "+g.unseen)
	case g.task:
		parts = append(parts, "no passages")
	default:
		parts = append(parts, "no passages seen: looked for "+layout.LookedFor)
	}
	if g.marker != "" {
		parts = append(parts, "markers as the prompt wants them, "+g.marker)
	}
	switch kind, why, _ := strings.Cut(g.asks, ": "); ask.Kind(kind) {
	case ask.Task:
		parts = append(parts, "a task, whose reply passes in its form: "+why)
	case ask.Unsure:
		parts = append(parts, "a task or an answer, which its reply will tell: "+why)
	}
	return strings.Join(parts, "; ")
}

const howToMark = `a line such as "Context:" above, or a tag around each passage (<document id="d1">…</document>); ` +
	"or send it beside the messages in vouchsafe.chunks: `vouchsafe docs layouts`"

// advice is what to change where less was seen than there may be, with the page that
// helps; "" where nothing need be.
func (g *glance) advice() string {
	switch {
	case g.task:
		return "If people read its reply as an answer, have the prompt order an answer, or set the policy's tasks: `vouchsafe docs tasks`"
	case g.passages == 0 && g.unseen == layout.NotText:
		return "Send what they say as text, too, in the prompt or beside the messages in vouchsafe.chunks: `vouchsafe docs layouts`"
	case g.passages == 0 && g.unseen == layout.TooLong:
		return "Send the passages beside the messages, in vouchsafe.chunks: `vouchsafe docs layouts`"
	case g.passages == 0 && g.unseen != "":
		return "Send what it speaks of as text, and mark it: " + howToMark
	case g.passages == 0:
		return "A chat needs none. If this one has material, send it as text, and mark it: " + howToMark
	case g.sections == g.passages:
		return "Where this holds several passages they cannot be told apart, and a citation can name the whole alone: give each a head " +
			"or a tag with its id: `vouchsafe docs layouts#sections`"
	}
	return ""
}

// glanceAt is what an exchange's prompt was read as, by what its trace holds.
func glanceAt(chunks []evidence.Chunk, findings []report.Finding, reason string) *glance {
	g := &glance{task: reason == report.ReasonTask, unseen: unseenIn(findings)}
	g.look(func(i int) *evidence.Chunk { return &chunks[i] }, len(chunks))
	return g
}

// unseenIn is why passages were not seen, "" where nothing speaks of any.
func unseenIn(findings []report.Finding) string {
	for _, f := range findings {
		if f.Code == report.Unreadable {
			return f.Detail
		}
	}
	return ""
}
