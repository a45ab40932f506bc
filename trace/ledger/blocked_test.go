package ledger

import (
	"context"
	"errors"
	"testing"
	"time"

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

// TestRoomThatIsMadeWhileALineIsSpilledIsNotMissed: whoever waits then would wait for a trace that may never come.
func TestRoomThatIsMadeWhileALineIsSpilledIsNotMissed(t *testing.T) {
	written := make(chan struct{})
	var q *queue
	q = newQueue(place{
		write: func(entries []entry) (int, error) {
			<-written
			return len(entries), nil
		},
		overflow: func(entry) error {
			close(written)
			wait.Until(t, "there is room", func() bool { return q.stats().Queued == 0 })
			return errors.New("the disk is full")
		},
		failed: func(error) {},
	}, Options{QueueEntries: 1})
	kept := make(chan error, 2)
	go func() {
		for range 2 {
			if _, err := q.put(entryOf(sample(1))); err != nil {
				kept <- err
			}
		}
		close(kept)
	}()
	select {
	case err := <-kept:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it waits")
	}
	q.close(context.Background())
}
