package ledger

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
)

// Options say where traces go, how much may wait, and how sure it has to be.
type Options struct {
	Path    string // of the file; "" for none
	MaxSize int64  // bytes, from which on the file is rotated; 0: never
	Keep    int    // rotated files that are kept

	Store *Store // where traces go besides; nil: nowhere
	Spill string // directory of what the store could not take; needed with Store

	Sync bool // Record returns when the trace outlasts a power failure
	Shed bool // a trace that finds no room is turned away; otherwise its exchange waits

	QueueBytes   int // that may wait for each place; 0: 16 MiB. A single longer line may wait alone
	QueueEntries int // that may wait for each place; 0: 10,000

	Engine string // version of the program, as the chain tells it
	Heads  *Heads // where besides the file it is remembered how far its chain was signed; nil: nowhere

	Redact  []*regexp.Regexp       // masked before anything is stored
	Key     func() ([]byte, error) // see InstallationKey; called where content is to be hashed, and only there
	OnError func(error)            // told of every failed write, and of ErrAdded, ErrGone and ErrNewKey, from any goroutine; may be nil
}

// Stats counts what became of traces.
type Stats struct {
	File  Counts
	Store Counts
	Spill SpillCounts
}

// Missing is how many traces the store does not have, of those that it should:
// they wait, lie in the spill, or were refused or lost.
func (s Stats) Missing() uint64 {
	return uint64(s.Store.Queued) + uint64(s.Spill.Waiting) + s.Spill.Rejected + s.Store.Lost + s.Store.Shed
}

// Writer records traces. It is safe for concurrent use.
type Writer struct {
	sync    bool
	scrub   scrubber
	hashing hashing
	gateway string // as its traces name it; "" where nothing signs them

	fileQueue, storeQueue *queue // nil where there is no such place
	queues                []*queue
	file                  *file
	database              *database
}

// Open opens a ledger and starts its goroutines. Directories are made where
// they are missing. It fails where the file cannot be written at all: better
// at the start than at the first trace.
func Open(o Options) (*Writer, error) {
	w := &Writer{sync: o.Sync, scrub: scrubber{patterns: o.Redact}, hashing: hashing{read: o.Key}}
	if o.OnError == nil {
		o.OnError = func(error) {}
	}
	if o.Path != "" {
		f, err := openFile(o)
		if err != nil {
			return nil, err
		}
		if w.file = f; f.chain != nil {
			w.gateway = f.chain.key.ID
		}
	}
	if o.Store != nil {
		var c *chained
		if w.file != nil {
			c = w.file.chain
		}
		d, err := openDatabase(o, c)
		if err != nil {
			w.closePlaces()
			return nil, err
		}
		w.database = d
		w.storeQueue = newQueue(place{
			write: d.write, overflow: func(e entry) error { return d.spill.append(e.trace) },
			failed: o.OnError, gather: gatherTime(o, storeGathers),
		}, o)
	}
	if w.file != nil {
		w.fileQueue = newQueue(place{write: w.file.writeLines, failed: o.OnError, gather: gatherTime(o, fileGathers),
			tick: func() error { return w.file.sign(false) }, every: signEvery}, o)
	}
	for _, q := range [...]*queue{w.fileQueue, w.storeQueue} {
		if q != nil {
			w.queues = append(w.queues, q)
		}
	}
	return w, nil
}

// Record queues a trace; under Options.Sync it returns when it is kept for
// good. The trace must not change any more. Where there is no room it waits, or returns
// ErrFull, as the options say; it returns ErrClosed if the ledger is closed
// before there is room.
func (w *Writer) Record(t *Trace, content Content) error {
	if w.sync && w.Blocked() {
		return errNotKept
	}
	batches, err := w.queue(t, content)
	if w.sync {
		err = errors.Join(err, awaitKept(batches...))
	}
	return err
}

// queue queues a trace for all places, and returns the batches that it belongs to.
func (w *Writer) queue(t *Trace, content Content) (batches []*batch, err error) {
	scrub := w.scrubberFor(content)
	kept := owned(scrub.scrub(*t, content))
	kept.Gateway = w.gateway
	e := entryOf(&kept)
	for _, q := range w.queues {
		b, failed := q.put(e)
		if b != nil {
			batches = append(batches, b)
		}
		err = errors.Join(err, failed)
	}
	return batches, err
}

// StoreSettled returns when every trace that was recorded before is in the store, or in the spill, which outlives a crash.
func (w *Writer) StoreSettled(ctx context.Context) error {
	if w.storeQueue == nil {
		return nil
	}
	return w.storeQueue.settled(ctx)
}

// Stats returns the counts as they are now.
func (w *Writer) Stats() Stats {
	var s Stats
	if w.fileQueue != nil {
		s.File = w.fileQueue.stats()
	}
	if w.storeQueue != nil {
		s.Store, s.Spill = w.storeQueue.stats(), w.database.spill.stats()
	}
	return s
}

// Close stops taking traces and writes those that wait. If they cannot be
// written before ctx is done it gives up and says how many were lost.
func (w *Writer) Close(ctx context.Context) error {
	for _, q := range w.queues {
		q.close(ctx)
	}
	err := w.closePlaces()
	s := w.Stats()
	if lost := s.File.Lost + s.Store.Lost; lost > 0 {
		err = errors.Join(err, fmt.Errorf("cannot write every trace: %d lost", lost))
	}
	return err
}

func (w *Writer) closePlaces() error {
	var err error
	if w.file != nil {
		err = w.file.close()
	}
	if w.database != nil {
		err = errors.Join(err, w.database.close())
	}
	return err
}

// How long traces gather for each place: moments that nobody notices, and that
// let the traces of a busy gateway share a write and a commit.
const (
	fileGathers  = 5 * time.Millisecond
	storeGathers = 100 * time.Millisecond
)

// gatherTime is how long traces gather: not at all where a reply waits for its
// trace.
func gatherTime(o Options, moment time.Duration) time.Duration {
	if o.Sync {
		return 0
	}
	return moment
}

// Blocked reports whether exchanges wait right now because their traces find
// no room or, under Options.Sync, cannot be written. It answers at once.
func (w *Writer) Blocked() bool {
	return slices.ContainsFunc(w.queues, func(q *queue) bool { return q.blocked(w.sync) })
}

func (q *queue) blocked(sync bool) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting > 0 || sync && q.failing
}

// Scrub returns what of a trace may be kept and shown: its texts masked and,
// as content says, hashed or left out. The trace given is not changed.
func (w *Writer) Scrub(t *Trace, content Content) Trace { return w.scrub.scrub(*t, content) }

// Mask takes out of a text what is not to be stored.
func (w *Writer) Mask(text string) string { return w.scrub.masked(text) }
