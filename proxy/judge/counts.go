package judge

import (
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"
)

// Counts say what a judge was asked and what it cost, since it was made.
type Counts struct {
	Claims  int64 // asked about, those of the cache too
	Known   int64 // of these, from the cache
	Carried int64
	Failed  int64
	Errors  int64
	Calls   int64
	Tokens  int64 // as the server reports them
	Spent   time.Duration
}

type counts struct{ claims, known, carried, failed, errors, calls, tokens, spent atomic.Int64 }

// Counts returns what has been counted so far.
func (j *Judge) Counts() Counts {
	c := &j.counts
	return Counts{
		Claims: c.claims.Load(), Known: c.known.Load(), Carried: c.carried.Load(), Failed: c.failed.Load(),
		Errors: c.errors.Load(), Calls: c.calls.Load(), Tokens: c.tokens.Load(), Spent: time.Duration(c.spent.Load()),
	}
}

func (c *counts) add(o Opinions, took time.Duration) {
	c.spent.Add(int64(took))
	for i := range o.Claims {
		c.claims.Add(1)
		switch {
		case o.Claims[i].Err != nil:
			c.errors.Add(1)
		case o.Claims[i].Carries:
			c.carried.Add(1)
		default:
			c.failed.Add(1)
		}
		if o.Claims[i].Known {
			c.known.Add(1)
		}
	}
}

// spend counts the tokens that a reply says it cost.
func (c *counts) spend(reply []byte) {
	c.tokens.Add(gjson.GetBytes(reply, "usage.total_tokens").Int())
}
