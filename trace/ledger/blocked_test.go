package ledger

import (
	"context"
	"errors"
	"testing"

	"vouchsafe/internal/wait"
)

func TestBlockedTellsThatExchangesWait(t *testing.T) {
	down := make(chan struct{})
	w, err := Open(Options{Spill: t.TempDir(), QueueEntries: 1, Store: &Store{
		Ready: func(context.Context) error { return nil },
		Append: func(context.Context, []*Trace) error {
			<-down
			return nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.storeQueue.place.overflow = func(entry) error { return errors.New("the disk is full") }
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 3 {
			if err := w.Record(sample(1), Full); err != nil {
				t.Error(err)
			}
		}
	}()
	wait.Until(t, "an exchange waits", w.Blocked)
	close(down)
	<-done
	if w.Blocked() {
		t.Error("nobody waits any more")
	}
	if err := w.Close(context.Background()); err != nil {
		t.Error(err)
	}
}
