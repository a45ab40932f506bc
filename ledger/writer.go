package ledger

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"
)

// Options say where traces go and how much may wait for the disk.
type Options struct {
	Path    string
	MaxSize int64 // bytes, from which on the file is rotated; 0: never
	Keep    int   // rotated files that are kept

	QueueBytes   int // that may wait; 0: 16 MiB. A single longer line may wait alone
	QueueEntries int // that may wait; 0: 10,000

	Redact  []*regexp.Regexp // masked before anything is stored
	Key     []byte           // see InstallationKey; needed for hashed content
	OnError func(error)      // told of every failed write, from the writing goroutine; may be nil
}

const (
	defaultQueueBytes   = 16 << 20
	defaultQueueEntries = 10_000
	firstPause          = 50 * time.Millisecond
	longestPause        = 5 * time.Second
)

// ErrClosed is returned for a trace that came after Close.
var ErrClosed = errors.New("the ledger is closed")

// Stats counts what became of traces.
type Stats struct {
	Written uint64 // lines on disk
	Lost    uint64 // lines given up by Close, and traces that came after it
	Errors  uint64 // failed writes, each of which was tried again
	Queued  int    // lines that wait
	Bytes   int    // bytes that wait
}

// Writer appends traces to a file. It is safe for concurrent use.
type Writer struct {
	opt   Options
	scrub scrubber
	lines sync.Pool // of *[]byte, for encoding

	mu      sync.Mutex
	room    sync.Cond // signalled when lines leave the queue
	work    chan struct{}
	pending []byte // lines that wait, one behind the other
	stats   Stats
	closed  bool

	stop context.Context // done when Close gives up
	quit context.CancelFunc
	done chan struct{} // closed when the goroutine has ended
	file *file
}

// Open opens a ledger and starts its goroutine. The directory is made where
// it is missing. It fails where the file cannot be written at all: better at
// the start than at the first trace.
func Open(o Options) (*Writer, error) {
	if o.QueueBytes <= 0 {
		o.QueueBytes = defaultQueueBytes
	}
	if o.QueueEntries <= 0 {
		o.QueueEntries = defaultQueueEntries
	}
	f, err := openFile(o.Path, o.MaxSize, o.Keep)
	if err != nil {
		return nil, err
	}
	w := &Writer{
		opt: o, scrub: scrubber{patterns: o.Redact, key: o.Key},
		work: make(chan struct{}, 1), done: make(chan struct{}), file: f,
	}
	w.room.L = &w.mu
	w.lines.New = func() any { return new([]byte) }
	w.stop, w.quit = context.WithCancel(context.Background())
	go w.run()
	return w, nil
}

// Record queues a trace. It does not keep t. It blocks while the queue is
// full and returns ErrClosed if the ledger is closed before there is room.
func (w *Writer) Record(t *Trace, content Content) error {
	kept := w.scrub.scrub(*t, content)
	buf := w.lines.Get().(*[]byte)
	*buf = Append((*buf)[:0], &kept)
	err := w.enqueue(*buf)
	if cap(*buf) <= maxPooled {
		w.lines.Put(buf)
	}
	return err
}

// maxPooled is the size from which on a buffer is not kept for reuse, so that
// one huge trace does not occupy its memory for good.
const maxPooled = 1 << 20

// enqueue waits for room and copies a line into the queue.
func (w *Writer) enqueue(l []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.closed && !w.fits(len(l)) {
		w.room.Wait()
	}
	if w.closed {
		w.stats.Lost++
		return ErrClosed
	}
	w.pending = append(w.pending, l...)
	w.stats.Queued++
	w.stats.Bytes += len(l)
	select {
	case w.work <- struct{}{}:
	default: // the goroutine knows already
	}
	return nil
}

// fits reports whether a line of n bytes may join the queue.
func (w *Writer) fits(n int) bool {
	return w.stats.Queued == 0 || w.stats.Queued < w.opt.QueueEntries && w.stats.Bytes+n <= w.opt.QueueBytes
}

// Stats returns the counts as they are now.
func (w *Writer) Stats() Stats {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stats
}

// Close stops taking traces and writes those that wait. If they cannot be
// written before ctx is done it gives up and says how many were lost.
func (w *Writer) Close(ctx context.Context) error {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.work)
	}
	w.mu.Unlock()
	w.room.Broadcast()
	select {
	case <-w.done:
	case <-ctx.Done():
		w.quit()
		<-w.done
	}
	w.quit()
	if s := w.Stats(); s.Queued > 0 || s.Lost > 0 {
		return fmt.Errorf("cannot write every trace: %d lost", s.Lost)
	}
	return nil
}
