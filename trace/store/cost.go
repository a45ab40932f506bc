package store

import (
	"math"
	"strconv"

	"vouchsafe/trace/ledger"
)

// cost is what an exchange cost beyond the first call of the model.
type cost struct {
	calls         int
	first         float64 // milliseconds of the first call
	tokens, again int64   // of all calls, and of those behind the first
}

func costOf(attempts []ledger.Attempt) (c cost) {
	for i := range attempts {
		in, out := ledger.Tokens(attempts[i].Usage)
		c.tokens += in + out
		if c.calls == 0 {
			c.first = ledger.Milliseconds(attempts[i].Duration)
		} else {
			c.again += in + out
		}
		c.calls++
	}
	return c
}

// bucketsPerDoubling says how fine times are counted: a bucket ends a fifth above
// where it begins.
const bucketsPerDoubling = 4

// bucketOf names the bucket that a time is counted in.
func bucketOf(ms float64) string {
	const least, most = 0.01, 1e7
	return strconv.Itoa(int(math.Round(bucketsPerDoubling * math.Log2(min(max(ms, least), most)))))
}

// buckets count times: how many fell into which bucket.
type buckets map[int]int64

func (b buckets) add(name string, n int64) {
	if at, err := strconv.Atoi(name); err == nil { // any other name is of a later version
		b[at] += n
	}
}

// quantile is the time that a share of all times lies at or below, in
// milliseconds; 0 where there are none.
func (b buckets) quantile(share float64) float64 {
	var all int64
	least, most := math.MaxInt, math.MinInt
	for at, n := range b {
		all, least, most = all+n, min(least, at), max(most, at)
	}
	left := int64(math.Ceil(share * float64(all)))
	for at := least; at <= most; at++ {
		if left -= b[at]; left <= 0 {
			ms := math.Pow(2, float64(at)/bucketsPerDoubling)
			return math.Round(100*ms) / 100
		}
	}
	return 0
}
