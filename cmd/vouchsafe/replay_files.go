package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"vouchsafe/config"
	"vouchsafe/trace/store"
)

// traces are where stored traces come from: a store, or files.
type traces interface {
	each(line func(n int, line []byte) error) error // every trace, as a line of JSON
	spare(outputs ...string) error                  // errs where an output would overwrite them
	close()
}

// openTraces opens what the flags name, or else the configuration's ledger:
// its file or, where there is none or the flags ask for it, its store.
func openTraces(c *config.Config, f replayFlags, since time.Time, in io.Reader) (traces, error) {
	switch {
	case len(f.files) > 0:
		return openTraceFiles(f.files, in)
	case c.Ledger.JSONL.Path != "" && !f.store:
		return openTraceFiles(rotated(c.Ledger.JSONL.Path), in)
	case c.Ledger.Store.Driver == config.NoStore:
		return nil, errors.New("the configuration's ledger keeps no such traces: name the files of traces")
	}
	t, err := openTraceStore(c.Ledger.Store)
	if err != nil {
		return nil, err
	}
	t.filter = store.Filter{App: f.app, Since: since}
	return t, nil
}

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

func openTraceFiles(names []string, in io.Reader) (*traceFiles, error) {
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

// traceStore is the database of a ledger.
type traceStore struct {
	db     *store.Store
	file   string       // "" for a server
	filter store.Filter // what is read of it
}

func openTraceStore(s config.Store) (*traceStore, error) {
	t := &traceStore{}
	if s.Driver == config.SQLite {
		if _, err := os.Stat(s.DSN); err != nil { // to open it would make one
			return nil, fmt.Errorf("cannot read the store: %w", err)
		}
		t.file = s.DSN
	}
	var err error
	if t.db, err = store.Open(context.Background(), store.Options{Driver: store.Driver(s.Driver), DSN: s.DSN}); err != nil {
		return nil, err
	}
	return t, nil
}

// each hands on the traces, newest first.
func (t *traceStore) each(line func(n int, line []byte) error) error {
	n := 0
	return t.db.Export(context.Background(), t.filter, func(trace []byte) error {
		n++
		return line(n, trace)
	})
}

func (t *traceStore) spare(outputs ...string) error {
	for _, out := range outputs {
		if sameFile(out, t.file) {
			return fmt.Errorf("cannot write to %s: its traces are to be read", out)
		}
	}
	return nil
}

func (t *traceStore) close() { _ = t.db.Close() } // it was read only
