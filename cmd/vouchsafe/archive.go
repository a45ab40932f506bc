package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"vouchsafe/config"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// archive holds stored traces: in files, oldest first, or in a store, newest
// first.
type archive struct {
	names []string // of the files, or of the one that the store is
	files []io.ReadCloser
	db    *store.Store // nil: the files are read
}

// openArchive opens the files that are named, or else what the configuration's
// ledger has: its store where preferStore says so, its file otherwise.
func openArchive(l config.Ledger, names []string, preferStore bool, in io.Reader) (*archive, error) {
	if len(names) == 0 && (l.JSONL.Path == "" || preferStore) {
		db, err := openStored(l.Store)
		return &archive{names: []string{l.Store.DSN}, db: db}, err
	}
	if len(names) == 0 {
		if names = ledger.Files(l.JSONL.Path); !isThere(names[0]) {
			return nil, noTraces(l.JSONL.Path)
		}
	}
	// All files are opened before the first is read: a gateway that runs may rotate them meanwhile.
	a := &archive{names: names}
	for _, name := range names {
		f, err := openInput(name, in)
		if err != nil {
			a.close()
			return nil, err
		}
		a.files = append(a.files, f)
	}
	return a, nil
}

// openStored opens a store that a gateway has made: to open a file that is not
// there would make one.
func openStored(s config.Store) (*store.Store, error) {
	switch {
	case s.Driver == config.NoStore:
		return nil, errors.New("the configuration has no store of traces: ledger.store.driver is none")
	case s.Driver == config.SQLite && !isThere(s.DSN):
		return nil, noTraces(s.DSN)
	}
	return store.Open(context.Background(), store.Options{Driver: store.Driver(s.Driver), DSN: s.DSN})
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

// lines are the traces, numbered from 1. A store hands on those alone that a
// filter chooses.
func (a *archive) lines(f store.Filter) lines {
	return func(take func(n int, line []byte) error) error {
		n := 0
		count := func(line []byte) error { n++; return take(n, line) }
		if a.db != nil {
			return a.db.Export(context.Background(), f, count)
		}
		for _, file := range a.files {
			if err := linesOf(file).traces(func(_ int, line []byte) error { return count(line) }); err != nil {
				return err
			}
		}
		return nil
	}
}

func (a *archive) close() {
	for _, f := range a.files {
		_ = f.Close() // it was read only
	}
	if a.db != nil {
		_ = a.db.Close()
	}
}

// parseTime reads a flag that is a point in time: a date, a time, or how long ago
// it was.
func parseTime(c call, f *flag) (time.Time, error) {
	text := c.text(f)
	if text == "" {
		return time.Time{}, nil
	}
	if t, ok := config.ParseMoment(text, time.Now()); ok {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("--%s is a date such as 2026-03-01, a time such as 2026-03-01T12:00:00Z "+
		"or how long ago, such as 7d, not %q", f.name, text)
}
