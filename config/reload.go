package config

import (
	"context"
	"os"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"
)

// A changed file is put in force while the program runs: a Reloader reads the
// file again and again, and hands a new one to whoever can judge and apply it. It
// asks no notifications of the system: those know nothing of network file systems,
// and of links that are swapped. A file that is not taken changes nothing, and its
// faults are told once. Half a file is never applied: what is handed on was read
// twice alike, and an empty file, as a failed write leaves it, is a fault.

// quiet is the time between two readings: some editors empty a file before they
// write it.
const quiet = 250 * time.Millisecond

// Outcome is what became of a file that was handed on. With problems nothing
// of it has been applied; Restart names what of it takes effect only when the
// program is started anew.
type Outcome struct {
	Problems []string
	Restart  []string
}

// ReloadOptions say what to watch and what to do.
type ReloadOptions struct {
	Path  string // of the file
	Data  []byte // what is in force
	Apply func(data []byte) Outcome
	Log   *zap.Logger
	Now   func() time.Time // time.Now if nil
}

// ReloadCounts tell how a program's reloads have fared. Good is whether the file, as
// it was last read, is the one in force.
type ReloadCounts struct {
	Applied, Rejected int64
	InForceSince      time.Time
	Good              bool
}

// Reloader watches one file. ReloadCounts may be read by many goroutines while Run
// runs in one.
type Reloader struct {
	o     ReloadOptions
	quiet time.Duration
	force string  // what is in force
	seen  reading // what was judged last

	mu     sync.Mutex
	counts ReloadCounts
}

// NewReloader returns a reloader for a file whose bytes o.Data are in force.
func NewReloader(o ReloadOptions) *Reloader {
	if o.Now == nil {
		o.Now = time.Now
	}
	force := string(o.Data)
	return &Reloader{o: o, quiet: quiet, force: force, seen: reading{text: force}, counts: ReloadCounts{InForceSince: o.Now(), Good: true}}
}

// ReloadCounts returns how reloads have fared so far. Where there is no reloader
// nothing has changed since the start.
func (r *Reloader) Counts() ReloadCounts {
	if r == nil {
		return ReloadCounts{Good: true}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.counts
}

// Run reads the file from time to time, and whenever asked gets something, until
// ctx ends.
func (r *Reloader) Run(ctx context.Context, asked <-chan os.Signal) {
	tick := time.NewTicker(r.quiet)
	defer tick.Stop()
	var before reading
	for {
		select {
		case <-ctx.Done():
			return
		case <-asked:
			r.judge(r.read())
		case <-tick.C:
			now := r.read()
			if now == before && now != r.seen {
				r.judge(now)
			}
			before = now
		}
	}
}

// reading is the file at one moment: what it says, or why it cannot be read.
type reading struct{ text, fault string }

func (r *Reloader) read() reading {
	data, err := os.ReadFile(r.o.Path)
	if err != nil {
		return reading{fault: err.Error()}
	}
	return reading{text: string(data)}
}

// judge says what becomes of a reading of the file. What was seen before is not
// judged again, unless somebody asks for it.
func (r *Reloader) judge(now reading) {
	r.seen = now
	switch {
	case now.fault != "":
		r.reject([]string{"cannot be read: " + now.fault})
	case now.text == r.force:
		r.count(func(c *ReloadCounts) { c.Good = true })
		r.o.Log.Info("the configuration file is the one in force", zap.String("path", r.o.Path))
	case strings.TrimSpace(now.text) == "":
		r.reject([]string{"is empty"})
	default:
		r.apply(now.text)
	}
}

func (r *Reloader) apply(text string) {
	outcome := r.o.Apply([]byte(text))
	if len(outcome.Problems) > 0 {
		r.reject(outcome.Problems)
		return
	}
	r.force = text
	r.count(func(c *ReloadCounts) { c.Applied, c.Good, c.InForceSince = c.Applied+1, true, r.o.Now() })
	r.o.Log.Info("a new configuration is in force", zap.String("path", r.o.Path))
	if len(outcome.Restart) > 0 {
		r.o.Log.Warn("a part of the new configuration takes effect at a restart only", zap.Strings("keys", outcome.Restart))
	}
}

func (r *Reloader) reject(problems []string) {
	r.count(func(c *ReloadCounts) { c.Rejected, c.Good = c.Rejected+1, false })
	r.o.Log.Error("the changed configuration was rejected; the one before it stays in force",
		zap.String("path", r.o.Path), zap.Int("count", len(problems)), zap.Strings("problems", problems))
}

func (r *Reloader) count(change func(*ReloadCounts)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.counts)
}
