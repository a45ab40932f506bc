package contact

import (
	"encoding/json"
	"testing"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
)

// verdictOf audits one stored answer under a policy.
func verdictOf(t *testing.T, row []byte, rules policy.Policy) report.Verdict {
	t.Helper()
	item, err := audit.Line(row, audit.Options{Policy: rules, Layouts: layout.Defaults(), Prepare: func(text string) *verify.Passage { return verify.NewPassage(text, nil) }})
	if err != nil {
		t.Fatal(err)
	}
	return item.Verdict
}

// talk is a reply that declines or asks back, or seems to and hides a statement.
type talk struct{ Source, Question, Answer, Kind, Label string }

// TestDeclinesOfAStrangerAreNoWorse counts the replies that pass as a decline or a question back.
func TestDeclinesOfAStrangerAreNoWorse(t *testing.T) {
	balanced := config.Default(func(string) (string, bool) { return "", false }).Policies["balanced"]
	got := map[string]int{}
	for _, c := range readRows[talk](t, "talk.jsonl") {
		row, err := json.Marshal(map[string]any{
			"chunks":   []map[string]string{{"chunk_id": "1", "text": c.Source}},
			"question": c.Question, "answer": c.Answer,
		})
		if err != nil {
			t.Fatal(err)
		}
		if verdictOf(t, row, balanced) == report.Declined {
			got[c.Kind]++
		}
	}
	t.Log(got)
	for kind, least := range map[string]int{"decline": 30, "question": 28} {
		if got[kind] < least {
			t.Errorf("%s: %d pass, want %d", kind, got[kind], least)
		}
	}
	if got["hidden"] > 2 {
		t.Errorf("%d hidden statements pass", got["hidden"])
	}
}
