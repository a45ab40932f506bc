package judge

import (
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/upstream"
)

// Counts say what a judge was asked and what it cost: since it was made, or in
// one exchange.
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

// add adds what another batch came to.
func (c *Counts) add(o Counts) {
	c.Claims, c.Known, c.Carried, c.Failed = c.Claims+o.Claims, c.Known+o.Known, c.Carried+o.Carried, c.Failed+o.Failed
	c.Errors, c.Calls, c.Tokens, c.Spent = c.Errors+o.Errors, c.Calls+o.Calls, c.Tokens+o.Tokens, c.Spent+o.Spent
}

// Counts returns what has been counted so far.
func (j *Judge) Counts() Counts {
	j.counting.Lock()
	defer j.counting.Unlock()
	return j.counts
}

// count counts one opinion.
func (c *Counts) count(o Opinion) {
	c.Claims++
	switch {
	case o.Err != nil:
		c.Errors++
	case o.Carries:
		c.Carried++
	default:
		c.Failed++
	}
	if o.Known {
		c.Known++
	}
}

// tokensOf is what a reply says that it cost: in its body, or, as Text Embeddings
// Inference does, in its head. 0 where it says nothing that makes sense.
func tokensOf(head upstream.Header, body []byte) int64 {
	tokens := gjson.GetBytes(body, "usage.total_tokens").Int()
	if told := head.Get("x-compute-tokens"); tokens == 0 && told != "" {
		tokens, _ = strconv.ParseInt(told, 10, 64)
	}
	if tokens < 0 || tokens > mostTokens {
		return 0
	}
	return tokens
}

// mostTokens is more than any call can cost: a figure above it is wrong, and would
// spoil the sum for good.
const mostTokens = 100_000_000
