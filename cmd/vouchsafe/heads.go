package main

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// heads has the store remember how far the chain in the file of traces was signed.
type heads struct {
	db    *store.Store
	place string // of the file
	file  string
	mu    sync.Mutex
	newer func(context.Context) error // keeps what the store does not know yet; nil where it knows all
}

// headsIn are those of a configuration's ledger; nil where there is no file, or no store.
func headsIn(l config.Ledger, db *store.Store) *heads {
	if l.JSONL.Path == "" || db == nil {
		return nil
	}
	place, err := filepath.Abs(l.JSONL.Path)
	if err != nil {
		place = l.JSONL.Path
	}
	if l.Store.Driver == config.Postgres { // other machines have such a path, too
		host, _ := os.Hostname()
		place = host + ":" + place
	}
	return &heads{db: db, place: place, file: filepath.Base(l.JSONL.Path)}
}

func (h *heads) instance(key string) string { return key + " " + h.file }

func (h *heads) recall(key string) ([]byte, error) {
	return h.db.Notes.Head(context.Background(), h.place, h.instance(key))
}

// keep notes what the store is to be told: those who write traces do not wait for it.
func (h *heads) keep(key string, n uint64, head []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.newer = func(ctx context.Context) error { return h.db.Notes.KeepHead(ctx, h.place, h.instance(key), n, head) }
}

// ledger is what the ledger is given.
func (h *heads) ledger() *ledger.Heads {
	if h == nil {
		return nil
	}
	return &ledger.Heads{Recall: h.recall, Keep: h.keep}
}

// flush tells the store what it does not know yet, once the traces that were signed are there: a killed gateway looks only behind
// them for what the store lacks.
func (h *heads) flush(ctx context.Context, settled func(context.Context) error, log *zap.Logger) {
	if h == nil {
		return
	}
	h.mu.Lock()
	newer := h.newer
	h.newer = nil
	h.mu.Unlock()
	if newer == nil {
		return
	}
	err := settled(ctx)
	if err == nil {
		err = newer(ctx)
	}
	if err != nil {
		log.Warn("the store does not know how far the ledger has come; it is told again", zap.Error(err))
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.newer == nil {
			h.newer = newer
		}
	}
}
