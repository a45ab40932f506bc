package proxy

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"

	"vouchsafe/cache"
	"vouchsafe/proxy/wire"
)

// Limiter bounds what an app may use: a cache.RateLimiter for one gateway, a
// cache.RedisRateLimiter for several.
type Limiter interface {
	Take(now time.Time, tokens int) cache.RateState
	Correct(now time.Time, extra int)
}

// charge is what an exchange was charged for by its app's rate. It is there
// only where the app has one.
type charge struct {
	state  cache.RateState
	tokens int // that were charged when the exchange began
}

// bytesPerToken is the rule of thumb by which a request is charged before
// anything is known of it.
const bytesPerToken = 4

// takeRate takes the exchange out of its app's rate, or turns it away.
func takeRate(run *run) *wire.Error {
	if run.app.Rate == nil {
		return nil
	}
	tokens := len(run.call.body) / bytesPerToken
	run.rec.charge = &charge{state: run.app.Rate.Take(run.gate.now(), tokens)}
	s := run.rec.charge.state
	if s.Taken {
		run.rec.charge.tokens = tokens
		return nil
	}
	level, unit := s.Requests, "requests per min (RPM)"
	if s.Short == cache.RateTokens {
		level, unit = s.Tokens, "tokens per min (TPM)"
	}
	err := wire.NewError(429, "rate_limit_exceeded",
		fmt.Sprintf("Rate limit reached for app %s on %s: Limit %d. Please try again in %s.",
			run.app.Name, unit, level.Limit, spell(s.Wait)))
	err.Type = string(s.Short) // as the interface names what has run out
	err.RetryAfter = int(math.Ceil(s.Wait.Seconds()))
	return err
}

// chargeRate charges what the exchange has used. What was charged for one that
// reached no upstream is given back.
func chargeRate(run *run, req *request) {
	if run.rec.charge == nil || !run.rec.charge.state.Taken {
		return
	}
	used := 0
	if len(run.rec.attempts) > 0 {
		used = tokensUsed(run, req)
	}
	run.app.Rate.Correct(run.gate.now(), used-run.rec.charge.tokens)
}

// tokensUsed is how many tokens the exchange used: what the upstream says, or else
// an estimate of what went to it and came from it.
func tokensUsed(run *run, req *request) int {
	if total := gjson.Get(usageOf(run, req), "total_tokens"); total.Exists() {
		return int(max(0, min(total.Num, 1e9))) // within reason
	}
	used := 0
	for i := range run.rec.attempts {
		used += run.rec.charge.tokens + wire.EstimateTokens(run.rec.attempts[i].reply)
	}
	return used
}

// rateHeaders tells the client how its app stands. An upstream's limits are
// those of the operator's whole account; they stay only on an upstream's own
// error, which they explain; there is none before the exchange is decided.
func (r *record) rateHeaders(h *fasthttp.ResponseHeader, decided bool) {
	if r.charge == nil {
		return
	}
	s := r.charge.state
	if !s.Taken {
		h.Set("retry-after-ms", strconv.FormatInt(roundUp(s.Wait).Milliseconds(), 10))
	}
	foreign := decided && len(r.attempts) > 0 && r.attempts[len(r.attempts)-1].status >= 400
	for _, l := range []struct {
		cache.RateLevel
		kind cache.RateKind
	}{{s.Requests, cache.RateRequests}, {s.Tokens, cache.RateTokens}} {
		name := "x-ratelimit-limit-" + string(l.kind)
		if l.Limit == 0 || foreign && len(h.Peek(name)) > 0 {
			continue
		}
		h.Set(name, strconv.Itoa(l.Limit))
		h.Set("x-ratelimit-remaining-"+string(l.kind), strconv.Itoa(l.Remaining))
		h.Set("x-ratelimit-reset-"+string(l.kind), spell(l.Reset))
	}
}

// spell writes a duration as the interface does: 1s, 6m0s, 17ms.
func spell(d time.Duration) string { return roundUp(d).String() }

func roundUp(d time.Duration) time.Duration {
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}
