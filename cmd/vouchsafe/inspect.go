package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"vouchsafe/cmd/vouchsafe/pasted"
	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/ledger"
)

// Flags of inspect.
var (
	inspectApp = &flag{name: "app",
		about: "look with the policy of this app, by `NAME` (default: the app default, or the only app)"}
	inspectJSON = &flag{name: "json", isSwitch: true, about: "print JSON lines on a terminal too"}
)

var inspectCommand = command{
	page: "quickstart#5-when-the-verdict-is-skipped",
	use:  "inspect REQUEST|-", does: "Show what the gateway sees in a prompt: the chunks, the layout, the question",
	more: "REQUEST is a file with the body of a request, its messages, or one of either in each line; with a line of a log or a command\n" +
		"that holds either as JSON; or with the text of a prompt.\n" +
		"For people on a terminal, JSON lines in a pipe. The exit code is 1 if a line is no request.",
	arguments: [2]int{1, 1},
	flags:     []*flag{inspectApp, inspectJSON, configFlag},
	do:        inspect,
}

// inspect shows what the gateway sees in each request of an input.
func inspect(c call) error {
	look, err := newInspector(c.text(configFlag), c.text(inspectApp), c.streams)
	if err != nil {
		return err
	}
	in, err := openInput(c.args[0], c.in)
	if err != nil {
		return err
	}
	defer in.Close()
	show := writeInspection
	if c.isOn(inspectJSON) || !isTerminal(c.out) {
		show = func(out io.Writer, _ int, told inspection) error { return writeLine(out, told) }
	}
	return look.all(c.out, requestsOf(in), show)
}

// inspector looks at requests as an app's gateway would.
type inspector struct {
	options layout.Options
	exempt  []ask.Rule
}

func newInspector(path, app string, s streams) (*inspector, error) {
	c, err := loadConfig(path, s)
	if err != nil {
		return nil, err
	}
	if app, err = chooseApp(c, app); err != nil {
		return nil, err
	}
	setup, err := buildSetup(c, newKept(nil))
	if err != nil {
		return nil, err
	}
	for _, a := range setup.Apps {
		if a.Name == app {
			return &inspector{a.LayoutOptions(true), a.Exempt}, nil
		}
	}
	return nil, fmt.Errorf("there is no app %q", app)
}

// inspection is one line of output.
type inspection struct {
	As        string   `json:"read_as,omitempty"` // where in the input the request stood, if it was not all of it
	Seen      string   `json:"seen,omitempty"`    // in a sentence, as the log tells of an app's first call
	Layouts   []string `json:"layouts"`
	Question  *string  `json:"question"`
	Chunks    []seen   `json:"chunks"`
	Auxiliary *string  `json:"auxiliary"` // the form that a task demands of its reply; nil for an answer
	Asks      string   `json:"asks,omitempty"`
	Marker    string   `json:"marker,omitempty"` // the style of citation that the prompt asks for
	Warnings  []string `json:"warnings"`
	Advice    string   `json:"advice,omitempty"` // what to change, with the page that helps
	Error     *fault   `json:"error,omitempty"`
}

// seen is a chunk under the id by which citations name it, printed as traces
// hold it.
type seen struct{ *evidence.Chunk }

// MarshalJSON writes the chunk.
func (c seen) MarshalJSON() ([]byte, error) { return ledger.ChunkJSON(c.Chunk), nil }

// fault is why a line is no request.
type fault struct {
	Line    int    `json:"line"` // of the input, from 1
	Message string `json:"message"`
	Param   string `json:"param,omitempty"`
}

// wanted is what to give to the command.
const wanted = "What is wanted is the body of a request or its messages, as JSON, or the text of its prompt: " +
	"`vouchsafe docs quickstart#5-when-the-verdict-is-skipped`"

// all looks at every line of the input. Each gives one line, blank ones
// too, so that input and output can be laid side by side. It is an error if
// any is no request.
func (i *inspector) all(out io.Writer, in lines, show func(io.Writer, int, inspection) error) error {
	unread, shown, filled := 0, 0, false
	err := in(func(n int, line []byte) error {
		filled = filled || len(line) > 0
		told := inspection{Layouts: []string{}, Chunks: []seen{}, Warnings: []string{}}
		if len(line) == 0 {
			told.Error = &fault{Line: n, Message: "The line is blank."}
		} else if i.look(&told, line, n); told.Error != nil {
			unread++
		}
		shown++
		if err := show(out, shown, told); err != nil {
			return fmt.Errorf("cannot write the results: %w", err)
		}
		return nil
	})
	if err == nil && !filled {
		err = errors.New("there is no request in the input. " + wanted)
	}
	if err == nil && unread > 0 {
		err = fmt.Errorf("%s of the input cannot be read as a request", countOf(unread, "line"))
	}
	if err != nil {
		return &exit{exitFailed, err}
	}
	return nil
}

// look looks at one request, or at its messages alone.
func (i *inspector) look(told *inspection, body []byte, line int) {
	request, as := pasted.Read(string(body))
	told.As = as
	chat, err := parseChat([]byte(request))
	switch {
	case err != nil && audit.IsTrace(body):
		err.Message = "The line is a trace, which does not hold its request; it holds its evidence, under chunks."
	case err != nil:
		err.Message, _, _ = strings.Cut(err.Message, " `vouchsafe docs ")
		err.Message += " " + wanted + "."
	}
	if err != nil {
		told.Error = &fault{line, err.Message, err.Param}
		return
	}
	p := chat.Prompt()
	found := layout.Find(p, i.options)
	ask.Observe(p, chat.Stop, &found)
	told.Layouts = append(told.Layouts, found.Layouts...)
	told.Warnings = append(told.Warnings, found.Warnings()...)
	told.Marker = found.Marker
	if found.HasQuestion {
		told.Question = &found.Question
	}
	asks := ask.Of(p, &found, wire.WrittenSchema(chat), i.exempt)
	if asks.Kind != ask.Answer {
		name := asks.Form.Name()
		told.Auxiliary, told.Asks = &name, string(asks.Kind)+": "+asks.Why
	}
	set := evidence.NewSet(found.Chunks)
	for n := range set.Len() {
		c := *set.At(n)
		c.ID = cmp.Or(c.ID, c.Shown, set.Handle(n))
		told.Chunks = append(told.Chunks, seen{&c})
	}
	g := glance{marker: found.Marker, asks: asks.String(), task: asks.Kind == ask.Task, unseen: found.UnseenWhy}
	g.look(func(n int) *evidence.Chunk { return told.Chunks[n].Chunk }, len(told.Chunks))
	told.Seen, told.Advice = g.String(), g.advice()
}

// parseChat reads the body of a request through any of the interfaces.
func parseChat(body []byte) (*wire.Chat, *wire.Error) {
	err := wire.Check(body, 0)
	if err == nil && messages.IsRequest(body) {
		_, body, err = messages.Read(body)
	}
	if err != nil {
		return nil, err
	}
	return wire.SurfaceOf(body).Parse(body)
}

// writeInspection writes one inspection for a person at a terminal.
func writeInspection(out io.Writer, n int, told inspection) error {
	var b strings.Builder
	fmt.Fprintf(&b, "request %d\n", n)
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
