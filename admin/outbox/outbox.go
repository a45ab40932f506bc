package outbox

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"

	"go.uber.org/zap"

	"vouchsafe/proxy/upstream"
)

// Options say where messages go and how.
type Options struct {
	Name   string // for the log
	URL    string // http or https; it may hold a query
	Header upstream.Header
	Join   func(messages [][]byte) []byte // puts messages into one body; nil: each goes alone

	Queue  int           // messages that may wait; 0: 1000
	Bytes  int           // that may wait; 0: 8 MiB
	Batch  int           // messages in one body at most, where they are joined; 0: 200
	Linger time.Duration // that a message waits for others to be joined with
	Tries  int           // 0: 5
	Pause  time.Duration // before the second try, and twice as long before each further one; 0: 1 s
	Log    *zap.Logger
}

// Timeouts of one try. Whoever takes messages only notes them.
const (
	connectTimeout = 5 * time.Second
	tryTimeout     = 15 * time.Second
)

func (o *Options) complete() {
	o.Queue, o.Bytes, o.Batch, o.Tries = cmp.Or(o.Queue, 1000), cmp.Or(o.Bytes, 8<<20), cmp.Or(o.Batch, 200), cmp.Or(o.Tries, 5)
	o.Pause = cmp.Or(o.Pause, time.Second)
	if o.Join == nil {
		o.Batch = 1
		o.Join = func(messages [][]byte) []byte { return messages[0] }
	}
}

// Stats counts what became of messages.
type Stats struct {
	Sent    int64
	Dropped int64 // there was no room, or they were not taken
	Waiting int   // those under way among them
}

// Outbox delivers messages. It is safe for concurrent use.
type Outbox struct {
	opt    Options
	to     *upstream.Upstream
	path   string
	query  string
	queue  chan []byte
	ctx    context.Context // ends when Close gives up
	giveUp context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	stats  Stats
	bytes  int
	closed bool
}

// Open starts delivering. It makes no connection before there is a message.
func Open(o Options) (*Outbox, error) {
	o.complete()
	u, err := url.Parse(o.URL)
	if err != nil {
		return nil, fmt.Errorf("cannot send to %s: the address is no URL", o.Name)
	}
	to, err := upstream.New(upstream.Config{
		Name: o.Name, BaseURL: u.Scheme + "://" + u.Host, MaxResponse: 64 << 10,
		Timeouts: upstream.Timeouts{Connect: connectTimeout, FirstByte: tryTimeout, Idle: tryTimeout, Total: tryTimeout},
	})
	if err != nil {
		return nil, fmt.Errorf("cannot send to %s: %w", o.Name, err)
	}
	b := &Outbox{
		opt: o, to: to, path: cmp.Or(u.EscapedPath(), "/"), query: u.RawQuery,
		queue: make(chan []byte, o.Queue), done: make(chan struct{}),
	}
	b.ctx, b.giveUp = context.WithCancel(context.Background())
	go b.run()
	return b, nil
}

// Put hands a message over. It never waits, and returns false where there was
// no room. The message belongs to the outbox from then on.
func (b *Outbox) Put(message []byte) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.bytes+len(message) > b.opt.Bytes {
		b.stats.Dropped++
		return false
	}
	select {
	case b.queue <- message:
		b.bytes += len(message)
		b.stats.Waiting++
		return true
	default:
		b.stats.Dropped++
		return false
	}
}

// Stats returns the counts as they are now.
func (b *Outbox) Stats() Stats {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stats
}

// Close takes no further messages, and delivers those that wait until ctx ends.
func (b *Outbox) Close(ctx context.Context) {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.queue)
	}
	b.mu.Unlock()
	select {
	case <-b.done:
	case <-ctx.Done():
		b.giveUp()
		<-b.done
	}
	b.giveUp()
	b.to.Close()
}

// run delivers until the outbox is closed and empty.
func (b *Outbox) run() {
	defer close(b.done)
	for first := range b.queue {
		batch := b.gather(first)
		taken := b.deliver(b.opt.Join(batch))
		b.settle(batch, taken)
	}
}

// gather waits a while for messages to be joined with the first one.
func (b *Outbox) gather(first []byte) [][]byte {
	batch := [][]byte{first}
	if b.opt.Batch == 1 {
		return batch
	}
	enough := time.NewTimer(b.opt.Linger)
	defer enough.Stop()
	for len(batch) < b.opt.Batch {
		select {
		case m, open := <-b.queue:
			if !open {
				return batch
			}
			batch = append(batch, m)
		case <-enough.C:
			return batch
		case <-b.ctx.Done():
			return batch
		}
	}
	return batch
}

func (b *Outbox) settle(batch [][]byte, taken bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range batch {
		b.bytes -= len(m)
	}
	b.stats.Waiting -= len(batch)
	if taken {
		b.stats.Sent += int64(len(batch))
	} else {
		b.stats.Dropped += int64(len(batch))
	}
}

// deliver tries to get a body taken.
func (b *Outbox) deliver(body []byte) bool {
	pause := b.opt.Pause
	for try := 1; ; try++ {
		again, err := b.try(body)
		if err == nil {
			return true
		}
		if !again || try >= b.opt.Tries || b.ctx.Err() != nil {
			b.opt.Log.Error("a message was dropped", zap.String("to", b.opt.Name), zap.Int("tries", try), zap.Error(err))
			return false
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)): // many instances should not try in step
		case <-b.ctx.Done():
		}
		pause *= 2
	}
}

// try sends a body once. again tells whether it may be taken another time.
func (b *Outbox) try(body []byte) (again bool, err error) {
	header := append(upstream.Header{{"Content-Type", "application/json"}, {"User-Agent", "vouchsafe"}}, b.opt.Header...)
	resp, err := b.to.Do(b.ctx, &upstream.Request{Path: b.path, Query: b.query, Header: header, Body: body})
	if err != nil {
		return true, err
	}
	resp.Body.Close()
	switch {
	case resp.Status >= 200 && resp.Status <= 299:
		return false, nil
	case resp.Status == 408 || resp.Status == 429 || resp.Status >= 500:
		return true, fmt.Errorf("the answer was %d", resp.Status)
	}
	return false, fmt.Errorf("the answer was %d", resp.Status)
}
