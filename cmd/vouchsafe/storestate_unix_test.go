//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
)

// TestAnAccessWhileTheFilesAreReadIsNotPutBack: it was in the store twice from then on, and verify-ledger took the second for an
// invented one.
func TestAnAccessWhileTheFilesAreReadIsNotPutBack(t *testing.T) {
	r := runTwice(t)
	r.run(func(n *node) {
		ctx, older, noted := context.Background(), filepath.Join(r.dir, "older.jsonl"), make(chan error, 1)
		if err := syscall.Mkfifo(older, 0o600); err != nil {
			t.Fatal(err)
		}
		go func() {
			reading, err := os.OpenFile(older, os.O_WRONLY, 0) // waits until it is read
			if err == nil {
				err = n.accessed(ctx, ledger.Access{Who: "key:anna", Action: "export", Target: "format=jsonl", Count: 6})
				_, _, settled := ledger.Doubts(ctx, n.ledger, nil, func() (chain.Keys, error) { return nil, nil })
				err = errors.Join(err, settled, reading.Close())
			}
			noted <- err
		}()
		text, err := os.ReadFile(filepath.Join(r.dir, chain.PublicFile))
		if err != nil {
			t.Fatal(err)
		}
		keys, err := chain.ReadKeys(text)
		if err = errors.Join(err, n.fillAccesses(ctx, []string{older, r.traces}, keys), <-noted); err != nil {
			t.Fatal(err)
		}
	})
	r.look(t, "after it", 0, "\nnothing was changed")
}
