package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// records are what those of files say that the store says as well: who read, exported or deleted what, what was said of traces,
// and the policies.
type records struct {
	kept     time.Duration // how long the store keeps accesses; 0: for ever
	since    time.Time     // of the first record
	opened   time.Time     // when a gateway began last: it put the accesses of the files into the store
	accesses map[ledger.Access][]recordSays
	policies map[string]policySays // by their hash
	opinions map[string]recordSays // by trace: the last one, as the store's log of accesses tells, which is held against the files
	whole    bool                  // no line in front of the first is gone
}

// recordSays is what one record says.
type recordSays struct {
	at   chain.Place
	when time.Time
	text string // of an opinion: its target; "" where it was withdrawn
}

// policySays is what records say of a policy.
type policySays struct {
	recordSays
	policy json.RawMessage
	names  map[string]bool
}

// take notes what a record says.
func (t *records) take(at chain.Place, r chain.Record) {
	if t.since.IsZero() {
		t.since = r.Time
	}
	switch r.Record {
	case chain.Opened:
		t.opened = r.Time
	case chain.Accessed:
		if a, ok := ledger.AccessIn(r); ok {
			t.accesses[a] = append(t.accesses[a], recordSays{at: at, when: r.Time})
		}
	case chain.PolicyText:
		var p ledger.NamedPolicy
		if json.Unmarshal(r.Told, &p) == nil {
			says, told := t.policies[p.Hash]
			if !told { // every start tells it again
				says = policySays{recordSays{at: at, when: r.Time}, p.Text, map[string]bool{}}
				t.policies[p.Hash] = says
			}
			says.names[p.Name] = true
		}
	}
}

// compare holds all that against the store.
func (t *records) compare(c *comparison) error {
	return errors.Join(t.comparePolicies(c), t.compareAccesses(c), t.compareOpinions(c))
}

func (t *records) comparePolicies(c *comparison) error {
	for hash, p := range t.policies {
		switch _, text, err := c.db.Notes.Policy(context.Background(), hash); {
		case err != nil && c.excused(p.when):
			c.untold.add(cutShort, "policy", 1)
		case err != nil:
			c.tell(p.at, "the store does not hold the text of policy %s", hash)
		case !ledger.SameJSON(text, p.policy):
			c.tell(p.at, "the text of policy %s is another one in the store", hash)
		}
	}
	return c.db.Notes.EachPolicy(context.Background(), func(hash, name string) {
		switch p, told := t.policies[hash]; {
		case p.names[name]:
		case !told:
			c.untold.add("of the store, which the files do not tell of", "policy", 1)
		case t.whole && !c.shared:
			c.tell(p.at, "policy %s is called %q in the store, and not so in the files", hash, name)
		default:
			c.untold.add("of the store by another name than in the files that are here", "policy", 1)
			c.doubt(fmt.Sprintf("policy %s is called %q in the store, and not so in the files", hash, name))
		}
	})
}

// compareOpinions holds what was said of traces against what the log of accesses says that was said last, by way of any gateway.
func (t *records) compareOpinions(c *comparison) error {
	left := maps.Clone(t.opinions)
	err := c.db.EachFeedback(context.Background(), func(id string, feedback json.RawMessage) {
		says, told := left[id]
		delete(left, id)
		given, _ := time.Parse(time.RFC3339, gjson.GetBytes(feedback, "at").Str)
		switch {
		case told && says.text == store.FeedbackTarget(id, feedback):
		case told && c.excused(says.when):
			c.untold.add("on traces, of the moments in front of a crash or of now", "opinion", 1)
		case told:
			c.tell(says.at, "the feedback on trace %s is another one in the store", id)
		case (t.whole || given.After(t.since)) && !c.excused(given):
			c.tell(inTheStore, "the feedback on trace %s is in the store, and nobody is noted to have given it", id)
		default:
			c.untold.add("on traces in the store, from before the first line of the files or of the last minute", "opinion", 1)
			c.doubt(fmt.Sprintf("the feedback on trace %s, %.500q, is in the store, and nobody is noted to have given it", id, feedback))
		}
	})
	for id, says := range left {
		if says.text == "" {
			continue
		}
		switch _, gone := c.db.Get(context.Background(), id); {
		case gone != nil:
		case c.excused(says.when):
			c.untold.add(cutShort, "opinion", 1)
		default:
			c.tell(says.at, "the feedback on trace %s is not in the store", id)
		}
	}
	return err
}

// opinion notes what was said of a trace last. The newest accesses come first.
func (t *records) opinion(at chain.Place, a ledger.Access) {
	id, hash, _ := strings.Cut(a.Target, " ")
	if _, later := t.opinions[id]; later || a.Action != "feedback" && a.Action != "feedback withdrawn" {
		return
	}
	switch {
	case hash != "":
		t.opinions[id] = recordSays{at, a.At, a.Target}
	case a.Action == "feedback withdrawn": // an older version told no hash of feedback
		t.opinions[id] = recordSays{at, a.At, ""}
	}
}

// doubt tells in words what only another gateway can have written to a store of a server, where none that signs a file has.
func (c *comparison) doubt(what string) {
	if c.shared && !c.others {
		c.unsure = append(c.unsure, what+": a gateway without a file of traces wrote it, or somebody added it")
	}
}

// floor is from when on the store keeps what it notes: retention takes what is older.
func (t *records) floor(now time.Time) time.Time {
	if oldest := now.Add(-t.kept + sweepPause + recent); t.kept > 0 && oldest.After(t.since) {
		return oldest
	}
	return t.since
}

func (t *records) compareAccesses(c *comparison) error {
	floor := t.floor(c.started)
	err := c.db.Notes.EachAccess(context.Background(), func(a ledger.Access) { // the newest first
		left, told := t.accesses[a]
		at := inTheStore
		if last := len(left) - 1; last >= 0 {
			t.accesses[a], at = left[:last], left[last].at
		}
		t.opinion(at, a)
		if len(left) > 0 {
			return
		}
		what := fmt.Sprintf("the access of %s, %s %s by %s, is in the store ", a.At.Format(time.RFC3339), a.Action, a.Target, a.Who)
		if told && !c.shared {
			c.tell(at, "%s", what+"more often than in the files: before 30 November 2026 a start could put in twice what was read "+
				"meanwhile, or somebody added "+
				"it (docs/traces.md tells how to mend it)")
			return
		}
		switch what += "and not in the files"; {
		case a.At.After(c.started.Add(recent)):
			c.tell(at, "%s, and is yet to come", what)
		case c.shared:
			c.untold.add("of the log of accesses, which may be in the files of other gateways that share the store", "entry", 1)
			c.doubt(what)
		case !a.At.After(t.since):
			c.untold.add("of the log of accesses, from before the first line of the files", "entry", 1)
			if t.whole { // of a store that is older than the chain, or added
				c.unsure = append(c.unsure, what+", whose first line is the first of the chain: the store is older than it, or somebody "+
					"added it")
			}
		case c.excused(a.At):
			c.untold.add("of the log of accesses that the files do not tell of, told below", "entry", 1)
			c.unsure = append(c.unsure, what+": a gateway that was killed then, or runs, did not come to write it down, or somebody "+
				"added it")
		default:
			c.tell(at, "%s", what)
		}
	})
	for a, left := range t.accesses {
		for _, one := range left {
			what := fmt.Sprintf("the access of %s, %s %s by %s", one.when.Format(time.RFC3339), a.Action, a.Target, a.Who)
			switch {
			case !one.when.After(floor):
			case c.excused(one.when) && one.when.After(t.opened):
				c.untold.add(cutShort, "entry", 1)
				c.unsure = append(c.unsure, what+fmt.Sprintf(
					", is in the files (%s:%d) and not in the store: a power failure took it there, or somebody removed it; "+
						"the next start puts it back", one.at.File, one.at.Line))
			default:
				c.tell(one.at, "the store does not hold %s", what)
			}
		}
	}
	return err
}
