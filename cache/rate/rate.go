// Package rate bounds how many requests and tokens a minute an app may use: a
// token bucket for each. A bucket holds as much as one minute's limit and
// fills evenly, so that an app may use a whole minute's worth at once and then
// has to wait for more.
//
// What a request costs in tokens is known only when its reply is there. It is
// charged by an estimate first and corrected later; a bucket may so come to
// owe, and then lets nothing through until it has made that good.
//
// The package reads no clock and starts nothing: the time is passed in. A
// Limiter belongs to one process; several gateways would each give an app the
// whole rate. Package shared has one for several, under the same rules.
package rate

import (
	"math"
	"sync"
	"time"
)

// Limits are requests and tokens a minute; 0 is no limit.
type Limits struct {
	Requests int
	Tokens   int
}

// Limiter holds the buckets of one app. It is safe for concurrent use.
type Limiter struct {
	limits   Limits
	mu       sync.Mutex
	requests bucket
	tokens   bucket
}

// State tells how an app stands, just after a request was taken or turned
// away. Wait is how long one that was turned away has to wait, at least; what
// it has to wait for is in Short.
type State struct {
	Taken    bool
	Wait     time.Duration
	Short    Kind
	Requests Level
	Tokens   Level
}

// Kind is what a limit counts.
type Kind string

const (
	Requests Kind = "requests"
	Tokens   Kind = "tokens"
)

// Level is how full a bucket is. Reset is the time until it is full.
type Level struct {
	Limit     int // 0: there is no such limit
	Remaining int // never negative
	Reset     time.Duration
}

// New returns a limiter with full buckets.
func New(l Limits) *Limiter {
	return &Limiter{limits: l, requests: full(l.Requests), tokens: full(l.Tokens)}
}

// Take takes a request that is expected to use so many tokens, unless it is
// over a limit; then nothing is taken. A request that is larger than the whole
// bucket passes when the bucket is full: it could never pass otherwise.
func (l *Limiter) Take(now time.Time, tokens int) State {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests.fill(now)
	l.tokens.fill(now)
	s := shortage(&l.requests, &l.tokens, tokens)
	if s.Taken = s.Wait == 0; s.Taken {
		l.requests.level--
		l.tokens.level -= float64(tokens)
	}
	s.Requests, s.Tokens = l.requests.tell(), l.tokens.tell()
	return s
}

// shortage says what a request has to wait for, if it has to.
func shortage(requests, tokens *bucket, cost int) (s State) {
	if wait := requests.wait(1); wait > 0 {
		s.Wait, s.Short = wait, Requests
	}
	if wait := tokens.wait(cost); wait > s.Wait {
		s.Wait, s.Short = wait, Tokens
	}
	return s
}

// Held is what buckets hold that are kept elsewhere, just after a request was
// taken or turned away.
type Held struct {
	Taken            bool
	Requests, Tokens float64
}

// StateOf is how an app stands whose buckets are kept elsewhere, under the
// rules of Limiter, after a request that was expected to use so many tokens.
func StateOf(l Limits, h Held, tokens int) State {
	r, t := bucket{size: float64(l.Requests), level: h.Requests}, bucket{size: float64(l.Tokens), level: h.Tokens}
	var s State
	if !h.Taken {
		s = shortage(&r, &t, tokens)
	}
	s.Taken, s.Requests, s.Tokens = h.Taken, r.tell(), t.tell()
	return s
}

// Correct charges what a request has used beyond what Take charged for it, or
// gives back what it has not used: extra is then negative.
func (l *Limiter) Correct(now time.Time, extra int) {
	if l.limits.Tokens <= 0 || extra == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tokens.fill(now)
	l.tokens.level = min(l.tokens.level-float64(extra), l.tokens.size)
}

// bucket is one of an app's two. A bucket of size 0 sets no limit.
type bucket struct {
	size  float64 // what it holds, and what flows in within a minute
	level float64
	at    time.Time // when level was right
}

func full(limit int) bucket { return bucket{size: float64(limit), level: float64(limit)} }

// fill lets flow in what has come since. A clock that goes back brings nothing.
func (b *bucket) fill(now time.Time) {
	if passed := now.Sub(b.at); passed > 0 {
		b.level = min(b.size, b.level+b.size*passed.Minutes())
		b.at = now
	}
}

// wait is how long it takes until so much can be taken; 0 for at once.
func (b *bucket) wait(amount int) time.Duration {
	need := min(float64(amount), b.size)
	// A millionth is forgiven: what flows in is no exact fraction.
	if b.size <= 0 || b.level+1e-6 >= need {
		return 0
	}
	return b.after(need - b.level)
}

// after is the time in which so much flows in.
func (b *bucket) after(amount float64) time.Duration {
	return time.Duration(math.Ceil(amount / b.size * float64(time.Minute)))
}

func (b *bucket) tell() Level {
	if b.size <= 0 {
		return Level{}
	}
	return Level{Limit: int(b.size), Remaining: max(0, int(b.level+1e-6)), Reset: b.after(b.size - b.level)}
}
