package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// records are what those of files say that the store says as well: who read, exported or deleted what, and the texts of policies.
type records struct {
	kept     time.Duration // how long the store keeps accesses; 0: for ever
	since    time.Time     // of the first record
	accesses map[ledger.Access][]recordSays
	policies map[string]recordSays // by their hash
}

// recordSays is what one record says.
type recordSays struct {
	at   chain.Place
	when time.Time
	text json.RawMessage
}

// take notes what a record says.
func (t *records) take(at chain.Place, r chain.Record) {
	if t.since.IsZero() {
		t.since = r.Time
	}
	switch r.Record {
	case chain.Accessed:
		var a ledger.Access
		if json.Unmarshal(r.Told, &a) == nil {
			t.accesses[a] = append(t.accesses[a], recordSays{at: at, when: r.Time})
		}
	case chain.PolicyText:
		var p ledger.NamedPolicy
		if json.Unmarshal(r.Told, &p) == nil {
			t.policies[p.Hash] = recordSays{at, r.Time, p.Text}
		}
	}
}

// compare holds all that against the store. shared says that others write to the store, too.
func (t *records) compare(db *store.Store, shared bool, started time.Time, problem func(chain.Said)) error {
	tell := func(at chain.Place, format string, args ...any) {
		problem(chain.Said{Place: at, What: fmt.Sprintf(format, args...)})
	}
	for hash, p := range t.policies {
		switch name, text, err := db.Policy(context.Background(), hash); {
		case p.when.After(started.Add(-recent)):
		case err != nil:
			tell(p.at, "the store does not hold the text of policy %s", hash)
		case !sameJSON(text, p.text):
			tell(p.at, "the text of policy %s (%s) is another one in the store", hash, name)
		}
	}
	floor := t.since
	if oldest := started.Add(-t.kept + sweepPause + recent); t.kept > 0 && oldest.After(floor) {
		floor = oldest
	}
	err := db.EachAccess(context.Background(), math.MaxInt64, func(a store.Access) {
		key := ledger.Access{Who: a.Who, Action: a.Action, Target: a.Target, Count: a.Count}
		if left := t.accesses[key]; len(left) > 0 {
			t.accesses[key] = left[:len(left)-1] // the newest of both
		} else if !shared && a.At.After(floor) && a.At.Before(started.Add(-recent)) {
			tell(chain.Place{File: "store"}, "the access of %s, %s by %s, is in the store and not in the files", a.At.Format(time.RFC3339), a.Action, a.Who)
		}
	})
	for a, left := range t.accesses {
		for _, one := range left {
			if one.when.After(floor) && one.when.Before(started.Add(-recent)) {
				tell(one.at, "the store does not hold the access of %s, %s by %s", one.when.Format(time.RFC3339), a.Action, a.Who)
			}
		}
	}
	return err
}
