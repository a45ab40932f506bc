package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"vouchsafe/grounding/evidence"
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
	fmt.Fprintf(b, "  question  %s\n", question)
	if told.Auxiliary != nil {
		fmt.Fprintf(b, "  exempt    an auxiliary call: %s\n", *told.Auxiliary)
	}
	if len(told.Layouts) > 0 {
		fmt.Fprintf(b, "  layout    %s\n", strings.Join(told.Layouts, ", "))
	}
	fmt.Fprintf(b, "  evidence  %s\n", countOf(len(told.Chunks), "chunk"))
	for i := range told.Chunks {
		told.Chunks[i].summarize(b)
	}
}

// summarize writes a chunk as two lines: what it is, and how it begins.
func (c *seen) summarize(b *strings.Builder) {
	facts := []string{c.Standing, c.Kind + " of " + c.Layout}
	if c.Role != nil {
		facts = append(facts, *c.Role+" message")
	}
	for _, name := range []*string{c.Title, c.Filename, c.URL} {
		if name != nil {
			facts = append(facts, *name)
		}
	}
	fmt.Fprintf(b, "    [%s] %s\n", visible(c.ChunkID), visible(strings.Join(facts, ", ")))
	fmt.Fprintf(b, "        %s (%s)\n", clipText(visible(c.Text), 160), countOf(len([]rune(c.Text)), "character"))
}

// countOf is a number with its noun.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// seen is a chunk as inspect prints it.
type seen struct {
	ChunkID    string          `json:"chunk_id"`
	DocID      *string         `json:"doc_id"`
	Text       string          `json:"text"`
	Title      *string         `json:"title"`
	URL        *string         `json:"url"`
	Source     *string         `json:"source"`
	Filename   *string         `json:"source_filename"`
	Authors    []string        `json:"authors"`
	Year       *int            `json:"year"`
	Date       *string         `json:"date"`
	Page       *string         `json:"page"`
	Similarity *float64        `json:"similarity"`
	Meta       json.RawMessage `json:"metadata,omitempty"`
	Role       *string         `json:"role"`
	Message    *int            `json:"message"`
	Kind       string          `json:"kind"`
	Standing   string          `json:"standing"`
	Layout     string          `json:"layout"`
}

func see(c *evidence.Chunk, handle string) seen {
	out := seen{
		ChunkID: c.ID, DocID: orNil(c.DocID), Text: c.Text, Title: orNil(c.Title), URL: orNil(c.URL), Source: orNil(c.Source),
		Filename: orNil(c.Filename), Authors: c.Authors, Date: orNil(c.Date), Page: orNil(c.Page), Similarity: c.Similarity,
		Role: orNil(c.Role), Kind: string(c.Kind), Standing: string(c.Standing), Layout: c.Layout,
	}
	if out.ChunkID == "" {
		out.ChunkID = handle
	}
	if c.Year != 0 {
		out.Year = &c.Year
	}
	if c.Message != evidence.Beside {
		out.Message = &c.Message
	}
	if len(c.Meta) > 0 {
		// Values that were raw JSON once are raw JSON still: this cannot fail.
		out.Meta, _ = json.Marshal(c.Meta)
	}
	return out
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
