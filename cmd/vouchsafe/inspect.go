package main

import (
	"cmp"
	"fmt"
	"io"

	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire"
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
	use: "inspect REQUEST.jsonl|-", does: "Show what the gateway sees in a prompt: the chunks, the layout, the question",
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
	Layouts   []string `json:"layouts"`
	Question  *string  `json:"question"`
	Chunks    []seen   `json:"chunks"`
	Auxiliary *string  `json:"auxiliary"` // the form that a task demands of its reply; nil for an answer
	Asks      string   `json:"asks,omitempty"`
	Warnings  []string `json:"warnings"`
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

// all looks at every line of the input. Each gives one line, blank ones
// too, so that input and output can be laid side by side.
func (i *inspector) all(out io.Writer, in lines, show func(io.Writer, int, inspection) error) error {
	err := in(func(n int, line []byte) error {
		told := inspection{Layouts: []string{}, Chunks: []seen{}, Warnings: []string{}}
		if len(line) == 0 {
			told.Error = &fault{Line: n, Message: "The line is blank."}
		} else {
			i.look(&told, line, n)
		}
		if err := show(out, n, told); err != nil {
			return fmt.Errorf("cannot write the results: %w", err)
		}
		return nil
	})
	if err != nil {
		return &exit{exitFailed, err}
	}
	return nil
}

// look looks at one request.
func (i *inspector) look(told *inspection, body []byte, line int) {
	chat, err := parseChat(body)
	if err != nil && audit.IsTrace(body) {
		err.Message = "The line is a trace, which does not hold its request; it holds its evidence, under chunks."
	}
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
	if asks := ask.Of(p, &found, chat.Schema, i.exempt); asks.Kind != ask.Answer {
		name := asks.Form.Name()
		told.Auxiliary, told.Asks = &name, string(asks.Kind)+": "+asks.Why
	}
	set := evidence.NewSet(found.Chunks)
	for n := range set.Len() {
		c := *set.At(n)
		c.ID = cmp.Or(c.ID, set.Handle(n))
		told.Chunks = append(told.Chunks, seen{&c})
	}
}

func parseChat(body []byte) (*wire.Chat, *wire.Error) {
	if err := wire.Check(body, 0); err != nil {
		return nil, err
	}
	return wire.SurfaceOf(body).Parse(body)
}
