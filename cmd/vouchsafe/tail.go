package main

import (
	"context"
	"sync/atomic"

	"vouchsafe/admin"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// tailed is the store, with those told of what it stores who follow what
// happens. They hear of an exchange once it can be looked up, and of nothing
// that was masked or left out of what is stored.
type tailed struct {
	store *store.Store
	admin atomic.Pointer[admin.Server] // nil until there is one
}

// appendLines stores some lines of the ledger.
func (t *tailed) appendLines(ctx context.Context, lines []ledger.Line) error {
	if err := t.store.AppendLines(ctx, lines); err != nil {
		return err
	}
	a := t.admin.Load()
	if a == nil || !a.Watched() {
		return nil
	}
	for _, line := range lines {
		if t, err := store.Parse(line.JSON); err == nil {
			a.Tell(t.Summary())
		}
	}
	return nil
}
