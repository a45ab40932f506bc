package ledger

import (
	"bytes"
	"context"
	"sync/atomic"
	"time"
)

// Store is a database of traces, in the words that the ledger needs.
type Store struct {
	// Row makes of a trace what the store needs beside its line. It keeps no reference to
	// the trace. nil: the store reads the line.
	Row func(*Trace) any
	// Append keeps lines for good, all of them or none. Lines that it has
	// already it takes again without a second copy. It keeps no reference to
	// their texts.
	Append func(ctx context.Context, lines []Line) error
	// Ready reports whether it can be used.
	Ready func(ctx context.Context) error
	// Refused reports whether an error of Append is about the lines, and not
	// about the store's own state, which may pass.
	Refused func(error) bool
}

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

func openDatabase(o Options) (*database, error) {
	s, err := openSpill(o.Spill, o.Sync)
	if err != nil {
		return nil, err
	}
	d := &database{store: *o.Store, spill: s, failed: o.OnError, wake: make(chan struct{}, 1), done: make(chan struct{})}
	d.stop, d.quit = context.WithCancel(context.Background())
	go d.run()
	return d, nil
}

// write keeps lines: in the store, or else in the spill.
func (d *database) write(lines []Line) (int, error) {
	if !d.down.Load() {
		err := d.append(context.Background(), lines)
		if err == nil {
			return len(lines), nil
		}
		d.down.Store(true)
		d.failed(err)
	}
	if err := d.spill.append(lines...); err != nil {
		d.down.Store(false) // the store is tried again: there is no other place
		return 0, err
	}
	signal(d.wake)
	return len(lines), nil
}

func (d *database) append(ctx context.Context, lines []Line) error {
	ctx, cancel := context.WithTimeout(ctx, appendTime)
	defer cancel()
	err := d.store.Append(ctx, lines)
	d.spill.count(func(c *SpillCounts) {
		if err != nil {
			c.Errors++
			return
		}
		c.Stored += uint64(len(lines))
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
	return d.spill.drain(func(text []byte) error {
		var lines []Line
		for line := range bytes.Lines(text) {
			if line[0] == ' ' { // it was deleted meanwhile
				continue
			}
			lines = append(lines, Line{JSON: line})
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
func (d *database) bringBack(lines []Line) error {
	if len(lines) == 0 {
		return nil
	}
	err := d.append(d.stop, lines)
	if err == nil || !d.store.Refused(err) {
		return err
	}
	if len(lines) == 1 {
		d.failed(err)
		return d.spill.reject(lines[0].JSON)
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
