//go:build !race

// The race detector allocates, and has pools forget what they hold.

package proxy

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/policy"
)

// TestExchangesStayWithinTheirBudgets holds whole exchanges, with client and
// upstream in the same process, to a number of allocations and of kilobytes. The
// budgets leave about a fifth of room: one that is passed is a reason to look at
// what grew, not to raise it.
func TestExchangesStayWithinTheirBudgets(t *testing.T) {
	good, prose := segmented(station(0), station(1), station(2), station(3)), ""
	for i := range 4 { // the first sentence of a document of fourteen
		prose += fmt.Sprintf("%s §%d. ", strings.TrimSuffix(station(i).text, "."), 14*i+1)
	}
	for _, tt := range []struct {
		name, prompt string
		mode         policy.Mode
		dialect      answer.Dialect
		said         string
		budget       float64
		kilobytes    uint64
	}{
		{"off", benchPrompt, policy.Off, answer.Segments, good, 78, 12}, // what passes is read for its trace
		{"observe", benchPrompt, policy.Observe, answer.Segments, good, 522, 92},
		{"segments", benchPrompt, policy.Enforce, answer.Segments, good, 613, 104},
		{"segments, streamed", streamed(0), policy.Enforce, answer.Segments, good, 1072, 178},
		{"sentences", benchPrompt, policy.Enforce, answer.Sentences, prose, 782, 130},
		{"sentences, streamed", streamed(0), policy.Enforce, answer.Sentences, prose, 862, 150},
	} {
		call := serve(t, inFront(t, canned(t, tt.said), tt.mode, func(a *App) { a.Policy.Citations.Dialect = tt.dialect }))
		if got := string(call(tt.prompt).Body()); tt.mode == policy.Enforce && !strings.Contains(got, `"verdict":"grounded"`) { // and what is loaded once
			t.Fatalf("%s: %s", tt.name, got)
		}
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
