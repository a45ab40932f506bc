package main

import (
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

func summarize(b *strings.Builder, told inspection) {
	question := "none found"
	if told.Question != nil {
		question = clipText(visible(*told.Question), 160)
	}
	if told.As != "" {
		fmt.Fprintf(b, "  read as   %s\n", told.As)
	}
	fmt.Fprintf(b, "  question  %s\n", question)
	fmt.Fprintf(b, "  seen      %s\n", visible(told.Seen))
	for i := range told.Chunks {
		told.Chunks[i].summarize(b)
	}
	if told.Advice != "" {
		fmt.Fprintf(b, "  advice    %s\n", told.Advice)
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
