package ledger

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"vouchsafe/internal/wait"
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
	w.storeQueue.place.overflow = func(Line) error { return errors.New("the disk is full") }
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

// TestThoseWhoWaitHoldNoLine has more exchanges end than the ledger has room
// for: few of their traces are written out as lines meanwhile.
func TestThoseWhoWaitHoldNoLine(t *testing.T) {
	down := make(chan struct{})
	w, err := Open(Options{Spill: t.TempDir(), QueueEntries: 1, Store: &Store{
		Ready:  func(context.Context) error { return nil },
		Append: func(context.Context, []Line) error { <-down; return nil },
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.storeQueue.place.overflow = func(Line) error { return errors.New("the disk is full") }
	var crowd sync.WaitGroup
	for range 200 {
		crowd.Go(func() {
			if err := w.Record(sample(1), Full); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Until(t, "an exchange waits", w.Blocked)
	time.Sleep(50 * time.Millisecond)
	w.storeQueue.mu.Lock()
	n := w.storeQueue.waiting
	w.storeQueue.mu.Unlock()
	if n == 0 || n > cap(w.desks) {
		t.Errorf("%d lines wait for room, at most %d may", n, cap(w.desks))
	}
	close(down)
	crowd.Wait()
	if err := w.Close(context.Background()); err != nil {
		t.Error(err)
	}
}
