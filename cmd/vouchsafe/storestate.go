package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// storeState has the chain tell which store holds the traces as well, and how whole it is.
type storeState struct {
	mu     sync.Mutex
	kept   time.Duration // how long accesses are kept; 0: for ever
	found  bool          // at the start, and held against what the chain said last
	told   ledger.StoreState
	older  string // file of the store of an older version that is yet to be taken over; "" for none
	spoilt uint64 // lines of the spill that were not as they were written, when it was held against the file

	doubts []chain.Doubt // lines of the files that their chain did not hold at the start
	unheld []string      // ids of the traces on these lines, which are taken into no store

	filling atomic.Bool // it is to be made whole first: what it tells falls short, and a deletion would
}

func stateOf(e store.Extent) ledger.StoreState {
	return ledger.StoreState{Store: strconv.FormatInt(e.ID, 36), Begun: e.Begun.UTC(), Swept: e.Swept.UTC(), Deletions: e.Deletions}
}

// expect notes at the start what a store is yet to be given: an older one's traces, or where it has none those of a file that was there.
func (s *storeState) expect(db *store.Store, l config.Ledger, filed bool) {
	if db == nil {
		return
	}
	if older := olderStore(l.Store); l.Store.Driver == config.SQLite && isThere(older) {
		s.older = older
	}
	e, err := db.Extent(context.Background())
	s.filling.Store(s.older != "" || err == nil && e.Oldest.IsZero() && filed)
}

// noteStore has the chain tell what is not told yet. The first time it looks whether the store is the one that the chain
// knows: another one, and an older copy, are made to hold what the file does.
func (n *node) noteStore(ctx context.Context, path string) error {
	if n.store == nil || n.ledger == nil {
		return nil
	}
	n.state.mu.Lock()
	defer n.state.mu.Unlock()
	if err := n.takeOver(ctx); err != nil {
		return err
	}
	if path == "" {
		n.state.filling.Store(false)
		return nil
	}
	older := false
	if spoilt := n.ledger.Stats().Spill.Damaged; spoilt != n.state.spoilt { // what they were written as stands in the file
		err := n.accessed(ctx, ledger.Access{Who: "gateway", Action: "left out of the store", Count: int(spoilt - n.state.spoilt),
			Target: "lines of the spill that no key of this installation has signed"})
		if err != nil {
			return err
		}
		n.state.spoilt, n.state.found, n.state.told = spoilt, false, ledger.StoreState{}
	}
	if !n.state.found {
		var err error
		if older, err = n.findStore(ctx, path); err != nil {
			return err
		}
	}
	e, err := n.store.Extent(ctx)
	if err != nil {
		return err
	}
	n.state.found = true
	n.state.filling.Store(false)
	now := stateOf(e)
	if now == n.state.told {
		return nil
	}
	n.state.told = now
	now.Older = older
	return n.ledger.Stored(now)
}

// takeOver takes over the store of an older version, which goes then: no deletion would reach it.
func (n *node) takeOver(ctx context.Context) (err error) {
	if n.state.older == "" {
		return nil
	}
	switch err = n.store.TakeOver(ctx, n.state.older); {
	case errors.Is(err, store.ErrOlder):
		left := n.state.older + time.Now().UTC().Format("-20060102T150405")
		n.log.Error("the store of an older version cannot be read and is left; no deletion reaches it: remove it once you need it no more",
			zap.String("file", left), zap.Error(err))
		err = moveStore(n.state.older, left)
	case err == nil:
		for _, part := range storeParts {
			if gone := os.Remove(n.state.older + part); !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}
	if err == nil {
		n.state.older = ""
	}
	return err
}

// isHeld reports whether the store is held to have all that the file had at the start. Until then it is told nothing of how far the file
// has come: a start that ends while the store is filled leaves the rest to the next one.
func (s *storeState) isHeld() bool {
	if !s.mu.TryLock() {
		return false
	}
	defer s.mu.Unlock()
	return s.found
}

// findStore holds the store against what the chain said of it last, and fills it from the file where it is another one
// or an older copy.
func (n *node) findStore(ctx context.Context, path string) (older bool, err error) {
	var keys chain.Keys
	known := func() (chain.Keys, error) {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(path), chain.PublicFile))
		if err == nil {
			keys, err = chain.ReadKeys(text)
		}
		return keys, err
	}
	names := ledger.Files(path)
	var unknown []string
	n.state.doubts, unknown, err = ledger.Doubts(ctx, n.ledger, names, known)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // no chain
	}
	if err != nil {
		return false, err
	}
	if len(unknown) > 0 {
		n.log.Error("the file of traces is signed with keys that "+chain.PublicFile+" does not hold: "+
			"nothing vouches for what they sign until "+
			"your copy of it is put back; see vouchsafe docs upgrading#back-up", zap.Strings("keys", unknown))
	}
	for _, d := range n.state.doubts {
		if d.Before {
			continue // a store that has these goes on to hold them
		}
		n.log.Error("lines of the file of traces are not as they were written, or stand beside such a one: nothing vouches for what they "+
			"hold, and no store is filled from them; see vouchsafe verify-ledger",
			zap.String("file", d.File), zap.Int("from line", d.From), zap.Int("to line", d.To))
	}
	last, _, err := ledger.LastStored(names, keys)
	if err != nil {
		return false, err
	}
	e, err := n.store.Extent(ctx)
	if err != nil {
		return false, err
	}
	now := stateOf(e)
	switch {
	case last == nil: // its records are of an earlier version, or signed with a key that is gone
	case now.Store != last.Store:
		n.log.Error("the store that the file of traces names is gone, and this is another one: it is filled from the file",
			zap.Time("begun", now.Begun), zap.Time("begun as the file knows", last.Begun))
		older = true
	case now.Deletions < last.Deletions || now.Swept.Before(last.Swept):
		n.log.Error("the store is an older copy than the file of traces knows: it is filled from the file",
			zap.Int64("deletions", now.Deletions), zap.Int64("deletions that the file knows", last.Deletions))
		older = true
	}
	if !older {
		older, err = n.lacks(ctx, path, names)
	}
	if older && err == nil {
		n.state.filling.Store(true)
		_, err = n.fill(ctx, path, names, 0)
		err = errors.Join(err, fillPolicies(ctx, n.store, names, keys), fillFeedback(ctx, n.store, names, keys))
	}
	err = errors.Join(err, n.fillAccesses(ctx, names, keys))
	if err = errors.Join(err, n.nameUnheld(ctx)); err != nil {
		return false, err
	}
	ids, err := ledger.RemovedTraces(names, keys) // behind the filling, for what is deleted meanwhile
	if err != nil {
		return false, err
	}
	return older, n.deleteAgain(ctx, ids, older)
}

// lacks fills the store with the traces of files that it lacks, and reports whether there were any. Those that were signed when the store
// was told so are there; those behind may have waited for the store when the gateway was killed.
func (n *node) lacks(ctx context.Context, path string, names []string) (bool, error) {
	var after uint64
	head, err := ledger.ReadHead(path)
	if err == nil && head != nil && n.state.spoilt == 0 {
		var text []byte
		if text, err = n.store.Notes.Head(ctx, "", head.Key()+" "+filepath.Base(path)); text != nil && err == nil {
			if known, bad := chain.ReadHead(text); bad == nil {
				after = known.Link.N
			}
		}
	}
	missing, failed := n.fill(ctx, path, names, after)
	if missing > 0 {
		n.log.Error("the store lacked traces that the file of traces holds: it was filled from the file", zap.Int("traces", missing))
	}
	return missing > 0, errors.Join(err, failed)
}

// fill puts the traces of files behind a number of the chain into the store that it lacks, and counts them.
func (n *node) fill(ctx context.Context, path string, names []string, after uint64) (missing int, err error) {
	n.state.unheld = nil
	err = n.eachUndeleted(ctx, path, names, after, func(ids []string, lines [][]byte) error {
		there, err := n.store.Among(ctx, ids)
		// what this process has recorded since it started may be on its way
		if err == nil && len(there) < len(ids) && !n.state.filling.Load() {
			if err = n.ledger.StoreSettled(ctx); err == nil {
				there, err = n.store.Among(ctx, ids)
			}
		}
		if missing += len(ids) - len(there); err != nil || len(ids) == len(there) {
			return err
		}
		return n.store.AppendLines(ctx, lines)
	})
	if missing > 0 {
		err = errors.Join(err, n.store.Filled(ctx))
	}
	return missing, err
}

// eachUndeleted hands on the traces of files behind a number of the chain, some at a time, that the chain holds. Those that were deleted
// in the store and may still stand in the file are left out: they do not come back from there.
func (n *node) eachUndeleted(ctx context.Context, path string, names []string, after uint64,
	take func(ids []string, lines [][]byte) error) error {
	const together = 100
	instance, err := instanceOf(path)
	if err != nil {
		return err
	}
	deleted, _, err := n.store.Notes.Erased(ctx, instance)
	if err != nil {
		return err
	}
	var ids []string
	var lines [][]byte
	for _, name := range names {
		err := ledger.EachTrace(name, after, n.state.doubts, func(trace []byte, held bool) (err error) {
			switch id := gjson.GetBytes(trace, "query_id").Str; {
			case deleted[id]:
			case !held:
				n.state.unheld = append(n.state.unheld, id)
			default:
				ids, lines = append(ids, id), append(lines, bytes.Clone(trace))
			}
			if len(ids) == together {
				err = take(ids, lines)
				ids, lines = ids[:0], lines[:0]
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return take(ids, lines)
}

// nameUnheld names the traces of files that the chain does not hold, and so the store neither.
func (n *node) nameUnheld(ctx context.Context) error {
	const what = "traces on lines of the file that are not as they were written, or that are from before there was a chain"
	var lacks []string
	for some := range slices.Chunk(n.state.unheld, 500) {
		there, err := n.store.Among(ctx, some)
		if err != nil {
			return err
		}
		lacks = append(lacks, slices.DeleteFunc(slices.Clone(some), func(id string) bool { return slices.Contains(there, id) })...)
	}
	if len(lacks) == 0 {
		return nil
	}
	const most = 50
	named := lacks[:min(len(lacks), most)]
	n.log.Error(what+", are left out of the store: nothing vouches for them", zap.Int("count", len(lacks)),
		zap.Strings("first traces", named))
	return n.accessed(ctx, ledger.Access{Who: "gateway", Action: "left out of the store", Count: len(lacks),
		Target: what + ", first " + strings.Join(named, " ")})
}

// fillFeedback has the store hold what files tell that was said of traces, unless something was said since.
func fillFeedback(ctx context.Context, to *store.Store, names []string, keys chain.Keys) error {
	said, given := map[string]ledger.Opinion{}, map[string]time.Time{}
	err := ledger.EachRecord(names, chain.Feedback, keys, func(r chain.Record) {
		var o ledger.Opinion
		if json.Unmarshal(r.Told, &o) == nil {
			said[o.Trace], given[o.Trace] = o, r.Time
		}
	})
	err = errors.Join(err, to.EachFeedback(ctx, func(id string, feedback json.RawMessage) {
		if at, _ := time.Parse(time.RFC3339, gjson.GetBytes(feedback, "at").Str); at.After(given[id]) {
			delete(said, id)
		}
	}))
	for id, o := range said {
		if string(o.Feedback) == "null" {
			o.Feedback = nil
		}
		if failed := to.SetFeedback(ctx, id, o.Feedback, nil); failed != nil && !errors.Is(failed, store.ErrNotFound) { // it was deleted
			err = errors.Join(err, failed)
		}
	}
	return err
}

// fillPolicies has the store hold the policies that files tell of.
func fillPolicies(ctx context.Context, to *store.Store, names []string, keys chain.Keys) error {
	var failed error
	err := ledger.EachRecord(names, chain.PolicyText, keys, func(r chain.Record) {
		var p ledger.NamedPolicy
		if json.Unmarshal(r.Told, &p) == nil && failed == nil {
			failed = to.Notes.KeepPolicy(ctx, p.Hash, p.Name, p.Text)
		}
	})
	return errors.Join(err, failed)
}

// fillAccesses has the store hold the accesses that files tell of, at every start. The files are read first: each access was in the
// store before it was in a file, so one of meanwhile is not put back.
func (n *node) fillAccesses(ctx context.Context, names []string, keys chain.Keys) error {
	filed, lacks := map[ledger.Access]int{}, 0
	failed := ledger.EachRecord(names, chain.Accessed, keys, func(r chain.Record) {
		if a, ok := ledger.AccessIn(r); ok {
			filed[a]++
		}
	})
	err := n.store.Notes.EachAccess(ctx, func(a ledger.Access) { filed[a]-- })
	floor := time.Time{}
	if n.state.kept > 0 { // retention took what is older, and would again
		floor = time.Now().Add(-n.state.kept)
	}
	for a, missing := range filed {
		for ; missing > 0 && err == nil && failed == nil && !a.At.Before(floor); missing-- {
			lacks++
			failed = n.store.Notes.LogAccess(ctx, a)
		}
	}
	if err = errors.Join(err, failed); err != nil || lacks == 0 {
		return err
	}
	n.log.Error("the store lacked entries of the log of accesses that the file of traces holds: they are put back",
		zap.Int("entries", lacks))
	return n.accessed(ctx, ledger.Access{Who: "gateway", Action: "put back",
		Target: "entries of this log that the store lacked and the file of traces holds", Count: lacks})
}

// deleteAgain deletes from the store what is deleted from the file: a gateway may have been killed in between, or the store
// is older. Then it is noted of all that they are deleted.
func (n *node) deleteAgain(ctx context.Context, ids []string, older bool) error {
	deleted := 0
	for some := range slices.Chunk(ids, 500) {
		there, err := n.store.Among(ctx, some)
		if err != nil {
			return err
		}
		if len(there) == 0 && !older {
			continue
		}
		n, err := n.store.Delete(ctx, store.Selector{IDs: some, Gone: some})
		if err != nil {
			return err
		}
		deleted += n
	}
	if deleted == 0 {
		return nil
	}
	n.log.Warn("traces that are deleted from the file were in the store, and were deleted there", zap.Int("traces", deleted))
	return n.accessed(ctx, ledger.Access{Who: "gateway", Action: "deleted again",
		Target: fmt.Sprintf("%d traces that the file tells of as deleted", deleted), Count: deleted})
}

// accessed notes in the store, and in the file, what the gateway itself has done with traces.
func (n *node) accessed(ctx context.Context, a ledger.Access) error {
	a.At, a.Role = time.Now(), "gateway"
	if err := n.store.Notes.LogAccess(ctx, a); err != nil {
		return err
	}
	return n.ledger.Accessed(a)
}

// heads has the store remember how far the chain in the file of traces was signed.
type heads struct {
	db    *store.Store
	place string // of the file
	file  string
	mu    sync.Mutex
	newer func(context.Context) error // keeps what the store does not know yet; nil where it knows all
}

// headsIn are those of a configuration's ledger; nil where there is no file, or no store.
func headsIn(l config.Ledger, db *store.Store) *heads {
	if l.JSONL.Path == "" || db == nil {
		return nil
	}
	place, err := filepath.Abs(l.JSONL.Path)
	if err != nil {
		place = l.JSONL.Path
	}
	if l.Store.Driver == config.Postgres { // other machines have such a path, too
		host, _ := os.Hostname()
		place = host + ":" + place
	}
	return &heads{db: db, place: place, file: filepath.Base(l.JSONL.Path)}
}

func (h *heads) instance(key string) string { return key + " " + h.file }

func (h *heads) recall(key string) ([]byte, error) {
	return h.db.Notes.Head(context.Background(), h.place, h.instance(key))
}

// keep notes what the store is to be told: those who write traces do not wait for it.
func (h *heads) keep(key string, n uint64, head []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.newer = func(ctx context.Context) error { return h.db.Notes.KeepHead(ctx, h.place, h.instance(key), n, head) }
}

// ledger is what the ledger is given.
func (h *heads) ledger() *ledger.Heads {
	if h == nil {
		return nil
	}
	return &ledger.Heads{Recall: h.recall, Keep: h.keep}
}

// flush tells the store what it does not know yet, once the traces that were signed are there: a killed gateway looks only behind
// them for what the store lacks.
func (h *heads) flush(ctx context.Context, settled func(context.Context) error, log *zap.Logger) {
	if h == nil {
		return
	}
	h.mu.Lock()
	newer := h.newer
	h.newer = nil
	h.mu.Unlock()
	if newer == nil {
		return
	}
	err := settled(ctx)
	if err == nil {
		err = newer(ctx)
	}
	if err != nil {
		log.Warn("the store does not know how far the ledger has come; it is told again", zap.Error(err))
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.newer == nil {
			h.newer = newer
		}
	}
}
