package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/replay"
)

// pass is one pass over an input. It holds no more lines at a time than keep the
// cores busy.
type pass struct {
	judge func(o *outcome, line []byte) // says what comes of a line
	taken func(o *outcome)              // is told of each, in the order of the input; may be nil
	out   io.Writer
	live  io.Writer // shows on a terminal how far the run has come
	page  *selection
	tally tally
}

// outcome is what came of one line.
type outcome struct {
	line   int
	item   audit.Item
	told   any            // the line of output; nil for none
	was    report.Verdict // of a replay: what the answer came to when it was given
	passes bool           // of a replay: it would pass
	err    error          // why the line cannot be used

	decision  *replay.Decision // of a replay
	hidden    bool             // it is not shown on the page
	uncounted bool             // nor counted there
}

// unreadable is the line of output for a line that cannot be used.
type unreadable struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Line  int             `json:"line"`
	Error string          `json:"error"`
}

// errStopped ends the reading of lines when nobody takes what comes of them.
var errStopped = errors.New("nobody takes the results")

// over judges every line, several at a time, and tells of them in the order of
// the input. What is queued bounds what is running.
func (p *pass) over(input lines) error {
	queue, stop := make(chan chan outcome, 2*runtime.GOMAXPROCS(0)), make(chan struct{})
	defer close(stop)
	var fault error
	go func() {
		defer close(queue)
		fault = input(func(n int, line []byte) error {
			slot := make(chan outcome, 1)
			select {
			case queue <- slot:
			case <-stop:
				return errStopped
			}
			go func() { slot <- p.guarded(n, line) }()
			return nil
		})
	}()
	out := bufio.NewWriterSize(p.out, 1<<16)
	err := p.gather(queue, out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return fault
}

// gather tells of each line what came of it.
func (p *pass) gather(queue <-chan chan outcome, out *bufio.Writer) error {
	var bar progress
	if isTerminal(p.live) {
		bar.out = p.live
	}
	defer bar.clear()
	rows := 0
	for slot := range queue {
		o := <-slot
		if o.told != nil {
			if err := writeLine(out, o.told); err != nil {
				return err
			}
		}
		if p.taken != nil {
			p.taken(&o)
		}
		if !o.uncounted {
			p.tally.add(o)
		}
		if !o.hidden {
			p.page.add(o)
		}
		rows++
		bar.show(rows)
		if len(queue) == 0 { // whoever reads along need not wait for a full buffer
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// guarded judges one line. A fault of the program's own is told like any other:
// one line in a million must not cost the rest.
func (p *pass) guarded(n int, line []byte) (o outcome) {
	o.line = n
	defer func() {
		if fault := recover(); fault != nil {
			o.err = fmt.Errorf("internal error: %v", fault)
			o.told = unreadable{o.item.ID, n, o.err.Error()}
		}
	}()
	p.judge(&o, line)
	return o
}

// progress shows how far a run has come. The zero value shows nothing.
type progress struct {
	out   io.Writer // a terminal
	shown time.Time
}

// show draws at most ten times a second.
func (p *progress) show(rows int) {
	if p.out != nil && time.Since(p.shown) >= 100*time.Millisecond {
		p.shown = time.Now()
		fmt.Fprintf(p.out, "\r\x1b[K%d rows", rows)
	}
}

func (p *progress) clear() {
	if p.out != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
