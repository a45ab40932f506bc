package main

import (
	"vouchsafe/cache"
	"vouchsafe/proxy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
)

// pool holds parts of one kind by what the configuration says of them.
type pool[K comparable, V any] map[K]V

// take returns the part that was there before, or a new one, and keeps it.
func (p pool[K, V]) take(before pool[K, V], of K, make func() (V, error)) (V, error) {
	part, known := before[of]
	var err error
	if !known {
		part, err = make()
	}
	if err == nil {
		p[of] = part
	}
	return part, err
}

// kept are the parts of a running gateway that a new configuration takes over
// where it says the same of them as the old one: connections to upstreams
// stay open, and opinions of judges stay known, and what apps have used of their rates too.
type kept struct {
	before    *kept // empty once it has been released
	upstreams pool[upstream.Config, *upstream.Upstream]
	judges    pool[keptJudge, *judge.Judge]
	rates     pool[rateOf, proxy.Limiter]
	shared    *cache.Redis // nil: this gateway shares nothing
}

// rateOf names an app's rate: with other limits it begins anew.
type rateOf struct {
	app    string
	limits cache.RateLimits
}

// newKept holds nothing yet, and takes over from before, which may be nil.
func newKept(before *kept) *kept {
	k := &kept{
		before: &kept{}, upstreams: pool[upstream.Config, *upstream.Upstream]{}, judges: pool[keptJudge, *judge.Judge]{},
		rates: pool[rateOf, proxy.Limiter]{},
	}
	if before != nil {
		k.before, k.shared = before, before.shared
	}
	return k
}

func (k *kept) upstream(cfg upstream.Config) (*upstream.Upstream, error) {
	return k.upstreams.take(k.before.upstreams, cfg, func() (*upstream.Upstream, error) { return upstream.New(cfg) })
}

func (k *kept) judge(of keptJudge, cfg judge.Config) (*judge.Judge, error) {
	return k.judges.take(k.before.judges, of, func() (*judge.Judge, error) { return judge.New(cfg) })
}

// rate returns what bounds an app: at this gateway, or at all that share a
// server; nil where there is nothing to limit.
func (k *kept) rate(of rateOf) proxy.Limiter {
	if of.limits == (cache.RateLimits{}) {
		return nil
	}
	limiter, _ := k.rates.take(k.before.rates, of, func() (proxy.Limiter, error) { // which cannot fail
		if k.shared != nil {
			return cache.NewRedisRateLimiter(k.shared, of.app, of.limits), nil
		}
		return cache.NewRateLimiter(of.limits), nil
	})
	return limiter
}

// release lets go of what there was before: idle connections of upstreams that
// are not what they were are closed. Exchanges under way may go on using them.
// It returns the names of those upstreams.
func (k *kept) release() []string {
	var gone []string
	for cfg, u := range k.before.upstreams {
		if k.upstreams[cfg] != u {
			u.Close()
			gone = append(gone, cfg.Name)
		}
	}
	k.before = &kept{}
	return gone
}
