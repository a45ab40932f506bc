package main

import (
	"bytes"
	"context"
	"io"
	"os"

	"vouchsafe/config"
	"vouchsafe/trace/store"
)

// archive is where traces are looked up: a store, or files.
type archive interface {
	newest(context.Context, store.Filter) ([]store.Summary, error) // newest first
	get(ctx context.Context, id string) ([]byte, error)
	export(context.Context, store.Filter, func(line []byte) error) error
	close()
}

// openArchive opens the files that are named, or else the configuration's
// store; its file of traces, where there is no store.
func openArchive(c *config.Config, files []string, in io.Reader) (archive, error) {
	if len(files) == 0 && hasStore(c.Ledger.Store) {
		s, err := openTraceStore(c.Ledger.Store)
		if err != nil {
			return nil, err
		}
		return storeArchive{s}, nil
	}
	open := func() (*traceFiles, error) {
		if len(files) > 0 {
			return openTraceFiles(files, in)
		}
		return openTraceFiles(rotated(c.Ledger.JSONL.Path), in)
	}
	first, err := open() // what cannot be opened is told at once
	if err != nil {
		return nil, err
	}
	return &fileArchive{open: open, first: first}, nil
}

// hasStore reports whether there is a store to look at: to open a file that is
// not there would make one.
func hasStore(s config.Store) bool {
	if s.Driver == config.SQLite {
		_, err := os.Stat(s.DSN)
		return err == nil
	}
	return s.Driver == config.Postgres
}

// storeArchive is a store.
type storeArchive struct{ *traceStore }

// newest collects pages: one may hold fewer traces than it could.
func (a storeArchive) newest(ctx context.Context, f store.Filter) ([]store.Summary, error) {
	var out []store.Summary
	for want := f.Limit; ; f.Limit = want - len(out) {
		page, err := a.db.List(ctx, f)
		out = append(out, page.Traces...)
		if f.Cursor = page.Next; err != nil || page.Next == "" || len(out) >= want {
			return out, err
		}
	}
}

func (a storeArchive) get(ctx context.Context, id string) ([]byte, error) { return a.db.Get(ctx, id) }

func (a storeArchive) export(ctx context.Context, f store.Filter, each func([]byte) error) error {
	return a.db.Export(ctx, f, each)
}

// fileArchive are files of traces, which are read anew for each question.
type fileArchive struct {
	open  func() (*traceFiles, error)
	first *traceFiles // opened, and not read yet
}

// each hands on the traces that a filter chooses, oldest first. Lines that
// hold no trace are passed over.
func (a *fileArchive) each(f store.Filter, take func(*store.Trace, []byte) error) error {
	files, err := a.first, error(nil)
	if a.first = nil; files == nil {
		files, err = a.open()
	}
	if err != nil {
		return err
	}
	defer files.close()
	return files.each(func(_ int, line []byte) error {
		t, err := store.Parse(line)
		if err != nil || !f.Match(t, line) {
			return nil
		}
		return take(t, bytes.TrimSpace(line))
	})
}

func (a *fileArchive) newest(_ context.Context, f store.Filter) ([]store.Summary, error) {
	var last []store.Summary
	err := a.each(f, func(t *store.Trace, _ []byte) error {
		if last = append(last, t.Summary()); len(last) >= 2*f.Limit {
			last = append(last[:0], last[len(last)-f.Limit:]...)
		}
		return nil
	})
	var out []store.Summary
	for i := len(last) - 1; i >= max(0, len(last)-f.Limit); i-- {
		out = append(out, last[i])
	}
	return out, err
}

func (a *fileArchive) get(_ context.Context, id string) ([]byte, error) {
	var found []byte
	err := a.each(store.Filter{}, func(t *store.Trace, line []byte) error {
		if t.ID() == id {
			found = bytes.Clone(line)
		}
		return nil
	})
	if err == nil && found == nil {
		err = store.ErrNotFound
	}
	return found, err
}

func (a *fileArchive) export(_ context.Context, f store.Filter, each func([]byte) error) error {
	return a.each(f, func(_ *store.Trace, line []byte) error { return each(line) })
}

func (a *fileArchive) close() {
	if a.first != nil {
		a.first.close()
	}
}
