package contact

import (
	"encoding/json"
	"fmt"
	"testing"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
)

// shape is an answer to audit, with its passages.
type shape struct {
	Passages, Titles []string
	Question, Reply  string
	Label            string
}

// asRow is the answer as a line to audit.
func (c *shape) asRow(t *testing.T) []byte {
	t.Helper()
	var chunks []map[string]string
	for i, p := range c.Passages {
		chunks = append(chunks, map[string]string{"chunk_id": fmt.Sprint(i + 1), "text": p})
		if c.Titles != nil {
			chunks[i]["title"] = c.Titles[i]
		}
	}
	row, err := json.Marshal(map[string]any{"chunks": chunks, "question": c.Question, "answer": c.Reply})
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// TestShapesOfAStrangerAreNoWorse counts the answers, honest and with one false value, that pass whole: in them code, tables,
// tags, labels or arrows stand.
func TestShapesOfAStrangerAreNoWorse(t *testing.T) {
	passNoWorse(t, readRows[shape](t, "shapes.jsonl"), map[string]int{"honest balanced": 45, "honest strict": 16, "honest verbatim": 11, "false balanced": 9, "false strict": 0, "false verbatim": 0})
}

// TestHarmOfAnAdversaryIsNoWorse counts the answers of an adversary's that pass whole: swapped roles, lost conditions, other
// days, fragments, take-backs, wrong conclusions, and as many honest ones to the same questions.
func TestHarmOfAnAdversaryIsNoWorse(t *testing.T) {
	passNoWorse(t, readRows[shape](t, "harm.jsonl"), map[string]int{"honest balanced": 49, "honest strict": 22, "honest verbatim": 21, "false balanced": 22, "false strict": 0, "false verbatim": 1})
}

// passNoWorse holds the number of answers of a set that pass whole, by label and policy, to bounds.
func passNoWorse(t *testing.T, rows []shape, bounds map[string]int) {
	t.Helper()
	known := config.Default(func(string) (string, bool) { return "", false }).Policies
	got := map[string]int{}
	for _, c := range rows {
		row := c.asRow(t)
		for _, name := range []string{"balanced", "strict", "verbatim"} {
			switch verdictOf(t, row, known[name]) {
			case report.Grounded, report.Healed, report.Skipped:
				got[c.Label+" "+name]++
			}
		}
	}
	t.Log(got)
	for name, bound := range bounds {
		if honest := name[0] == 'h'; honest && got[name] < bound || !honest && got[name] > bound {
			t.Errorf("%s: %d, want %d or better", name, got[name], bound)
		}
	}
}
