package store

import (
	"context"
	"database/sql"
	"sync"
)

// statements keeps those that come up in every batch, ready to be run: for
// SQLite to read one takes as long as to do what it says. The server's driver
// keeps its own. A nil one keeps nothing.
type statements struct {
	mu     sync.Mutex
	ready  map[string]*sql.Stmt
	wanted []string
}

// get returns a statement; nil where it is not kept yet. A transaction holds
// the connection that it would be made ready on, so that is done before the
// next one.
func (k *statements) get(text string) *sql.Stmt {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	ready := k.ready[text]
	if ready == nil {
		k.wanted = append(k.wanted, text)
	}
	return ready
}

// prepare makes ready what was asked for. What cannot be made ready is run as
// it is, which tells what is wrong with it.
func (k *statements) prepare(ctx context.Context, db *sql.DB) {
	if k == nil {
		return
	}
	k.mu.Lock()
	wanted := k.wanted
	k.wanted = nil
	k.mu.Unlock()
	for _, text := range wanted {
		ready, err := db.PrepareContext(ctx, text)
		if err != nil {
			return
		}
		k.mu.Lock()
		if k.ready[text] == nil {
			k.ready[text], ready = ready, nil
		}
		k.mu.Unlock()
		if ready != nil { // it was asked for twice
			_ = ready.Close()
		}
	}
}
