package shared

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/rueidis"

	"vouchsafe/cache"
	"vouchsafe/cache/rate"
)

//go:embed bucket.lua
var bucketScript string

// Limiter bounds what an app may use at all gateways together. While the
// server is away each gateway bounds it by itself. It is safe for concurrent
// use.
type Limiter struct {
	redis  *Redis
	script *rueidis.Lua
	key    string
	limits [2]string
	local  *rate.Limiter
	told   rate.Limits
}

// NewLimiter returns the limiter of an app. Gateways that give it the same
// limits share it; with other limits it begins anew.
func NewLimiter(r *Redis, app string, l rate.Limits) *Limiter {
	return &Limiter{
		redis: r, script: rueidis.NewLuaScript(bucketScript), local: rate.New(l), told: l,
		key:    name("rate", cache.Key(sha256.Sum256(fmt.Appendf(nil, "%d %d %s", l.Requests, l.Tokens, app)))),
		limits: [2]string{strconv.Itoa(l.Requests), strconv.Itoa(l.Tokens)},
	}
}

// Take is that of rate.Limiter.
func (l *Limiter) Take(now time.Time, tokens int) rate.State {
	if held, ok := l.run(tokens, "take"); ok {
		return rate.StateOf(l.told, held, tokens)
	}
	return l.local.Take(now, tokens)
}

// Correct is that of rate.Limiter.
func (l *Limiter) Correct(now time.Time, extra int) {
	if l.told.Tokens <= 0 || extra == 0 {
		return
	}
	if _, ok := l.run(extra, "correct"); !ok {
		l.local.Correct(now, extra)
	}
}

// run has the server take or charge, in one round trip.
func (l *Limiter) run(tokens int, what string) (rate.Held, bool) {
	res, ok := l.redis.ask(func(ctx context.Context, c rueidis.Client) rueidis.RedisResult {
		return l.script.Exec(ctx, c, []string{l.key}, []string{l.limits[0], l.limits[1], strconv.Itoa(tokens), what})
	})
	if !ok {
		return rate.Held{}, false
	}
	parts, err := res.ToArray()
	if err != nil || len(parts) != 3 {
		return rate.Held{}, false
	}
	taken, err1 := parts[0].AsInt64()
	requests, err2 := parts[1].AsFloat64()
	left, err3 := parts[2].AsFloat64()
	return rate.Held{Taken: taken == 1, Requests: requests, Tokens: left}, err1 == nil && err2 == nil && err3 == nil
}
