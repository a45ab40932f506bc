//go:build !race

// The race detector allocates, and has pools forget what they hold.

package proxy

import (
	"runtime"
	"testing"

	"vouchsafe/policy"
)

// TestExchangesStayWithinTheirBudgets holds whole exchanges, with client and
// upstream in the same process, to a number of allocations and of kilobytes. The
// budgets leave about a fifth of room: one that is passed is a reason to look at
// what grew, not to raise it.
func TestExchangesStayWithinTheirBudgets(t *testing.T) {
	good := segmented(station(0), station(1), station(2), station(3))
	for _, tt := range []struct {
		name, prompt string
		mode         policy.Mode
		budget       float64
		kilobytes    uint64
	}{
		{"off", benchPrompt, policy.Off, 62, 11}, // what passes is read for its trace
		{"observe", benchPrompt, policy.Observe, 350, 95},
		{"enforce", benchPrompt, policy.Enforce, 425, 98},
		{"enforce, streamed", streamed(0), policy.Enforce, 800, 155},
	} {
		call := gateway(t, canned(t, good), tt.mode)
		call(tt.prompt) // what is loaded once
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		const runs = 200
		got := testing.AllocsPerRun(runs, func() { call(tt.prompt) })
		runtime.ReadMemStats(&after)
		t.Logf("%s: %.0f allocations, %d KB", tt.name, got, (after.TotalAlloc-before.TotalAlloc)/runs>>10)
		if got > tt.budget {
			t.Errorf("%s: %.0f allocations, at most %.0f", tt.name, got, tt.budget)
		}
		if kb := (after.TotalAlloc - before.TotalAlloc) / runs >> 10; kb > tt.kilobytes {
			t.Errorf("%s: %d KB, at most %d", tt.name, kb, tt.kilobytes)
		}
	}
}

// TestAJudgeCostsNothingWhereWordsDecide: neither an app without one nor one whose
// judge has nothing to decide pays for it.
func TestAJudgeCostsNothingWhereWordsDecide(t *testing.T) {
	calls := judging(t)
	none := testing.AllocsPerRun(200, func() { calls["none"](benchPrompt) })
	if unasked := testing.AllocsPerRun(200, func() { calls["unasked"](benchPrompt) }); unasked > none+5 {
		t.Errorf("%.0f allocations with a judge that is not asked, %.0f without one", unasked, none)
	}
}
