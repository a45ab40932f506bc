package contact

import (
	"encoding/json"
	"fmt"
	"testing"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
)

// shape is an answer in which code, tables, tags, labels or arrows stand.
type shape struct {
	Passages        []string
	Question, Reply string
	Label           string
}

// asRow is the answer as a line to audit.
func (c *shape) asRow(t *testing.T) []byte {
	t.Helper()
	var chunks []map[string]string
	for i, p := range c.Passages {
		chunks = append(chunks, map[string]string{"chunk_id": fmt.Sprint(i + 1), "text": p})
	}
	row, err := json.Marshal(map[string]any{"chunks": chunks, "question": c.Question, "answer": c.Reply})
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// TestShapesOfAStrangerAreNoWorse counts the answers, honest and with one false value, that pass whole.
func TestShapesOfAStrangerAreNoWorse(t *testing.T) {
	known := config.Default(func(string) (string, bool) { return "", false }).Policies
	got := map[string]int{}
	for _, c := range readRows[shape](t, "shapes.jsonl") {
		row := c.asRow(t)
		for _, name := range []string{"balanced", "strict", "verbatim"} {
			switch verdictOf(t, row, known[name]) {
			case report.Grounded, report.Healed, report.Skipped:
				got[c.Label+" "+name]++
			}
		}
	}
	t.Log(got)
	want := map[string]int{"honest balanced": 45, "honest strict": 16, "honest verbatim": 11, "false balanced": 9, "false strict": 0, "false verbatim": 0}
	for name, bound := range want {
		if honest := name[0] == 'h'; honest && got[name] < bound || !honest && got[name] > bound {
			t.Errorf("%s: %d, want %d or better", name, got[name], bound)
		}
	}
}
