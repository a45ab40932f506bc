package main

import (
	"slices"
	"testing"

	"vouchsafe/config"
	"vouchsafe/proxy"
)

// What a new configuration says the same of is taken over: open connections,
// what apps have used of their rates.
func TestWhatDidNotChangeIsTakenOver(t *testing.T) {
	build := func(text string, k *kept) *proxy.Setup {
		c, problems := config.Load([]byte(text), func(string) (string, bool) { return "", false })
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		s, err := buildSetup(c, k)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	const before = `
upstreams: {one: {base_url: "http://127.0.0.1:9/v1"}, two: {base_url: "http://127.0.0.1:9/v1", retries: 2}}
apps:
  default: {upstream: one, rate: {requests_per_minute: 5}}
  other: {upstream: two, rate: {requests_per_minute: 5}}
`
	const after = `
upstreams: {one: {base_url: "http://127.0.0.1:9/v1"}, two: {base_url: "http://127.0.0.1:9/v1", retries: 3}}
apps:
  default: {upstream: one, policy: strict, rate: {requests_per_minute: 5}}
  other: {upstream: two, rate: {requests_per_minute: 6}}
`
	old := newKept(nil)
	first := build(before, old)
	k := newKept(old)
	second := build(after, k)
	if gone := k.release(); !slices.Equal(gone, []string{"two"}) {
		t.Errorf("let go of %q", gone)
	}
	same, changed := 0, 1
	if a, b := first.Apps[same], second.Apps[same]; a.Upstream.Upstream != b.Upstream.Upstream || a.Rate != b.Rate || a.PolicyHash == b.PolicyHash {
		t.Error("an upstream and a rate that did not change were made anew, or a policy that did change was not")
	}
	if a, b := first.Apps[changed], second.Apps[changed]; a.Upstream.Upstream == b.Upstream.Upstream || a.Rate == b.Rate {
		t.Error("an upstream and a rate that changed were taken over")
	}
}
