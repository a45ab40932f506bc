package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"

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
	lossy   bool // what finds no room is turned away
	started time.Time
	problem func(chain.Said)
	same    int
	told    records
	untold  untold

	extent   store.Extent
	deleted  map[string]bool // by way of the store, and perhaps not yet out of the files
	spilled  map[string]bool // these wait for the store, or it refused them
	storeOff bool            // the configuration in force has none
	open     bool            // a process is writing, as far as the files tell
	absent   []absent        // not in the store, behind the last line that is
	newest   []absent        // not in the store either, of the last minute
	ended    time.Time       // of the newest trace of the files so far
	crashes  []span

	began   bool
	from    time.Time // traces that began earlier may stand in files that are gone
	reached time.Time // the store was read up to here
	taken   int
	done    bool // all of it was
	last    *store.Kept
	waiting map[string]inStore // of the store, not met in the files yet
	failed  error
}

// absent is a trace of a file that the store does not have.
type absent struct {
	at    chain.Place
	id    string
	ended time.Time
}

// span is the time in which a process was killed.
type span struct{ from, to time.Time }

// untold are the traces of which it cannot be told whether somebody removed them, by why.
type untold map[string]int

func (u untold) String() string {
	var all []string
	for _, why := range slices.Sorted(maps.Keys(u)) {
		all = append(all, countOf(u[why], "trace")+" "+why)
	}
	return strings.Join(all, "; ")
}

// Why it cannot be told whether a trace was removed from one of both.
const (
	beforeStore = "of the files, from before the store was begun"
	givenWay    = "of the files, older than any in the store, which retention or an upgrade may have taken there"
	noStore     = "of the files, written while the configuration had no store"
	erasedThere = "of the files, deleted by way of the store, and not yet in the files"
	inSpill     = "of the files, in the spill of the store"
	onTheWay    = "of the last minute, which may be on their way"
	crashed     = "of the moments in front of a crash, which may have lost them"
	turnedAway  = "that may have been turned away for want of room (ledger.on_full)"
)

func newComparison(db *store.Store, of config.Ledger, problem func(chain.Said)) (*comparison, error) {
	c := &comparison{db: db, shared: of.Store.Driver == config.Postgres, lossy: of.OnFull == config.Shed, started: time.Now(), problem: problem, untold: untold{},
		told: records{kept: of.Retention.Age, accesses: map[ledger.Access][]recordSays{}, policies: map[string]recordSays{}}}
	var err error
	if c.spilled, err = idsIn(spillDir(of)); err == nil { // before the store is read: what is brought back meanwhile is in one of both
		c.deleted, _, err = db.Erased(context.Background(), "")
	}
	if err == nil {
		c.extent, err = db.Extent(context.Background())
	}
	return c, err
}

// idsIn are the ids of the traces in the files of a spill.
func idsIn(dir string) (map[string]bool, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	ids := map[string]bool{}
	for _, name := range names {
		text, failed := os.ReadFile(name)
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
		for line := range bytes.Lines(text) {
			if id, _, _, ok := store.TimeOf(line); ok {
				ids[id] = true
			}
		}
	}
	return ids, err
}

// inStore is a trace of the store.
type inStore struct {
	at, ended time.Time
	sum       [32]byte
	line      []byte // while it is short
}

// disorder is how much later than others that began after it an exchange may end.
const disorder = 2 * time.Hour

// recent is how long a trace may be on its way to the store.
const recent = time.Minute

// record takes notice of a record: who writes, and what there is to be compared besides.
func (c *comparison) record(at chain.Place, r chain.Record) {
	if c.told.since.IsZero() {
		c.open = r.Record != chain.Opened // who writes there began in a file that is gone
	}
	c.told.take(at, r)
	switch r.Record {
	case chain.Configuration:
		c.storeOff = strings.Contains(gjson.GetBytes(r.Told, "configuration").Str, "driver: "+string(config.NoStore))
	case chain.Closed:
		c.open = !r.Alone
	case chain.Opened:
		if c.open && r.Alone { // who wrote before was killed
			c.untold.add(crashed, len(c.absent))
			c.absent = nil
			c.crashes = append(c.crashes, span{c.ended, r.Time})
		}
		c.open = true
	}
}

func (u untold) add(why string, n int) {
	if n > 0 {
		u[why] += n
	}
}

// take looks for a trace of a file in the store.
func (c *comparison) take(at chain.Place, t chain.Trace) {
	object := append(bytes.Clone(t.Object), '}')
	id, began, ended, ok := store.TimeOf(object)
	if !ok {
		return
	}
	if !c.began {
		c.begin(began, ended)
	}
	c.readTo(began)
	if c.failed != nil {
		return
	}
	k, there := c.waiting[id]
	delete(c.waiting, id)
	switch {
	case !there:
		c.lack(absent{at, id, ended}, began)
	case k.sum != sha256.Sum256(object) && !sameJSON(k.line, object):
		c.problem(chain.Said{Place: at, What: fmt.Sprintf("trace %s is another one in the store", id)})
	default:
		c.same++
	}
	if there {
		c.tellAbsent()
	}
	if ended.After(c.ended) {
		c.ended = ended
	}
	if c.taken++; c.taken%1000 == 0 {
		c.forget(began.Add(-disorder), at)
	}
}

// lack judges a trace of a file that is not in the store, and began at a time.
func (c *comparison) lack(a absent, began time.Time) {
	e := c.extent
	switch {
	case c.spilled[a.id]:
		c.untold.add(inSpill, 1)
	case c.deleted[a.id]:
		c.untold.add(erasedThere, 1)
	case c.storeOff:
		c.untold.add(noStore, 1)
	case began.Before(e.Begun):
		c.untold.add(beforeStore, 1)
	case began.Before(e.Swept) && (e.Oldest.IsZero() || began.Before(e.Oldest)):
		c.untold.add(givenWay, 1)
	case c.lossy:
		c.untold.add(turnedAway, 1)
	default:
		c.absent = append(c.absent, a)
	}
}

// tellAbsent names the traces that the store should have. What stands behind them is in it: no crash took them.
func (c *comparison) tellAbsent() {
	for _, a := range c.absent {
		if a.ended.After(c.started.Add(-recent)) {
			c.newest = append(c.newest, a)
			continue
		}
		c.tellGone(a)
	}
	c.absent = nil
}

func (c *comparison) tellGone(a absent) {
	c.problem(chain.Said{Place: a.at, What: fmt.Sprintf("trace %s is not in the store", a.id)})
}

// tellNewest names those of the last minute, unless a process is there that may have them in hand.
func (c *comparison) tellNewest() {
	if c.open {
		c.untold.add(onTheWay, len(c.newest))
		return
	}
	for _, a := range c.newest {
		c.tellGone(a)
	}
}

// begin has the store read from about the time of the files' first trace.
func (c *comparison) begin(began, ended time.Time) {
	c.began, c.from, c.waiting = true, ended, map[string]inStore{}
	c.reached = began.Add(-disorder)
}

// readTo reads the store up to a time.
func (c *comparison) readTo(at time.Time) {
	for !c.done && c.failed == nil && !c.reached.After(at) {
		c.more()
	}
}

// more reads some traces of the store.
func (c *comparison) more() {
	some, err := c.db.Ascend(context.Background(), c.reached, c.last)
	c.failed, c.done = err, len(some) == 0
	if c.done {
		return
	}
	for _, one := range some {
		k := inStore{at: one.At, sum: sha256.Sum256(one.Line)}
		_, _, k.ended, _ = store.TimeOf(one.Line)
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
	lost := func(s span) bool { return k.ended.After(s.from.Add(-recent)) && k.ended.Before(s.to) }
	switch {
	case c.shared || !k.at.After(c.from):
	case c.open && k.ended.After(c.started.Add(-recent)):
		c.untold.add(onTheWay, 1)
	case slices.ContainsFunc(c.crashes, lost):
		c.untold.add(crashed, 1)
	case c.lossy:
		c.untold.add(turnedAway, 1)
	default:
		c.problem(chain.Said{Place: at, What: fmt.Sprintf("trace %s of %s is in the store and not in the files", id, k.at.Format(time.RFC3339))})
	}
}

// finish reads the rest of the store.
func (c *comparison) finish() error {
	if !c.began && !c.told.since.IsZero() { // the files hold none
		c.begin(c.told.since, c.told.since)
	}
	for c.began && c.failed == nil && !c.done {
		c.more()
	}
	if c.failed != nil {
		return fmt.Errorf("cannot hold the store against the files: %w", c.failed)
	}
	c.tellAbsent()
	c.tellNewest()
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
