package main

import (
	"vouchsafe/cache"
	"vouchsafe/proxy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
)

// kept are the parts of a running gateway that a new configuration takes over
// where it says the same of them as the old one: connections to upstreams
// stay open, and opinions of judges stay known, and what apps have used of their rates too.
type kept struct {
	old       *kept // what there was before; nil once it has been released
	upstreams map[upstream.Config]*upstream.Upstream
	judges    map[keptJudge]*judge.Judge
	rates     map[rateOf]proxy.Limiter
	shared    *cache.Redis // nil: this gateway shares nothing
}

// rateOf names an app's rate: with other limits it begins anew.
type rateOf struct {
	app    string
	limits cache.RateLimits
}

// newKept holds nothing yet, and takes over from old, which may be nil.
func newKept(old *kept) *kept {
	k := &kept{
		old: old, upstreams: map[upstream.Config]*upstream.Upstream{}, judges: map[keptJudge]*judge.Judge{},
		rates: map[rateOf]proxy.Limiter{},
	}
	if old != nil {
		k.shared = old.shared
	}
	return k
}

// upstream returns the upstream that was there before, or a new one.
func (k *kept) upstream(cfg upstream.Config) (u *upstream.Upstream, err error) {
	if k.old != nil {
		u = k.old.upstreams[cfg]
	}
	if u == nil {
		u, err = upstream.New(cfg)
	}
	k.upstreams[cfg] = u
	return u, err
}

// judge returns the judge that was there before, or a new one.
func (k *kept) judge(of keptJudge, cfg judge.Config) (j *judge.Judge, err error) {
	if k.old != nil {
		j = k.old.judges[of]
	}
	if j == nil {
		j, err = judge.New(cfg)
	}
	k.judges[of] = j
	return j, err
}

// rate returns the limiter that was there before, or a new one; nil where
// there is nothing to limit.
func (k *kept) rate(of rateOf) (l proxy.Limiter) {
	if of.limits == (cache.RateLimits{}) {
		return nil
	}
	if k.old != nil {
		l = k.old.rates[of]
	}
	if l == nil {
		l = newLimiter(of, k.shared)
	}
	k.rates[of] = l
	return l
}

// release lets go of what there was before: idle connections of upstreams that
// are not what they were are closed. Exchanges under way may go on using them.
// It returns the names of those upstreams.
func (k *kept) release() []string {
	if k.old == nil {
		return nil
	}
	var gone []string
	for cfg, u := range k.old.upstreams {
		if k.upstreams[cfg] != u {
			u.Close()
			gone = append(gone, cfg.Name)
		}
	}
	k.old = nil
	return gone
}
