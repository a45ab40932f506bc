package ledger

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestBlockedTellsThatExchangesWait(t *testing.T) {
	down := make(chan struct{})
	w, err := Open(Options{Spill: t.TempDir(), QueueEntries: 1, Store: &Store{
		Ready: func(context.Context) error { return nil },
		Append: func(context.Context, []Line) error {
			<-down
			return nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.store.place.overflow = func([]byte) error { return errors.New("the disk is full") }
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 3 {
			if err := w.Record(sample(1), Full); err != nil {
				t.Error(err)
			}
		}
	}()
	for !w.Blocked() {
		time.Sleep(time.Millisecond)
	}
	close(down)
	<-done
	if w.Blocked() {
		t.Error("nobody waits any more")
	}
	if err := w.Close(context.Background()); err != nil {
		t.Error(err)
	}
}
