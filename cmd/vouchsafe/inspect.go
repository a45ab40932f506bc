package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"vouchsafe/config"
	"vouchsafe/grounding/auxiliary"
	"vouchsafe/grounding/chunk"
	"vouchsafe/grounding/layout"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
)

// maxLine bounds one line of input.
const maxLine = 64 << 20

func inspectCommand(s streams) *cobra.Command {
	var path, app string
	cmd := &cobra.Command{
		Use: "inspect REQUEST.jsonl|-", Short: "Show what the gateway sees in a prompt: the chunks, the layout, the question", Args: takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			look, err := newInspector(path, app, s)
			if err != nil {
				return err
			}
			in, err := openInput(args[0], s.in)
			if err == nil {
				err = notFolder(in)
			}
			if err != nil {
				return &exit{exitUsage, err}
			}
			defer in.Close()
			return look.all(s.out, newLines(in, maxLine))
		},
	}
	configFlag(cmd, &path)
	cmd.Flags().StringVar(&app, "app", config.DefaultApp, "look with the policy of this app")
	return cmd
}

// inspector looks at requests as an app's gateway would.
type inspector struct {
	options layout.Options
	exempt  []auxiliary.Rule
}

func newInspector(path, app string, s streams) (*inspector, error) {
	c, err := loadConfig(path, s)
	if err != nil {
		return nil, err
	}
	setup, err := buildSetup(c, newKept(nil))
	if err != nil {
		return nil, &exit{exitUsage, err}
	}
	for _, a := range setup.Apps {
		if a.Name == app {
			return &inspector{a.LayoutOptions(true), a.Exempt}, nil
		}
	}
	return nil, &exit{exitUsage, fmt.Errorf("there is no app %q", app)}
}

// inspection is one line of output.
type inspection struct {
	Layouts   []string `json:"layouts"`
	Question  *string  `json:"question"`
	Chunks    []seen   `json:"chunks"`
	Auxiliary *string  `json:"auxiliary"`
	Warnings  []string `json:"warnings"`
	Error     *fault   `json:"error,omitempty"`
}

// fault is why a line is no request.
type fault struct {
	Line    int    `json:"line"` // of the input, from 1
	Message string `json:"message"`
	Param   string `json:"param,omitempty"`
}

// all looks at every line of the input. Each gives one line, the blank and the
// overlong ones too, so that input and output can be laid side by side.
func (i *inspector) all(out io.Writer, in *lines) error {
	for {
		line, err := in.line()
		told := inspection{Layouts: []string{}, Chunks: []seen{}, Warnings: []string{}}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLongLine):
			told.Error = &fault{Line: in.n, Message: fmt.Sprintf("The line is longer than %d bytes.", in.max)}
		case err != nil:
			return &exit{exitFailed, err}
		case len(line) == 0:
			told.Error = &fault{Line: in.n, Message: "The line is blank."}
		default:
			i.look(&told, line, in.n)
		}
		if err := writeLine(out, told); err != nil {
			return &exit{exitFailed, fmt.Errorf("cannot write the results: %w", err)}
		}
	}
}

// look looks at one request.
func (i *inspector) look(told *inspection, body []byte, line int) {
	chat, err := parseChat(body)
	if err != nil {
		told.Error = &fault{line, err.Message, err.Param}
		return
	}
	p := chat.Prompt()
	found := layout.Find(p, i.options)
	told.Layouts = append(told.Layouts, found.Layouts...)
	told.Warnings = append(told.Warnings, found.Warnings()...)
	if found.HasQuestion {
		told.Question = &found.Question
	}
	if rule, ok := auxiliary.Recognise(p, i.exempt); ok {
		told.Auxiliary = &rule.Name
	} else if len(found.Chunks) == 0 && speaksOfContext(p) {
		told.Warnings = append(told.Warnings, "the prompt speaks of a context and none was found: its answer would pass unverified, unless when_no_context is refuse")
	}
	set := chunk.NewSet(found.Chunks)
	for n := range set.Len() {
		told.Chunks = append(told.Chunks, see(set.At(n), set.Handle(n)))
	}
}

// speaksOfContext reports whether a prompt mentions what it should hold.
func speaksOfContext(p prompt.Prompt) bool {
	for _, m := range p.Messages {
		text := strings.ToLower(strings.Join(m.Parts, " "))
		for _, word := range []string{"context", "document", "source", "passage", "excerpt", "above", "following text", "reference",
			"kontext", "quelle", "contexte", "contexto", "contesto", "контекст", "السياق", "资料", "上下文", "文脈", "資料"} {
			if strings.Contains(text, word) {
				return true
			}
		}
	}
	return false
}

func parseChat(body []byte) (*wire.Chat, *wire.Error) {
	if err := wire.Check(body, 0); err != nil {
		return nil, err
	}
	return wire.SurfaceOf(body).Parse(body)
}

// openInput opens a file, or standard input for "-".
func openInput(name string, stdin io.Reader) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the input: %w", err)
	}
	return f, nil
}

func writeLine(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
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

func see(c *chunk.Chunk, handle string) seen {
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
	if c.Message != chunk.Beside {
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
