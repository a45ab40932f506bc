package ledger

import (
	"context"
	"errors"
	"sync"
	"time"

	"vouchsafe/trace/chain"
)

// Bounds of a queue, where the options name none.
const (
	defaultQueueBytes   = 16 << 20
	defaultQueueEntries = 10_000
	firstPause          = 50 * time.Millisecond
	longestPause        = 5 * time.Second
)

var (
	// ErrClosed is returned for a trace that came after Close.
	ErrClosed = errors.New("the ledger is closed")
	// ErrFull is returned for a trace that was shed.
	ErrFull = errors.New("the ledger is full")
	// errNotKept is returned where a trace has to be kept for good before its
	// reply leaves, and cannot be.
	errNotKept = errors.New("the trace cannot be kept for good at the moment")
	// errGivenUp is reported once, when lines are lost.
	errGivenUp = errors.New("cannot write the traces that waited: the ledger was closed")
)

// Counts says what became of the lines for one place where they are kept.
type Counts struct {
	Written uint64 // lines that are there, or were spilled
	Shed    uint64 // lines that were not taken, because too many waited
	Lost    uint64 // lines given up by Close, and traces that came after it
	Errors  uint64 // failed writes, each of which was tried again
	Queued  int    // lines that wait
	Bytes   int    // bytes that wait
}

// place is where a queue's lines are to be kept.
type place struct {
	// write writes entries from the front of some, and returns how many of them
	// are kept for good. The rest is given to it again.
	write func(entries []entry) (int, error)
	// overflow keeps an entry for good that the queue has no room for; nil where
	// there is no other place for it.
	overflow func(entry) error
	failed   func(error) // is told of every failure
	// gather is how long lines are left to gather before they are written: to
	// wake and to write costs several times what a line in it does.
	gather time.Duration
	// tick is called now and then by the goroutine that writes; nil for never.
	tick  func() error
	every time.Duration
}

// batch are entries that are written together.
type batch struct {
	entries []entry
	bytes   int           // of all of them
	done    chan struct{} // closed when they are kept for good, or given up
	lost    bool          // they were given up
}

// longestWait is how long an exchange waits for its trace to be kept for good.
const longestWait = 4 * time.Second

// awaitKept returns when the lines of some batches are kept for good, or cannot be kept
// for now.
func awaitKept(batches ...*batch) error {
	late := time.NewTimer(longestWait)
	defer late.Stop()
	for _, b := range batches {
		select {
		case <-b.done:
		case <-late.C:
			return errNotKept
		}
		if b.lost {
			return errGivenUp
		}
	}
	return nil
}

// end tells those who wait.
func (b *batch) end(lost bool) {
	b.lost = lost
	close(b.done)
}

// queue holds lines until one goroutine has written them: all that have
// gathered while it wrote the ones before.
type queue struct {
	place   place
	bytes   int
	entries int
	shed    bool // a line that finds no room is turned away, and does not wait

	mu      sync.Mutex
	room    sync.Cond // signalled when lines leave the queue
	work    chan struct{}
	enough  chan struct{} // there is more than should gather, or nothing more comes
	pending *batch
	counts  Counts
	waiting int  // callers of put that wait for room
	failing bool // the last write failed
	closed  bool

	stop context.Context // done when close gives up
	quit context.CancelFunc
	done chan struct{} // closed when the goroutine has ended
}

// newQueue starts a queue.
func newQueue(p place, o Options) *queue {
	q := &queue{place: p, bytes: o.QueueBytes, entries: o.QueueEntries, shed: o.Shed,
		work: make(chan struct{}, 1), enough: make(chan struct{}, 1), done: make(chan struct{})}
	if q.bytes <= 0 {
		q.bytes = defaultQueueBytes
	}
	if q.entries <= 0 {
		q.entries = defaultQueueEntries
	}
	q.room.L = &q.mu
	q.stop, q.quit = context.WithCancel(context.Background())
	go q.run()
	return q
}

// put adds a line and returns the batch that it belongs to; nil where the line is
// kept already. Where the queue is full the line goes to the other place, if there
// is one; if not, or if that fails too, it waits, or is turned away.
func (q *queue) put(one entry) (*batch, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed && !q.fits(one.bytes) {
		switch {
		case q.spills(one):
			q.counts.Written++
			return nil, nil
		case q.closed || q.fits(one.bytes): // while it was tried: nobody would wake it any more
			continue
		case q.shed:
			q.counts.Shed++
			return nil, ErrFull
		}
		q.waiting++
		q.room.Wait()
		q.waiting--
	}
	if q.closed {
		q.counts.Lost++
		return nil, ErrClosed
	}
	if q.pending == nil {
		q.pending = &batch{done: make(chan struct{})}
	}
	q.pending.entries = append(q.pending.entries, one)
	q.pending.bytes += one.bytes
	q.counts.Queued++
	q.counts.Bytes += one.bytes
	signal(q.work)
	if q.pending.bytes > q.together() || q.counts.Queued > q.entries/4 {
		signal(q.enough)
	}
	return q.pending, nil
}

// signal tells the goroutine, if it has not been told already.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// together is how many bytes of lines gather at most.
func (q *queue) together() int { return q.bytes / 4 }

// spills writes a line to the other place. Others need not wait for that.
func (q *queue) spills(one entry) bool {
	if q.place.overflow == nil {
		return false
	}
	q.mu.Unlock()
	defer q.mu.Lock()
	if err := q.place.overflow(one); err != nil {
		q.place.failed(err)
		return false
	}
	return true
}

// fits reports whether a line of n bytes may join the queue. A single longer
// line may wait alone.
func (q *queue) fits(n int) bool {
	return q.counts.Queued == 0 || q.counts.Queued < q.entries && q.counts.Bytes+n <= q.bytes
}

// run writes what has gathered until the queue is closed and empty.
func (q *queue) run() {
	defer close(q.done)
	var tick <-chan time.Time // never, where the place does not want to be called
	if q.place.tick != nil {
		t := time.NewTicker(q.place.every)
		defer t.Stop()
		tick = t.C
	}
	for open := true; open; {
		select {
		case _, open = <-q.work:
			q.gather()
			q.flush()
		case <-tick:
			if err := q.place.tick(); err != nil {
				q.failed(err)
			}
		}
	}
	for q.flush() { // what came between the last signal and close
	}
	q.giveUp()
}

// gather lets lines gather for a moment.
func (q *queue) gather() {
	if q.place.gather == 0 {
		return
	}
	moment := time.NewTimer(q.place.gather)
	defer moment.Stop()
	select {
	case <-moment.C:
	case <-q.enough:
	}
}

// flush writes what has gathered, and reports whether it was written: not where
// there is nothing, or where close has given up. What comes meanwhile gathers
// anew.
func (q *queue) flush() bool {
	b := q.take()
	if b == nil {
		return false
	}
	kept := q.persist(b.entries)
	b.end(!kept)
	return kept
}

func (q *queue) take() *batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	b := q.pending
	q.pending = nil
	return b
}

// persist writes lines, trying again until all are written or close has
// given up. Lines stay counted as waiting until they are written.
func (q *queue) persist(entries []entry) bool {
	pause := firstPause
	for len(entries) > 0 {
		n, err := q.place.write(entries)
		q.written(entries[:n])
		entries = entries[n:]
		if err == nil {
			pause = firstPause
			continue
		}
		q.failed(err)
		select {
		case <-q.stop.Done():
			return false
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
	return true
}

// written takes lines off the count and wakes those who wait for room.
func (q *queue) written(entries []entry) {
	if len(entries) == 0 {
		return
	}
	bytes := 0
	for _, e := range entries {
		bytes += e.bytes
	}
	q.mu.Lock()
	q.failing = false
	q.counts.Written += uint64(len(entries))
	q.counts.Queued -= len(entries)
	q.counts.Bytes -= bytes
	q.mu.Unlock()
	q.room.Broadcast()
}

// failed counts and reports a failure.
func (q *queue) failed(err error) {
	q.mu.Lock()
	q.counts.Errors++
	q.failing = true
	q.mu.Unlock()
	q.place.failed(err)
}

// giveUp counts what still waits as lost.
func (q *queue) giveUp() {
	if b := q.take(); b != nil {
		b.end(true)
	}
	q.mu.Lock()
	lost := q.counts.Queued
	q.counts.Lost += uint64(lost)
	q.counts.Queued, q.counts.Bytes = 0, 0
	q.mu.Unlock()
	if lost > 0 {
		q.failed(errGivenUp)
	}
}

func (q *queue) stats() Counts {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.counts
}

// close stops taking lines and writes those that wait, unless ctx is done
// before.
func (q *queue) close(ctx context.Context) {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		close(q.work)
		close(q.enough)
	}
	q.mu.Unlock()
	q.room.Broadcast()
	select {
	case <-q.done:
	case <-ctx.Done():
		q.quit()
		<-q.done
	}
	q.quit()
}

// entry is what waits to be written: a trace, or what a line of the file says that is none.
type entry struct {
	trace  *Trace
	record *chain.Record // nil for a trace
	bytes  int           // about how long its line is
}

func entryOf(t *Trace) entry { return entry{trace: t, bytes: lengthOf(t)} }

func recordEntry(r chain.Record) entry {
	const frame = 512
	return entry{record: &r, bytes: frame + len(r.Told)}
}

// linesOf are some traces as lines, one behind the other; with a key each is signed.
func linesOf(traces []*Trace, key *chain.Key) (all []byte) {
	for _, t := range traces {
		start := len(all)
		if all = AppendLine(all, t); key != nil {
			all, _ = chain.SealIn(all, start, chain.Link{}, key)
		}
	}
	return all
}

// lengthOf is about how long a trace's line is, in bytes.
func lengthOf(t *Trace) int {
	const frame, chunk, attempt, cited, claim = 900, 400, 300, 700, 300
	n := frame + len(t.Question) + len(t.Answer) + len(t.Metadata) + cited*len(t.Citations) + claim*len(t.Claims)
	for i := range t.Chunks {
		n += chunk + len(t.Chunks[i].Text)
	}
	for i := range t.Attempts {
		n += attempt + len(t.Attempts[i].Reply) + len(t.Attempts[i].Reply)/8
	}
	return n
}
