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
	keys    chain.Keys // that signed the files
	shared  bool       // others may write to the store too, whose files these are not
	others  bool       // one that signs a file does
	started time.Time
	problem func(chain.Said)
	note    func(chain.Said)
	same    int
	told    records
	untold  untold
	unsure  []string // what of that ought to be looked at, in words

	says     ledger.StoreState  // what the store says of itself
	heads    int                // how many chains of these keys it remembers
	headed   bool               // beside the files it is told how far they were signed
	state    *ledger.StoreState // what the files say last of the store; nil where they say nothing
	stateAt  chain.Place
	found    *ledger.StoreState     // what the files said of the store up to the line that is read
	extent   store.Extent           // what the store says of itself, as far as the files say so too
	deleted  map[string]bool        // as the store says
	pending  map[string]bool        // of these, those that this gateway has yet to take out of its files, as the store says
	spill    []inSpillFile          // what waits for the store, and may not be as it was written
	spilled  map[string][32]byte    // these wait for the store
	refused  map[string]bool        // these it did not take
	removed  map[string]chain.Place // deleted from the files
	storeOff bool                   // the configuration in force has none
	lossy    bool                   // what finds no room is turned away
	open     bool                   // a process is writing, as far as the files tell
	absent   []absent               // not in the store, behind the last line that is
	newest   []absent               // not in the store either, of the last minute
	ended    time.Time              // of the newest trace of the files so far
	crashes  []span
	foundAt  time.Time            // when they said that
	refilled time.Time            // the store was found to be an older copy, or another one
	wanted   map[string]time.Time // traces that were deleted on request, and when

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

// inSpillFile is a line of a spill.
type inSpillFile struct {
	at   chain.Place
	text []byte
}

// inTheStore is the place of what no file tells of.
var inTheStore = chain.Place{File: "store"}

// tell names what is not as it was written.
func (c *comparison) tell(at chain.Place, format string, args ...any) {
	c.problem(chain.Said{Place: at, What: fmt.Sprintf(format, args...)})
}

// span is the time in which a process was killed.
type span struct{ from, to time.Time }

// untold are the things of which it cannot be told whether somebody removed or added them, by what they are.
type untold map[thing]int

type thing struct{ why, kind string }

func (u untold) String() string {
	all := make([]string, 0, len(u))
	for what, n := range u {
		all = append(all, countOf(n, what.kind)+" "+what.why)
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

func (u untold) add(why, kind string, n int) {
	if n > 0 {
		u[thing{why, kind}] += n
	}
}

// Why it cannot be told whether a trace was removed from one of both.
const (
	beforeStore      = "of the files, from before the store was begun"
	givenWay         = "of the files, older than any in the store, which retention or an upgrade took there"
	noStore          = "of the files, written while the configuration had no store"
	inSpill          = "of the files, in the spill of the store"
	onTheWay         = "of the last minute, which may be on their way"
	crashed          = "of the moments in front of a crash, which may have lost them"
	turnedAway       = "that may have been turned away for want of room (ledger.on_full)"
	inOthers         = "of the store, which may be in the files of other gateways that share it"
	deletedElsewhere = "of the files that another gateway has deleted, as the store says: this one takes it out within a minute, or at " +
		"its next start"
	cutShort   = "of the files that the store does not hold, of the moments in front of a crash or of now"
	olderFiles = "of the store, older than the first chained line of the files"
)

func newComparison(db *store.Store, of config.Ledger, problem, note func(chain.Said)) (*comparison, error) {
	c := &comparison{db: db, shared: of.Store.Driver == config.Postgres, started: time.Now(), problem: problem, note: note,
		untold:  untold{},
		removed: map[string]chain.Place{}, wanted: map[string]time.Time{},
		told: records{kept: of.Retention.Age, accesses: map[ledger.Access][]recordSays{}, policies: map[string]policySays{},
			opinions: map[string]recordSays{}}}
	var err error
	if err = c.readSpill(spillDir(of)); err == nil { // before the store is read: what is brought back meanwhile is in one of both
		c.deleted, _, err = db.Notes.Erased(context.Background(), "")
	}
	if err == nil {
		c.extent, err = db.Extent(context.Background())
	}
	return c, err
}

// readSpill reads which traces are in the files of a spill.
func (c *comparison) readSpill(dir string) error {
	c.refused = map[string]bool{}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	for _, name := range names {
		text, failed := os.ReadFile(name)
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
		at := chain.Place{File: name}
		for line := range bytes.Lines(text) {
			at.Line++
			switch id, _, _, ok := store.TimeOf(line); {
			case filepath.Base(name) != ledger.Rejected:
				c.spill = append(c.spill, inSpillFile{at, line})
			case ok:
				c.refused[id] = true
			}
		}
	}
	return err
}

// believeSpill names the lines of a spill that none of some keys has signed: no store takes them in.
func (c *comparison) believeSpill(keys chain.Keys) {
	c.spilled = map[string][32]byte{}
	for _, l := range c.spill {
		if chain.IsBlank(l.text) {
			continue // it was deleted
		}
		if trace := ledger.Spilled(l.text, keys); trace != nil {
			c.spilled[gjson.GetBytes(trace, "query_id").Str] = sha256.Sum256(bytes.TrimSpace(trace))
		} else if bytes.HasSuffix(l.text, []byte{'\n'}) { // else a crash has cut it off, or it is being written
			c.problem(chain.Said{Place: l.at, What: "no known key has signed this line, which waits for the store: it was changed or " +
				"added. The store is filled from the file of traces instead"})
		}
	}
	c.spill = nil
}

// believe has what the store says of itself count as far as the files say so too. What they do not say, tellState names once
// they are read.
func (c *comparison) believe(names []string, keys chain.Keys, head *chain.Head) (err error) {
	if err = c.compareHeads(keys); err != nil {
		return err
	}
	c.keys, c.headed = keys, head != nil
	c.believeSpill(keys)
	if c.pending = c.deleted; head != nil {
		if c.pending, _, err = c.db.Notes.Erased(context.Background(), head.Key()); err != nil {
			return err
		}
	}
	if c.state, c.stateAt, err = ledger.LastStored(names, keys); err != nil || c.state == nil {
		return err
	}
	c.says = stateOf(c.extent)
	c.extent.Begun, c.extent.Swept = c.state.Begun, c.state.Swept
	return nil
}

// compareHeads holds what the store remembers of chains against the keys that signed it.
func (c *comparison) compareHeads(keys chain.Keys) error {
	return c.db.Notes.EachHead(context.Background(), func(place, instance string, n uint64, text []byte) {
		tell := func(format string, args ...any) {
			c.tell(inTheStore, "how far the chain of %q was signed: %s", instance, fmt.Sprintf(format, args...))
		}
		id, file, _ := strings.Cut(instance, " ")
		if keys[id] == nil && c.shared {
			c.others = true
			return
		}
		c.heads++
		head, err := chain.ReadHead(text)
		if err == nil {
			err = head.Check(keys)
		}
		switch {
		case err != nil:
			tell("%v", err)
		case head.Link.N != n:
			tell("the store says up to number %d, and the signed line up to %d", n, head.Link.N)
		case filepath.Base(place) != file:
			tell("it is that of %q", place)
		case head.Key() != id:
			tell("the key %q has signed it", head.Key())
		}
	})
}

// deleting is how long a deletion takes at most from the entry with which it begins: others may come to their end meanwhile.
const deleting = 5 * time.Minute

// underWay counts the deletions that a gateway which was killed, or runs, may not have come to tell the files of.
func (c *comparison) underWay() (n int64) {
	if !c.open {
		return 0
	}
	err := c.db.Notes.EachAccess(context.Background(), func(a ledger.Access) {
		if strings.HasPrefix(a.Action, "delete") && a.At.After(c.foundAt.Add(-deleting)) {
			n++
		}
	})
	c.failed = errors.Join(c.failed, err)
	return n
}

// tellState names what the store says of itself and the files do not.
func (c *comparison) tellState() {
	if c.state == nil {
		return
	}
	tell := func(format string, args ...any) {
		c.tell(c.stateAt, format, args...)
	}
	says, knows := c.says, *c.state
	day := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	switch {
	case says.Store != knows.Store:
		tell("the store is not the one that the files know, which was begun on %s: this one was begun on %s, and no gateway has started "+
			"with it", day(knows.Begun), day(says.Begun))
		return
	case !says.Begun.Equal(knows.Begun):
		tell("the store says that it was begun on %s, and the files say on %s", day(says.Begun), day(knows.Begun))
	}
	switch n, m := says.Deletions, knows.Deletions; {
	case n < m:
		tell("the store knows of %s, and the files of %d: it is an older copy, from before what was deleted since",
			countOf(int(n), "deletion"), m)
	case n > m && c.shared:
		c.untold.add("of the store by way of other gateways", "deletion", int(n-m))
	case n > m && n-m <= c.underWay():
		c.untold.add("of the store that a gateway was at when it was killed, or is at", "deletion", int(n-m))
	case n > m:
		tell("the store knows of %s, and the files of %d", countOf(int(n), "deletion"), m)
	}
	switch {
	case says.Swept.Before(knows.Swept):
		tell("the store says that nothing was deleted from it for its age since %s, and the files say %s: it is an older copy",
			day(says.Swept),
			day(knows.Swept))
	case says.Swept.After(knows.Swept) && c.open:
		c.untold.add("for its age of which the files do not tell yet", "deletion", 1)
	case says.Swept.After(knows.Swept) && !c.shared:
		tell("the store says that traces may have been deleted from it until %s for their age, and the files say until %s", day(says.Swept),
			day(knows.Swept))
	}
	switch {
	case c.heads > 0 || !c.headed:
	case c.open && c.ended.Before(c.told.since.Add(recent)) || c.open && c.ended.Before(c.refilled.Add(recent)):
		c.untold.add("of the files, which the store may not have been told of yet", "signature", 1)
	default:
		tell("the store does not remember how far the chain was signed")
	}
}

// inStore is a trace of the store.
type inStore struct {
	at, ended time.Time
	sum       [32]byte
	line      []byte // while it is short
	gateway   string // which wrote it, as it says; "" of an earlier version
}

// disorder is how much later than others that began after it an exchange may end.
const disorder = 2 * time.Hour

// recent is how long a trace may be on its way to the store.
const recent = time.Minute

// record takes notice of a record: who writes, and what there is to be compared besides.
func (c *comparison) record(at chain.Place, r chain.Record) {
	if r.Record == chain.Removed {
		if r.Trace != "" {
			c.removed[r.Trace] = at
		}
		if r.Trace != "" && r.Why == ledger.ErasedOnRequest {
			c.wanted[r.Trace] = r.Time
		}
		return
	}
	defer func() {
		if r.Time.After(c.ended) {
			c.ended = r.Time
		}
	}()
	if c.told.since.IsZero() {
		c.open = r.Record != chain.Opened // who writes there began in a file that is gone
	}
	c.told.take(at, r)
	if s, ok := ledger.StoreIn(r); ok && !r.Time.Equal(c.foundAt) { // a file tells again what the one before it told
		c.foundAt = r.Time
		if s.Older {
			c.refilled = r.Time
		}
		c.storeFound(at, s)
	}
	switch r.Record {
	case chain.Configuration:
		text := gjson.GetBytes(r.Told, "configuration").Str
		c.storeOff = strings.Contains(text, "driver: "+string(config.NoStore))
		c.lossy = strings.Contains(text, "on_full: "+string(config.Shed))
	case chain.Closed:
		c.open = !r.Alone
	case chain.Opened:
		if c.open && r.Alone { // who wrote before was killed
			c.crash(r.Time)
		}
		c.open = true
	}
}

// storeFound tells where a gateway found another store than the one before, or an older copy of it.
func (c *comparison) storeFound(at chain.Place, s ledger.StoreState) {
	was := c.found
	c.found = &s
	switch {
	case was != nil && was.Store == s.Store && !was.Begun.Equal(s.Begun) && !s.Older:
		c.problem(chain.Said{Place: at, What: "a gateway found that the store says otherwise than before when it was begun"})
	case s.Older && was != nil && was.Store != s.Store:
		c.note(chain.Said{Place: at, What: "a gateway found another store than the one before: it was filled from the files"})
	case s.Older:
		c.note(chain.Said{Place: at, What: "a gateway found that the store lacked what the files hold, as an older copy does, or after a " +
			"crash: it was filled from the files, and what had been deleted since was deleted again"})
	}
}

// crash lets go of the traces that a process which was killed may have had in hand.
func (c *comparison) crash(again time.Time) {
	n := len(c.absent)
	c.absent = slices.DeleteFunc(c.absent, func(a absent) bool { return a.ended.After(c.ended.Add(-recent)) })
	c.untold.add(crashed, "trace", n-len(c.absent))
	c.crashes = append(c.crashes, span{c.ended, again})
}

// take looks for a trace of a file in the store.
func (c *comparison) take(at chain.Place, object []byte) {
	object = append(bytes.Clone(object), '}')
	id, began, ended, ok := store.TimeOf(object)
	if !ok {
		return
	}
	if !c.began {
		c.begin(began, ended)
	}
	for !c.done && c.failed == nil && !c.reached.After(began) {
		c.more()
	}
	if c.failed != nil {
		return
	}
	k, there := c.waiting[id]
	delete(c.waiting, id)
	switch {
	case !there:
		c.lack(absent{at, id, ended}, began, object)
	case k.sum != sha256.Sum256(object) && !ledger.SameJSON(k.line, object):
		c.tell(at, "trace %s is another one in the store", id)
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
func (c *comparison) lack(a absent, began time.Time, object []byte) {
	e := c.extent
	switch {
	case c.spilled[a.id] == sha256.Sum256(object):
		c.untold.add(inSpill, "trace", 1)
	case c.refused[a.id]:
		c.tell(a.at, "trace %s is not in the store, which did not take it, as %s beside its spill says", a.id, ledger.Rejected)
	case c.shared && c.pending[a.id]:
		c.untold.add(deletedElsewhere, "trace", 1)
	case c.shared && c.deleted[a.id]:
		c.tell(a.at, "trace %s was deleted by way of another gateway, and the store notes that it was taken out here", a.id)
	case c.storeOff:
		c.untold.add(noStore, "trace", 1)
	case began.Before(e.Begun):
		c.untold.add(beforeStore, "trace", 1)
	case began.Before(e.Swept) && (e.Oldest.IsZero() || began.Before(e.Oldest)):
		c.untold.add(givenWay, "trace", 1)
	case c.lossy:
		c.untold.add(turnedAway, "trace", 1)
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

func (c *comparison) tellGone(a absent) { c.tell(a.at, "trace %s is not in the store", a.id) }

// tellNewest names those of the last minute, unless a process is there that may have them in hand.
func (c *comparison) tellNewest() {
	if c.open {
		c.untold.add(onTheWay, "trace", len(c.newest))
		return
	}
	for _, a := range c.newest {
		c.tellGone(a)
	}
}

// begin has the store read from about the time of the files' first trace. What is older than their first line may stand in
// files that are gone.
func (c *comparison) begin(began, ended time.Time) {
	c.began, c.from, c.waiting = true, ended, map[string]inStore{}
	if first := c.told.since; !first.IsZero() && first.Before(ended) {
		c.from = first
	}
	c.reached = began.Add(-disorder)
	if c.from.Before(c.reached) {
		c.reached = c.from
	}
	var n int
	if n, c.failed = c.db.Before(context.Background(), c.reached); c.failed == nil {
		c.untold.add(olderFiles, "trace", n)
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
		k := inStore{at: one.At, sum: sha256.Sum256(one.Line), gateway: gjson.GetBytes(one.Line, "gateway").Str}
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
	_, deleted := c.removed[id]
	switch {
	case deleted: // see cameBack
	case !k.at.After(c.from):
		c.untold.add(olderFiles, "trace", 1)
	case c.shared && c.keys[k.gateway] == nil:
		c.untold.add(inOthers, "trace", 1)
	case c.open && k.ended.After(c.started.Add(-recent)):
		c.untold.add(onTheWay, "trace", 1)
	case slices.ContainsFunc(c.crashes, lost):
		c.untold.add(crashed, "trace", 1)
	case c.lossy:
		c.untold.add(turnedAway, "trace", 1)
	default:
		c.tell(at, "trace %s of %s is in the store and not in the files", id, k.at.Format(time.RFC3339))
	}
}

// finish reads the rest of the store. whole says that no line in front of the files' first is gone.
func (c *comparison) finish(whole bool) error {
	c.told.whole = whole
	if !c.began && !c.told.since.IsZero() { // the files hold none
		c.begin(c.told.since, c.told.since)
	}
	for c.began && c.failed == nil && !c.done {
		c.more()
	}
	if c.failed != nil {
		return fmt.Errorf("cannot hold the store against the files: %w", c.failed)
	}
	c.tellState()
	c.tellAbsent()
	c.tellNewest()
	for id, k := range c.waiting {
		c.missing(id, k, inTheStore)
	}
	c.compareErased()
	if err := errors.Join(c.cameBack(), c.told.compare(c)); err != nil {
		return err
	}
	return c.db.Check(context.Background(), func(what string) { c.problem(chain.Said{Place: inTheStore, What: what}) })
}

// excused reports whether a gateway that was killed, or still runs, may have told the store or the files alone of what it did at a
// time. No gateway has done anything at a time that is yet to come.
func (c *comparison) excused(at time.Time) bool {
	if at.After(c.started.Add(recent)) {
		return false
	}
	began := func(s span) bool { return at.After(s.from.Add(-recent)) && at.Before(s.to) }
	return c.open && (at.After(c.started.Add(-recent)) || at.After(c.ended.Add(-recent))) || slices.ContainsFunc(c.crashes, began)
}

// compareErased holds what the store says was deleted against what is deleted in the files.
func (c *comparison) compareErased() {
	for id := range c.deleted {
		if _, gone := c.removed[id]; gone || c.shared {
			continue
		}
		if !c.told.whole || len(c.crashes) > 0 || c.open || c.lossy {
			c.untold.add("of traces that are not in these files, as the store says", "deletion", 1)
			continue
		}
		c.tell(inTheStore, "trace %s is noted as deleted, and the files tell of no such deletion", id)
	}
	floor := c.told.floor(c.started)
	for id, at := range c.wanted {
		if c.deleted[id] || at.Before(floor) {
			continue
		}
		if c.excused(at) || at.Before(c.refilled) {
			c.untold.add("from the files of which the store has no note", "deletion", 1)
			continue
		}
		c.tell(c.removed[id], "trace %s was deleted here, and the store has no note of it", id)
	}
}

// cameBack names the traces in the store that were deleted from the files.
func (c *comparison) cameBack() error {
	for some := range slices.Chunk(slices.Sorted(maps.Keys(c.removed)), 500) {
		there, err := c.db.Among(context.Background(), some)
		if err != nil {
			return err
		}
		for _, id := range there {
			if at, ok := c.wanted[id]; ok && c.excused(at) {
				c.untold.add("of a deletion that a gateway was at when it was killed, or is at", "trace", 1)
				continue
			}
			c.tell(c.removed[id], "trace %s was deleted here, and is in the store: an older copy was put back, or it was added", id)
		}
	}
	return nil
}
