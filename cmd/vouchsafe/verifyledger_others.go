package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// others are what the files of other gateways say that a store which they share has as well.
type others struct {
	traces   map[string][32]byte
	accesses map[ledger.Access]int
	keys     map[string]string // the files by the key that signed them last
	records  records           // their policies and opinions
	crashes  []span
	running  bool // a gateway writes to one of them

	open  bool // a process writes to the file that is read, as far as it has been read
	ended time.Time
}

// readOthers reads the files of other gateways, and tells of each line that is not as it was written: the keys of each stand beside it.
func (l *lookAtLedger) readOthers(paths []string) (*others, error) {
	o := &others{traces: map[string][32]byte{}, accesses: map[ledger.Access]int{}, keys: map[string]string{},
		records: records{accesses: map[ledger.Access][]recordSays{}, policies: map[string]policySays{}, opinions: map[string]recordSays{}}}
	for _, path := range paths {
		if err := l.readOther(path, o); err != nil {
			return nil, fmt.Errorf("cannot read the traces of another gateway, %s: %w", path, err)
		}
	}
	return o, nil
}

func (l *lookAtLedger) readOther(path string, o *others) error {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), chain.PublicFile))
	if err != nil {
		return err
	}
	o.open, o.ended = false, time.Time{}
	v := chain.Verifier{Complete: true, Problem: l.problem, Note: l.note, Trace: o.take, Record: o.record}
	if v.Keys, err = chain.ReadKeys(text); err != nil {
		return err
	}
	if v.Head, err = ledger.ReadHead(path); err != nil {
		return err
	}
	if v.Head != nil {
		o.keys[v.Head.Key()] = path
	}
	names, err := inOrder(rotated(path))
	if err != nil {
		return err
	}
	files, err := openAll(names)
	defer func() { closeAll(files) }()
	for i := 0; i < len(files) && err == nil; i++ {
		err = v.Read(names[i], files[i])
	}
	v.Done()
	o.running = o.running || o.open
	return err
}

func (o *others) take(_ chain.Place, t chain.Trace) {
	object := append(bytes.Clone(t.Object), '}')
	id, _, ended, ok := store.TimeOf(object)
	if !ok {
		return
	}
	o.traces[id] = sha256.Sum256(object)
	if ended.After(o.ended) {
		o.ended = ended
	}
}

func (o *others) record(at chain.Place, r chain.Record) {
	o.records.take(at, r)
	if a, ok := ledger.AccessIn(r); ok {
		o.accesses[sameAccess(a)]++
	}
	switch r.Record {
	case chain.Closed:
		o.open = !r.Alone
	case chain.Opened:
		if o.open && r.Alone { // who wrote before was killed
			o.crashes = append(o.crashes, span{o.ended, r.Time})
		}
		o.open = true
	}
	if r.Record != chain.Removed && r.Time.After(o.ended) {
		o.ended = r.Time
	}
}

// name reports whether one of their files calls a policy so.
func (o *others) name(hash, name string) bool {
	return o != nil && o.records.policies[hash].names[name]
}

// know reports whether one of their files has a trace of the store.
func (o *others) know(id string, k inStore) bool {
	if o == nil {
		return false
	}
	sum, there := o.traces[id]
	return there && sum == k.sum
}

// excuse reports whether one of the gateways may have noted something of a time behind the reading of its file.
func (o *others) excuse(at, now time.Time) bool {
	return o != nil && o.running && at.After(now.Add(-recent))
}

// took takes one of their accesses for one of the store, where they have it.
func (o *others) took(a ledger.Access) bool {
	if o == nil || o.accesses[a] == 0 {
		return false
	}
	o.accesses[a]--
	return true
}
