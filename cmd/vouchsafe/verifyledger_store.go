package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vouchsafe/config"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// comparison holds the traces of files against those of a store. Both come in the order of time, so that no
// more are in memory than came within disorder of each other.
type comparison struct {
	db      *store.Store
	shared  bool // others write to the store too, whose files these are not
	started time.Time
	problem func(chain.Said)
	same    int
	told    records

	began   bool
	from    time.Time // traces that began earlier may stand in files that are gone
	floor   time.Time // the store has nothing older
	reached time.Time // the store was read up to here
	taken   int
	ended   bool
	last    *store.Kept
	waiting map[string]inStore // of the store, not met in the files yet
	failed  error
}

func newComparison(db *store.Store, of config.Ledger, problem func(chain.Said)) *comparison {
	return &comparison{db: db, shared: of.Store.Driver == config.Postgres, started: time.Now(), problem: problem,
		told: records{kept: of.Retention.Age, accesses: map[ledger.Access][]recordSays{}, policies: map[string]recordSays{}}}
}

// inStore is a trace of the store.
type inStore struct {
	at   time.Time
	sum  [32]byte
	line []byte // while it is short
}

// disorder is how much later than others that began after it an exchange may end.
const disorder = 2 * time.Hour

// recent is how long a trace may be on its way to the store.
const recent = time.Minute

// take looks for a trace of a file in the store.
func (c *comparison) take(at chain.Place, t chain.Trace) {
	id, began, ended, ok := store.TimeOf(append(bytes.Clone(t.Object), '}'))
	if !ok {
		return
	}
	if !c.began {
		c.begin(began, ended)
	}
	c.readTo(began)
	if c.failed != nil || began.Before(c.floor) {
		return
	}
	k, there := c.waiting[id]
	delete(c.waiting, id)
	object := append(bytes.Clone(t.Object), '}')
	switch {
	case !there && began.Before(c.started.Add(-recent)):
		c.problem(chain.Said{Place: at, What: fmt.Sprintf("trace %s is not in the store", id)})
	case there && k.sum != sha256.Sum256(object) && !sameJSON(k.line, object):
		c.problem(chain.Said{Place: at, What: fmt.Sprintf("trace %s is another one in the store", id)})
	case there:
		c.same++
	}
	if c.taken++; c.taken%1000 == 0 {
		c.forget(began.Add(-disorder), at)
	}
}

// begin reads the first of what the store has from about the time of the files' first trace.
func (c *comparison) begin(began, ended time.Time) {
	c.began, c.from, c.waiting = true, ended, map[string]inStore{}
	c.reached = began.Add(-disorder)
	c.more()
	for _, k := range c.waiting {
		if c.floor.IsZero() || k.at.Before(c.floor) {
			c.floor = k.at
		}
	}
}

// readTo reads the store up to a time.
func (c *comparison) readTo(at time.Time) {
	for !c.ended && c.failed == nil && !c.reached.After(at) {
		c.more()
	}
}

// more reads some traces of the store.
func (c *comparison) more() {
	some, err := c.db.Ascend(context.Background(), c.reached, c.last)
	c.failed, c.ended = err, len(some) == 0
	if c.ended {
		return
	}
	for _, one := range some {
		k := inStore{at: one.At, sum: sha256.Sum256(one.Line)}
		const short = 64 << 10
		if len(one.Line) <= short {
			k.line = one.Line
		}
		c.waiting[one.ID] = k
	}
	c.last = &some[len(some)-1]
	c.reached = c.last.At
}

// forget tells of traces of the store that began before a time, and will not be met any more.
func (c *comparison) forget(before time.Time, at chain.Place) {
	for id, k := range c.waiting {
		if k.at.Before(before) {
			c.missing(id, k, at)
			delete(c.waiting, id)
		}
	}
}

func (c *comparison) missing(id string, k inStore, at chain.Place) {
	if !c.shared && k.at.After(c.from) && k.at.Before(c.started.Add(-recent)) {
		c.problem(chain.Said{Place: at, What: fmt.Sprintf("trace %s of %s is in the store and not in the files", id, k.at.Format(time.RFC3339))})
	}
}

// finish reads the rest of the store.
func (c *comparison) finish() error {
	for c.began && c.failed == nil && !c.ended {
		c.more()
	}
	if c.failed != nil {
		return fmt.Errorf("cannot hold the store against the files: %w", c.failed)
	}
	for id, k := range c.waiting {
		c.missing(id, k, chain.Place{File: "store"})
	}
	if err := c.told.compare(c.db, c.shared, c.started, c.problem); err != nil {
		return err
	}
	return c.db.Check(context.Background(), func(what string) { c.problem(chain.Said{Place: chain.Place{File: "store"}, What: what}) })
}

// sameJSON reports whether two JSON texts say the same: an earlier version may have spelt it otherwise.
func sameJSON(a, b []byte) bool {
	x, y := jsontext.Value(bytes.Clone(a)), jsontext.Value(bytes.Clone(b))
	return x.Canonicalize() == nil && y.Canonicalize() == nil && bytes.Equal(x, y)
}
