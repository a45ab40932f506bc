package proxy

import (
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
)

// TestALateExchangeIsToldAndNotRepaired: what stands passes, and what fails is
// not asked for again.
func TestALateExchangeIsToldAndNotRepaired(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ said, verdict string }{{goodAnswer, "grounded"}, {badAnswer, "refused"}} {
		plainAndStreamed(t, tc.verdict, func(t *testing.T, stream bool) {
			r := newRig(t, up.Slow(20*time.Millisecond, says(tc.said)), func(a *App) { a.Policy.Verify.MaxLatency = time.Millisecond })
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.verdict() != tc.verdict || len(r.upstream.Requests()) != 1 {
				t.Errorf("%s after %d attempts", s.verdict(), len(r.upstream.Requests()))
			}
			told := false
			for _, f := range s.report.Get("choices.0.findings").Array() {
				told = told || f.Get("code").Str == "budget-exhausted"
			}
			if !told {
				t.Errorf("the report does not tell: %s", s.report.Raw)
			}
		})
	}
}
