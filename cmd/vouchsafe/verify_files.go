package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// results are what a run writes to. html is nil where no page is wanted.
type results struct {
	out   io.Writer
	html  io.Writer
	files []*os.File
}

// openResults opens what the flags name, before any work is done. No output
// may be the input: it would be emptied before it is read.
func openResults(c call, input string) (*results, error) {
	r := &results{out: c.out}
	if out := c.text("out"); out != "" {
		file, err := r.create(out, input)
		if err != nil {
			return nil, err
		}
		r.out = file
	}
	if page := c.text("html"); page != "" {
		file, err := r.create(page, input, c.text("out"))
		if err != nil {
			return nil, errors.Join(err, r.close())
		}
		r.html = file
	}
	return r, nil
}

func (r *results) create(name string, others ...string) (*os.File, error) {
	for _, other := range others {
		if sameFile(name, other) {
			return nil, fmt.Errorf("cannot write to %s: it is used already", name)
		}
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("cannot write the results: %w", err)
	}
	r.files = append(r.files, file)
	return file, nil
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

// lines reads the lines of an input.
type lines struct {
	in *bufio.Reader
	n  int // lines begun
}

func newLines(in io.Reader) *lines { return &lines{in: bufio.NewReaderSize(in, 1<<16)} }

// next returns the next line that is not blank.
func (l *lines) next() ([]byte, error) {
	for {
		if line, err := l.line(); len(line) > 0 || err != nil {
			return line, err
		}
	}
}

// line returns the next line, blank or not, in memory of its own and without
// white space around it; io.EOF behind the last.
func (l *lines) line() ([]byte, error) {
	line, err := l.in.ReadBytes('\n')
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("cannot read the input: %w", err)
	case err != nil && len(line) == 0:
		return nil, io.EOF
	}
	if l.n++; l.n == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff")) // some editors begin a file with it
	}
	return bytes.TrimSpace(line), nil
}
