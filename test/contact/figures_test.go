package contact

import (
	"testing"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
)

// TestFiguresOfAStrangerAreNoWorse counts the answers that pass whole, honest and with a figure that is another's.
func TestFiguresOfAStrangerAreNoWorse(t *testing.T) {
	known := config.Default(func(string) (string, bool) { return "", false }).Policies
	got := map[string]int{}
	for _, c := range readRows[shape](t, "figures.jsonl") {
		row := c.asRow(t)
		for _, name := range []string{"balanced", "strict"} {
			switch verdictOf(t, row, known[name]) {
			case report.Grounded, report.Healed, report.Skipped:
				got[c.Label+" "+name]++
			}
		}
	}
	t.Log(got)
	for name, bound := range map[string]int{"honest balanced": 159, "honest strict": 5, "false balanced": 46, "false strict": 0} {
		if honest := name[0] == 'h'; honest && got[name] < bound || !honest && got[name] > bound {
			t.Errorf("%s: %d, want %d or better", name, got[name], bound)
		}
	}
}
