package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/audit"
)

// verifyRun is one pass over the input. It holds no more lines at a time than
// keep the cores busy.
type verifyRun struct {
	lines    *lines
	options  audit.Options
	out      io.Writer
	progress *progress
	page     *selection
	tally    tally
}

// outcome is what came of one line.
type outcome struct {
	line   int
	item   audit.Item
	was    report.Verdict // of a replay: what the answer came to when it was given
	passes bool           // of a replay: it would pass
	err    error          // why the line cannot be used
	fail   error          // why the input cannot be read on
}

// unreadable is the line of output for a line that cannot be used.
type unreadable struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Line  int             `json:"line"`
	Error string          `json:"error"`
}

// all audits every line, several at a time, and tells of them in the order of
// the input.
func (r *verifyRun) all() error {
	queue := make(chan chan outcome, 2*runtime.GOMAXPROCS(0))
	stop := make(chan struct{})
	go r.feed(queue, stop)
	defer close(stop)
	defer r.progress.clear()
	out := bufio.NewWriterSize(r.out, 1<<16)
	for slot := range queue {
		o := <-slot
		if o.fail != nil {
			return errors.Join(o.fail, out.Flush())
		}
		if err := r.write(out, o); err != nil {
			return err
		}
		r.tally.add(o)
		r.page.add(o)
		r.progress.show(r.tally.rows)
		if len(queue) == 0 { // whoever reads along need not wait for a full buffer
			if err := out.Flush(); err != nil {
				return fmt.Errorf("cannot write the results: %w", err)
			}
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}

// feed starts an audit for each line. What is queued bounds what is running.
func (r *verifyRun) feed(queue chan<- chan outcome, stop <-chan struct{}) {
	defer close(queue)
	for {
		line, err := r.lines.next()
		if errors.Is(err, io.EOF) {
			return
		}
		slot := make(chan outcome, 1)
		select {
		case queue <- slot:
		case <-stop:
			return
		}
		o := outcome{line: r.lines.n}
		if err != nil {
			o.fail = err
			slot <- o
			return
		}
		go func() { slot <- r.audit(o, line) }()
	}
}

// audit audits one line. A fault of the program's own is told like any other:
// one line in a million must not cost the rest.
func (r *verifyRun) audit(o outcome, line []byte) (done outcome) {
	defer func() {
		if fault := recover(); fault != nil {
			o.err = fmt.Errorf("internal error: %v", fault)
			done = o
		}
	}()
	o.item, o.err = audit.Line(line, r.options)
	return o
}

func (r *verifyRun) write(out io.Writer, o outcome) error {
	var v any = o.item
	if o.err != nil {
		v = unreadable{o.item.ID, o.line, o.err.Error()}
	}
	if err := writeLine(out, v); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}
