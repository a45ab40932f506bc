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
		name, prompt string
		mode         policy.Mode
		budget       float64
	}{
		{"off", benchPrompt, policy.Off, 36},
		{"observe", benchPrompt, policy.Observe, 324},
		{"enforce", benchPrompt, policy.Enforce, 420},
		{"enforce, streamed", streamed(0), policy.Enforce, 880},
	} {
		call := gateway(t, canned(t, good), tt.mode)
		if got := testing.AllocsPerRun(200, func() { call(tt.prompt) }); got > tt.budget {
			t.Errorf("%s: %.0f allocations, at most %.0f", tt.name, got, tt.budget)
		}
	}
}
