package main

import (
	"vouchsafe/judge"
	"vouchsafe/upstream"
)

// kept are the parts of a running gateway that a new configuration takes over
// where it says the same of them as the old one: connections to upstreams
// stay open, and opinions of judges stay known.
type kept struct {
	old       *kept // what there was before; nil once it has been released
	upstreams map[upstream.Config]*upstream.Upstream
	judges    map[judge.Config]*judge.Judge
}

// newKept holds nothing yet, and takes over from old, which may be nil.
func newKept(old *kept) *kept {
	return &kept{old: old, upstreams: map[upstream.Config]*upstream.Upstream{}, judges: map[judge.Config]*judge.Judge{}}
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
func (k *kept) judge(cfg judge.Config) (j *judge.Judge, err error) {
	if k.old != nil {
		j = k.old.judges[cfg]
	}
	if j == nil {
		j, err = judge.New(cfg)
	}
	k.judges[cfg] = j
	return j, err
}

// release lets go of what there was before: idle connections of upstreams that
// are no longer named are closed. Exchanges under way may go on using them.
func (k *kept) release() {
	if k.old == nil {
		return
	}
	for cfg, u := range k.old.upstreams {
		if k.upstreams[cfg] != u {
			u.Close()
		}
	}
	k.old = nil
}
