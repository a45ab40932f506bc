//go:build !race

// The race detector allocates, and has pools forget what they hold.

package proxy

import (
	"testing"

	"vouchsafe/policy"
)

// TestExchangesStayWithinTheirBudgets holds whole exchanges, with client and
// upstream in the same process, to a number of allocations. The budgets leave
// about a fifth of room: one that is passed is a reason to look at what grew,
// not to raise it.
func TestExchangesStayWithinTheirBudgets(t *testing.T) {
	good := segmented(station(0), station(1), station(2), station(3))
	for _, tt := range []struct {
		mode   policy.Mode
		budget float64
	}{
		{policy.Off, 36},
		{policy.Observe, 482},
		{policy.Enforce, 660},
	} {
		call := gateway(t, canned(t, good), tt.mode)
		if got := testing.AllocsPerRun(200, func() { call(benchPrompt) }); got > tt.budget {
			t.Errorf("%s: %.0f allocations, at most %.0f", tt.mode, got, tt.budget)
		}
	}
}
