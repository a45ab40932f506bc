package contact

import (
	"slices"
	"testing"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
)

// TestBalancedBreaksNoAnswerThatStrictPasses holds every answer, decline and claim of all sets against both: a policy that asks
// for less refuses nothing that the stricter one delivers as it is written.
func TestBalancedBreaksNoAnswerThatStrictPasses(t *testing.T) {
	rows := slices.Concat(askedIn(t, "records.jsonl"), askedIn(t, "answers.jsonl"))
	for _, file := range []string{"shapes.jsonl", "harm.jsonl", "figures.jsonl"} {
		rows = append(rows, readRows[shape](t, file)...)
	}
	for _, c := range readRows[talk](t, "talk.jsonl") {
		rows = append(rows, shape{Passages: []string{c.Source}, Question: c.Question, Reply: c.Answer})
	}
	for _, file := range []string{"claims.jsonl", "second.jsonl", "third.jsonl"} {
		for _, l := range readLines(t, file) {
			rows = append(rows, shape{Passages: []string{l.Source}, Reply: l.Claim + " [1]"})
		}
	}
	known := config.Default(func(string) (string, bool) { return "", false }).Policies
	for _, c := range rows {
		row := c.asRow(t)
		passes := func(policy string) bool {
			as := []report.Verdict{report.Grounded, report.Healed, report.Skipped, report.Declined}
			return slices.Contains(as, verdictOf(t, row, known[policy]))
		}
		if passes("strict") && !passes("balanced") {
			t.Errorf("passes under strict alone: %q, of %q", c.Reply, c.Passages)
		}
	}
}
