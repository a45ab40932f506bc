package store

import (
	"math"
	"strconv"

	"vouchsafe/trace/ledger"
)

// cost is what an exchange cost beyond the model's first answer. A call that brought none, because its upstream or its key did
// not serve it, belongs to the call that did.
type cost struct {
	calls         int
	first         float64 // milliseconds until the first answer
	tokens, again int64   // of all calls, and of repairs
}

func costOf(attempts []ledger.Attempt) (c cost) {
	answered := false
	for i := range attempts {
		a := &attempts[i]
		in, out := ledger.Tokens(a.Usage)
		c.tokens += in + out
		if a.Repair {
			c.again += in + out
		}
		if !answered {
			c.first += ledger.Milliseconds(a.Duration)
			answered = a.Status/100 == 2 && a.Cause == ""
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
