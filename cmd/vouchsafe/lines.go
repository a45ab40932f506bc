package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/cmd/vouchsafe/pasted"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/replay"
)

// lines hands on the lines of an input one after the other, each with its number
// from 1 and in memory of its own, until there are no more or one is not taken.
type lines func(take func(n int, line []byte) error) error

// openInput opens a file, or standard input for "-".
func openInput(name string, stdin io.Reader) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(stdin), nil
	}
	f, err := os.Open(name)
	if err == nil {
		var info os.FileInfo
		if info, err = f.Stat(); err == nil && info.IsDir() { // which can be opened but not read
			err = fmt.Errorf("%s is a folder", name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the input: %w", err)
	}
	return f, nil
}

// linesOf are the lines of an input, blank ones too, without white space around
// them.
func linesOf(in io.Reader) lines {
	return func(take func(int, []byte) error) error {
		return chain.EachLine(in, func(n int, line []byte) error {
			if n == 1 {
				line = bytes.TrimPrefix(line, mark)
			}
			return take(n, bytes.TrimSpace(bytes.Clone(line)))
		})
	}
}

// requestsOf are the lines of an input, or its JSON texts where they stand over
// several lines each, or the whole of it where it is no JSON: as people paste them. A text
// has the number of its first line, and so has each request of a list.
func requestsOf(in io.Reader) lines {
	return func(takeOne func(int, []byte) error) error {
		take := func(n int, text []byte) error {
			for _, request := range pasted.All(text) {
				if err := takeOne(n, request); err != nil {
					return err
				}
			}
			return nil
		}
		r := bufio.NewReaderSize(in, 1<<16)
		first, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("cannot read the input: %w", err)
		}
		if isValue(first) {
			return linesOf(io.MultiReader(bytes.NewReader(first), r))(take)
		}
		rest, err := io.ReadAll(io.LimitReader(r, longestPrompt))
		if err != nil {
			return fmt.Errorf("cannot read the input: %w", err)
		}
		all := append(bytes.TrimPrefix(first, mark), rest...)
		texts, ok := textsIn(all)
		switch {
		case ok:
		case !bytes.Contains(first, []byte("curl ")) && slices.ContainsFunc(bytes.Split(all, []byte("\n")), isRequest):
			return linesOf(io.MultiReader(bytes.NewReader(all), r))(take)
		default:
			texts = []placed{{1, bytes.TrimSpace(all)}}
		}
		for _, t := range texts {
			if err := take(t.line, t.text); err != nil {
				return err
			}
		}
		return nil
	}
}

// mark begins a file of some editors.
var mark = []byte("\ufeff")

// isRequest reports whether a line is a request.
func isRequest(line []byte) bool { return gjson.GetBytes(line, "messages").IsArray() && isValue(line) }

// isValue reports whether a line is a JSON object, or a list of objects.
func isValue(line []byte) bool {
	line = bytes.TrimSpace(bytes.TrimPrefix(line, mark))
	v := gjson.ParseBytes(line)
	return (v.IsObject() || v.IsArray() && v.Get("0").IsObject()) && gjson.ValidBytes(line)
}

// placed is a JSON text with the number of its first line.
type placed struct {
	line int
	text json.RawMessage
}

// textsIn cuts JSON texts that stand one after the other apart. False if anything else
// stands among them.
func textsIn(data []byte) (texts []placed, ok bool) {
	in := json.NewDecoder(bytes.NewReader(data))
	line, counted := 1, 0
	for {
		var text json.RawMessage
		switch err := in.Decode(&text); {
		case errors.Is(err, io.EOF):
			return texts, true
		case err != nil:
			return nil, false
		}
		begins := int(in.InputOffset()) - len(text)
		line += bytes.Count(data[counted:begins], []byte("\n"))
		counted, texts = begins, append(texts, placed{line, text})
	}
}

// filled are the lines that are not blank.
func (l lines) filled(take func(n int, line []byte) error) error {
	return l(func(n int, line []byte) error {
		if len(line) == 0 {
			return nil
		}
		return take(n, line)
	})
}

// traces are the lines that are neither blank nor records of a chain.
func (l lines) traces(take func(n int, line []byte) error) error {
	return l.filled(func(n int, line []byte) error {
		if chain.IsRecord(line) {
			return nil
		}
		return take(n, line)
	})
}

func writeLine(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// results are what a run writes to. html is nil where no page is wanted.
type results struct {
	out, html io.Writer
	used      []string // files that are read or written
	files     []*os.File
}

// openResults opens what the flags name, before any work is done. No output may
// be a file that is read, or another output: it would be emptied.
func openResults(c call, out, html *flag, otherwise io.Writer, read ...string) (*results, error) {
	r := &results{out: otherwise, used: read}
	err := r.create(c.text(out), &r.out)
	if err == nil {
		err = r.create(c.text(html), &r.html)
	}
	if err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func (r *results) create(name string, to *io.Writer) error {
	if name == "" {
		return nil
	}
	for _, other := range r.used {
		if sameFile(name, other) {
			return fmt.Errorf("cannot write to %s: it is used already", name)
		}
	}
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	r.used, r.files, *to = append(r.used, name), append(r.files, file), file
	return nil
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

func (r *results) close() error {
	var err error
	for _, file := range r.files {
		err = errors.Join(err, file.Close())
	}
	return err
}

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
