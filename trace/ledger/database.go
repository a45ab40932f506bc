package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"vouchsafe/trace/chain"
)

// Store is a database of traces, in the words that the ledger needs.
type Store struct {
	// Append keeps traces for good, all of them or none. Those that it has
	// already it takes again without a second copy.
	Append func(ctx context.Context, traces []*Trace) error
	// AppendLines does so with lines that were spilled.
	AppendLines func(ctx context.Context, lines [][]byte) error
	// Ready reports whether it can be used.
	Ready func(ctx context.Context) error
	// Refused reports whether an error of Append is about the lines, and not
	// about the store's own state, which may pass.
	Refused func(error) bool
}

// ErrUnvouched is what a line of a spill is that no key of this installation has signed.
var ErrUnvouched = errors.New("a trace that waited for the store is not as it was written, and is left out: it is in " + Rejected)

// Times of a store's trouble.
const (
	appendTime  = 10 * time.Second // that one batch may take
	replayPause = time.Second      // between two looks whether a store is back
)

// database writes lines to a store, and to a spill directory while the store
// does not take them. One goroutine brings back what was spilled.
type database struct {
	store  Store
	spill  *spill
	failed func(error)
	down   atomic.Bool   // the store did not take the last batch
	wake   chan struct{} // tells the goroutine that there is something to bring back

	stop context.Context
	quit context.CancelFunc
	done chan struct{}
}

func openDatabase(o Options, c *chained) (*database, error) {
	s, err := openSpill(o.Spill, o.Sync, c)
	if err != nil {
		return nil, err
	}
	d := &database{store: *o.Store, spill: s, failed: o.OnError, wake: make(chan struct{}, 1), done: make(chan struct{})}
	d.stop, d.quit = context.WithCancel(context.Background())
	go d.run()
	return d, nil
}

// write keeps traces: in the store, or else in the spill.
func (d *database) write(entries []entry) (int, error) {
	traces := make([]*Trace, len(entries))
	for i, e := range entries {
		traces[i] = e.trace
	}
	if !d.down.Load() {
		err := d.append(context.Background(), len(traces), func(ctx context.Context) error { return d.store.Append(ctx, traces) })
		if err == nil {
			return len(traces), nil
		}
		d.down.Store(true)
		d.failed(err)
	}
	if err := d.spill.append(traces...); err != nil {
		d.down.Store(false) // the store is tried again: there is no other place
		return 0, err
	}
	signal(d.wake)
	return len(traces), nil
}

// append has the store keep n traces.
func (d *database) append(ctx context.Context, n int, keep func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, appendTime)
	defer cancel()
	err := keep(ctx)
	d.spill.count(func(c *SpillCounts) {
		if err != nil {
			c.Errors++
			return
		}
		c.Stored += uint64(n)
	})
	return err
}

// run brings back what was spilled whenever the store takes it.
func (d *database) run() {
	defer close(d.done)
	tick := time.NewTicker(replayPause)
	defer tick.Stop()
	for {
		if d.spill.waiting() {
			if err := d.replay(); err != nil && d.stop.Err() == nil {
				d.failed(err)
			}
		}
		select {
		case <-d.stop.Done():
			return
		case <-tick.C:
		case <-d.wake:
			select { // a store that has just failed is given a moment
			case <-d.stop.Done():
				return
			case <-tick.C:
			}
		}
	}
}

// replay brings back all that was spilled, oldest first.
func (d *database) replay() error {
	if err := d.store.Ready(d.stop); err != nil {
		return err
	}
	var keys chain.Keys
	if d.spill.key != nil {
		var err error
		if keys, err = d.spill.keys(); err != nil {
			return err
		}
	}
	return d.spill.drain(func(text []byte) error {
		var lines [][]byte
		for line := range bytes.Lines(text) {
			if line[0] == ' ' { // it was deleted meanwhile
				continue
			}
			trace := line
			if d.spill.key != nil {
				trace = Spilled(line, keys)
			}
			if trace == nil {
				d.failed(fmt.Errorf("%w: in %s", ErrUnvouched, d.spill.dir))
				if err := d.spill.reject(line); err != nil {
					return err
				}
				d.spill.count(func(c *SpillCounts) { c.Damaged++ })
				continue
			}
			lines = append(lines, trace)
		}
		err := d.bringBack(lines)
		if err == nil {
			d.down.Store(false) // what comes now need not be spilled
		}
		return err
	})
}

// bringBack appends lines. Where the store refuses some of them they are
// halved until the one that it refuses stands alone: that one is put aside, so
// that it holds up no other.
func (d *database) bringBack(lines [][]byte) error {
	if len(lines) == 0 {
		return nil
	}
	err := d.append(d.stop, len(lines), func(ctx context.Context) error { return d.store.AppendLines(ctx, lines) })
	if err == nil || !d.store.Refused(err) {
		return err
	}
	if len(lines) == 1 {
		d.failed(err)
		d.spill.count(func(c *SpillCounts) { c.Rejected++ })
		return d.spill.reject(lines[0])
	}
	middle := len(lines) / 2
	if err := d.bringBack(lines[:middle]); err != nil {
		return err
	}
	return d.bringBack(lines[middle:])
}

// close ends the goroutine. What is spilled stays there for the next time.
func (d *database) close() error {
	d.quit()
	<-d.done
	return d.spill.close()
}
