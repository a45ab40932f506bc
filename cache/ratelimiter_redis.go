package cache

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/rueidis"
)

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
