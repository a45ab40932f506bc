package proxy

import (
	"strings"
	"testing"
)

func TestReadinessTellsWhatHoldsExchangesUp(t *testing.T) {
	blocked := ""
	r := plan{script: says(goodAnswer), gate: func(g *Gateway) { g.HoldWhile(func() string { return blocked }) }}.start(t)
	for _, step := range []struct {
		blocked string
		drain   bool
		status  int
		says    string
	}{{"", false, 200, "ok"}, {"the ledger is blocked", false, 503, "the ledger is blocked"}, {"", false, 200, "ok"}, {"the ledger is blocked", true, 503, "draining"}} {
		blocked = step.blocked
		if step.drain {
			r.gate.Drain()
		}
		for _, path := range []string{"/readyz", "/healthz", "/health"} {
			if g := r.do("GET", path, ""); g.status != step.status || strings.TrimSpace(g.body) != step.says {
				t.Errorf("%s with %q: %d %s", path, step.blocked, g.status, g.body)
			}
		}
		if g := r.do("GET", "/livez", ""); g.status != 200 {
			t.Errorf("livez with %q: %d", step.blocked, g.status)
		}
	}
}
