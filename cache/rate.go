package cache

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/redis/rueidis"
)

// RateLimits are requests and tokens a minute; 0 is no limit.
type RateLimits struct {
	Requests int
	Tokens   int
}

// RateLimiter bounds the requests and tokens a minute of one app: a token
// bucket for each. A bucket holds one minute's limit and fills evenly, so an
// app may use a whole minute's worth at once and then has to wait.
//
// The cost of a request in tokens is known only with its reply. The request is
// charged by an estimate first and corrected later; a bucket may then owe
// tokens, and lets nothing through until it has made them good.
//
// The limiter reads no clock: the time is passed in. It belongs to one process
// (RedisRateLimiter bounds several) and is safe for concurrent use.
type RateLimiter struct {
	limits   RateLimits
	mu       sync.Mutex
	requests bucket
	tokens   bucket
}

// RateState tells how an app stands, just after a request was taken or turned
// away. Wait is how long one that was turned away has to wait, at least; what
// it has to wait for is in Short.
type RateState struct {
	Taken    bool
	Wait     time.Duration
	Short    RateKind
	Requests RateLevel
	Tokens   RateLevel
}

// RateKind is what a limit counts.
type RateKind string

const (
	RateRequests RateKind = "requests"
	RateTokens   RateKind = "tokens"
)

// RateLevel is how full a bucket is. Reset is the time until it is full.
type RateLevel struct {
	Limit     int // 0: there is no such limit
	Remaining int // never negative
	Reset     time.Duration
}

// NewRateLimiter returns a limiter with full buckets.
func NewRateLimiter(l RateLimits) *RateLimiter {
	return &RateLimiter{limits: l, requests: full(l.Requests), tokens: full(l.Tokens)}
}

// Take takes a request that is expected to use so many tokens, unless it is
// over a limit; then nothing is taken. A request that is larger than the whole
// bucket passes when the bucket is full: it could never pass otherwise.
func (l *RateLimiter) Take(now time.Time, tokens int) RateState {
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
func shortage(requests, tokens *bucket, cost int) (s RateState) {
	if wait := requests.wait(1); wait > 0 {
		s.Wait, s.Short = wait, RateRequests
	}
	if wait := tokens.wait(cost); wait > s.Wait {
		s.Wait, s.Short = wait, RateTokens
	}
	return s
}

// RateHeld is what buckets hold that are kept elsewhere, just after a request was
// taken or turned away.
type RateHeld struct {
	Taken            bool
	Requests, Tokens float64
}

// RateStateOf is how an app stands whose buckets are kept elsewhere, under the
// rules of RateLimiter, after a request that was expected to use so many tokens.
func RateStateOf(l RateLimits, h RateHeld, tokens int) RateState {
	r, t := bucket{size: float64(l.Requests), level: h.Requests}, bucket{size: float64(l.Tokens), level: h.Tokens}
	var s RateState
	if !h.Taken {
		s = shortage(&r, &t, tokens)
	}
	s.Taken, s.Requests, s.Tokens = h.Taken, r.tell(), t.tell()
	return s
}

// Correct charges what a request has used beyond what Take charged for it, or
// gives back what it has not used: extra is then negative.
func (l *RateLimiter) Correct(now time.Time, extra int) {
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

func (b *bucket) tell() RateLevel {
	if b.size <= 0 {
		return RateLevel{}
	}
	return RateLevel{Limit: int(b.size), Remaining: max(0, int(b.level+1e-6)), Reset: b.after(b.size - b.level)}
}

//go:embed bucket.lua
var bucketScript string

// RedisRateLimiter bounds what an app may use at all gateways together. While the
// server is away each gateway bounds it by itself. It is safe for concurrent
// use.
type RedisRateLimiter struct {
	redis  *Redis
	script *rueidis.Lua
	key    string
	limits [2]string
	local  *RateLimiter
	told   RateLimits
}

// NewRedisRateLimiter returns the limiter of an app. Gateways that give it the same
// limits share it; with other limits it begins anew.
func NewRedisRateLimiter(r *Redis, app string, l RateLimits) *RedisRateLimiter {
	return &RedisRateLimiter{
		redis: r, script: rueidis.NewLuaScript(bucketScript), local: NewRateLimiter(l), told: l,
		key:    name("rate", Key(sha256.Sum256(fmt.Appendf(nil, "%d %d %s", l.Requests, l.Tokens, app)))),
		limits: [2]string{strconv.Itoa(l.Requests), strconv.Itoa(l.Tokens)},
	}
}

// Take is that of RateLimiter.
func (l *RedisRateLimiter) Take(now time.Time, tokens int) RateState {
	if held, ok := l.run(tokens, "take"); ok {
		return RateStateOf(l.told, held, tokens)
	}
	return l.local.Take(now, tokens)
}

// Correct is that of RateLimiter.
func (l *RedisRateLimiter) Correct(now time.Time, extra int) {
	if l.told.Tokens <= 0 || extra == 0 {
		return
	}
	if _, ok := l.run(extra, "correct"); !ok {
		l.local.Correct(now, extra)
	}
}

// run has the server take or charge, in one round trip.
func (l *RedisRateLimiter) run(tokens int, what string) (RateHeld, bool) {
	res, ok := l.redis.ask(func(ctx context.Context, c rueidis.Client) rueidis.RedisResult {
		return l.script.Exec(ctx, c, []string{l.key}, []string{l.limits[0], l.limits[1], strconv.Itoa(tokens), what})
	})
	if !ok {
		return RateHeld{}, false
	}
	parts, err := res.ToArray()
	if err != nil || len(parts) != 3 {
		return RateHeld{}, false
	}
	taken, err1 := parts[0].AsInt64()
	requests, err2 := parts[1].AsFloat64()
	left, err3 := parts[2].AsFloat64()
	return RateHeld{Taken: taken == 1, Requests: requests, Tokens: left}, err1 == nil && err2 == nil && err3 == nil
}
