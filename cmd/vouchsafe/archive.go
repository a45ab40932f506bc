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

// archive is where traces are looked up: a store, or files.
type archive interface {
	newest(context.Context, store.Filter) ([]store.Summary, error) // newest first
	get(ctx context.Context, id string) ([]byte, error)
	// export hands on whole traces with their number: files oldest first, a store
	// newest first.
	export(ctx context.Context, f store.Filter, each func(n int, line []byte) error) error
	unreadable() int // lines so far that hold no trace
	files() []string // where the traces are
	close()
}

// openArchive opens the files that are named, or else what the configuration's
// ledger has: its store where preferStore says so, its file otherwise.
func openArchive(l config.Ledger, names []string, preferStore bool, in io.Reader) (archive, error) {
	switch {
	case len(names) > 0:
	case l.JSONL.Path != "" && !preferStore:
		if names = rotated(l.JSONL.Path); !isThere(names[0]) {
			return nil, noTraces(l.JSONL.Path)
		}
	case l.Store.Driver == config.NoStore:
		return nil, errors.New("the configuration's ledger keeps no such traces: name the files of traces")
	default:
		return openStoreArchive(l.Store)
	}
	a := &fileArchive{names: names, in: in}
	files, err := a.open() // what cannot be opened is told at once
	closeAll(files)
	return a, err
}

// hasStore reports whether there is a store to look at: to open a file that is
// not there would make one.
func hasStore(s config.Store) bool {
	return s.Driver == config.Postgres || s.Driver == config.SQLite && isThere(s.DSN)
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// noTraces tells whoever looks for traces in a place where no gateway has run.
func noTraces(path string) error {
	return fmt.Errorf("there are no traces yet: %s does not exist; a gateway makes it where it runs "+
		"(name its configuration with -c)", path)
}

// storeArchive is the database of a ledger.
type storeArchive struct {
	db   *store.Store
	file string // "" for a server
}

func openStoreArchive(s config.Store) (*storeArchive, error) {
	a := &storeArchive{}
	switch {
	case s.Driver == config.NoStore:
		return nil, errors.New("the configuration has no store of traces: ledger.store.driver is none")
	case !hasStore(s):
		return nil, noTraces(s.DSN)
	case s.Driver == config.SQLite:
		a.file = s.DSN
	}
	var err error
	a.db, err = store.Open(context.Background(), store.Options{Driver: store.Driver(s.Driver), DSN: s.DSN})
	return a, err
}

// newest collects pages: one may hold fewer traces than it could.
func (a *storeArchive) newest(ctx context.Context, f store.Filter) ([]store.Summary, error) {
	var out []store.Summary
	for want := f.Limit; ; f.Limit = want - len(out) {
		page, err := a.db.List(ctx, f)
		out = append(out, page.Traces...)
		if f.Cursor = page.Next; err != nil || page.Next == "" || len(out) >= want {
			return out, err
		}
	}
}

func (a *storeArchive) get(ctx context.Context, id string) ([]byte, error) { return a.db.Get(ctx, id) }

func (a *storeArchive) export(ctx context.Context, f store.Filter, each func(int, []byte) error) error {
	n := 0
	return a.db.Export(ctx, f, func(line []byte) error {
		n++
		return each(n, line)
	})
}

func (a *storeArchive) unreadable() int { return 0 }
func (a *storeArchive) files() []string { return []string{a.file} }
func (a *storeArchive) close()          { _ = a.db.Close() } // it was read only

// fileArchive are the files of a ledger, oldest first, which are read anew for
// each question.
type fileArchive struct {
	names []string
	in    io.Reader // for "-"
	bad   int
}

// rotated lists a file and those that were rotated out of it, oldest first:
// path.2, path.1, path.
func rotated(path string) []string {
	numbers := map[string]int{}
	entries, _ := os.ReadDir(filepath.Dir(path)) // what is not there is told when it is opened
	var names []string
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if n, err := strconv.Atoi(digits); ok && err == nil && n > 0 {
			name := filepath.Join(filepath.Dir(path), e.Name())
			numbers[name] = n
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return numbers[b] - numbers[a] })
	return append(names, path)
}

// open opens all files before the first is read: a gateway that runs may rotate
// them meanwhile.
func (a *fileArchive) open() ([]io.ReadCloser, error) {
	var files []io.ReadCloser
	for _, name := range a.names {
		f, err := openInput(name, a.in)
		if err != nil {
			closeAll(files)
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func closeAll(files []io.ReadCloser) {
	for _, f := range files {
		f.Close()
	}
}

// each hands on the traces that a filter chooses. Lines that hold no trace are
// passed over and counted.
func (a *fileArchive) each(f store.Filter, take func(n int, t *store.Trace, line []byte) error) error {
	files, err := a.open()
	if err != nil {
		return err
	}
	defer closeAll(files)
	n := 0
	for _, file := range files {
		err := linesOf(file).filled(func(_ int, line []byte) error {
			n++
			t, err := store.Parse(line)
			if err != nil {
				a.bad++
				return nil
			}
			if !f.Match(t, line) {
				return nil
			}
			return take(n, t, line)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *fileArchive) newest(_ context.Context, f store.Filter) ([]store.Summary, error) {
	var last []store.Summary
	err := a.each(f, func(_ int, t *store.Trace, _ []byte) error {
		if last = append(last, t.Summary()); len(last) >= 2*f.Limit {
			last = append(last[:0], last[len(last)-f.Limit:]...)
		}
		return nil
	})
	last = last[max(0, len(last)-f.Limit):]
	slices.Reverse(last)
	return last, err
}

func (a *fileArchive) get(_ context.Context, id string) ([]byte, error) {
	var found []byte
	err := a.each(store.Filter{}, func(_ int, t *store.Trace, line []byte) error {
		if t.ID() == id {
			found = line
		}
		return nil
	})
	if err == nil && found == nil {
		err = store.ErrNotFound
	}
	return found, err
}

func (a *fileArchive) export(_ context.Context, f store.Filter, each func(int, []byte) error) error {
	return a.each(f, func(n int, _ *store.Trace, line []byte) error { return each(n, line) })
}

func (a *fileArchive) unreadable() int { return a.bad }
func (a *fileArchive) files() []string { return a.names }
func (a *fileArchive) close()          {}

// parseTime reads a flag that is a point in time: a date, a time, or how long ago
// it was.
func parseTime(c call, flag string) (time.Time, error) {
	text := c.text(flag)
	if text == "" {
		return time.Time{}, nil
	}
	if t, ok := config.ParseMoment(text, time.Now()); ok {
		return t, nil
	}
	return time.Time{}, &exit{exitUsage, fmt.Errorf("--%s is a date such as 2026-03-01, a time such as 2026-03-01T12:00:00Z "+
		"or how long ago, such as 7d, not %q", flag, text)}
}
