package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/config"
)

// traceFiles are the files of a ledger, oldest first. They are all opened
// before the first is read: a gateway that runs may rotate them meanwhile.
type traceFiles struct {
	names []string
	open  []io.ReadCloser
}

// spare makes sure that no output is one of the files: it would be emptied.
func (t *traceFiles) spare(outputs ...string) error {
	for _, out := range outputs {
		for _, name := range t.names {
			if sameFile(out, name) {
				return fmt.Errorf("cannot write to %s: its traces are to be read", out)
			}
		}
	}
	return nil
}

// openTraces opens the named files, or those of the configuration's ledger.
func openTraces(c *config.Config, names []string, in io.Reader) (*traceFiles, error) {
	if len(names) == 0 {
		path := c.Ledger.JSONL.Path
		if path == "" {
			return nil, errors.New("the configuration's ledger has no file: name the files of traces")
		}
		names = rotated(path)
	}
	t := &traceFiles{names: names}
	for _, name := range names {
		f, err := openInput(name, in)
		if err == nil {
			err = notFolder(f)
		}
		if err != nil {
			t.close()
			return nil, err
		}
		t.open = append(t.open, f)
	}
	return t, nil
}

// rotated lists a file and those that were rotated out of it, oldest first:
// path.2, path.1, path.
func rotated(path string) []string {
	type numbered struct {
		name string
		n    int
	}
	var old []numbered
	entries, _ := os.ReadDir(filepath.Dir(path)) // what is not there is told when it is opened
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if n, err := strconv.Atoi(digits); ok && err == nil && n > 0 {
			old = append(old, numbered{filepath.Join(filepath.Dir(path), e.Name()), n})
		}
	}
	slices.SortFunc(old, func(a, b numbered) int { return b.n - a.n })
	var names []string
	for _, o := range old {
		names = append(names, o.name)
	}
	return append(names, path)
}

// each hands on every line of every file. A line that is too long to be a
// trace is passed over.
func (t *traceFiles) each(line func(n int, line []byte) error) error {
	n := 0
	for _, f := range t.open {
		in := newLines(f, maxLine)
		for {
			text, err := in.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil && !errors.Is(err, errLongLine) {
				return fmt.Errorf("cannot read the traces: %w", err)
			}
			n++
			if err := line(n, text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *traceFiles) close() {
	for _, f := range t.open {
		f.Close()
	}
}
