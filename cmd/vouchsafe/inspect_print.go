package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// writeInspection writes one inspection for a person at a terminal.
func writeInspection(out io.Writer, line int, told inspection) error {
	var b strings.Builder
	fmt.Fprintf(&b, "request %d\n", line)
	if told.Error != nil {
		fmt.Fprintf(&b, "  error     %s\n", visible(told.Error.Message))
	} else {
		summarize(&b, told)
	}
	for _, w := range told.Warnings {
		fmt.Fprintf(&b, "  warning   %s\n", visible(w))
	}
	b.WriteString("\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// noChunks advises whoever expected passages.
const noChunks = `  advice    nothing here would be verified. If there are passages in the prompt, say so in it: a line such as "Context:" above
            them, a tag around each (<document id="d1">…</document>), or send them beside the messages in vouchsafe.chunks.
            docs/layouts.md shows every form that is read.
`

func summarize(b *strings.Builder, told inspection) {
	question := "none found"
	if told.Question != nil {
		question = clipText(visible(*told.Question), 160)
	}
	fmt.Fprintf(b, "  question  %s\n", question)
	if told.Auxiliary != nil {
		fmt.Fprintf(b, "  asks      %s; form: %s\n", visible(told.Asks), cmp.Or(*told.Auxiliary, "none"))
	}
	if len(told.Layouts) > 0 {
		fmt.Fprintf(b, "  layout    %s\n", strings.Join(told.Layouts, ", "))
	}
	fmt.Fprintf(b, "  evidence  %s\n", countOf(len(told.Chunks), "chunk"))
	if len(told.Chunks) == 0 && told.Auxiliary == nil {
		b.WriteString(noChunks)
	}
	for i := range told.Chunks {
		told.Chunks[i].summarize(b)
	}
}

// summarize writes a chunk as two lines: what it is, and how it begins.
func (c seen) summarize(b *strings.Builder) {
	facts := []string{string(c.Standing) + " " + string(c.Kind), "layout " + c.Layout}
	if c.Role != "" {
		facts = append(facts, c.Role+" message")
	}
	for _, name := range []string{c.Title, c.Filename, c.URL} {
		if name != "" {
			facts = append(facts, name)
		}
	}
	fmt.Fprintf(b, "    [%s] %s\n", visible(c.ID), visible(strings.Join(facts, ", ")))
	fmt.Fprintf(b, "        %s (%s)\n", clipText(visible(c.Text), 160), countOf(len([]rune(c.Text)), "character"))
}
